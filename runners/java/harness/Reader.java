package harness;

import harness.api.Visitor;
import java.math.BigInteger;

/** Reads every value in the timed loop: adds up integers and lengths, and touches a string's first character. */
final class Reader implements Visitor {
    private long total;
    private double sum;

    @Override
    public void beginMap() {
        total++;
    }

    @Override
    public void key(String key) {
        value(key);
    }

    @Override
    public void endMap() {
        total++;
    }

    @Override
    public void beginArray() {
        total++;
    }

    @Override
    public void endArray() {
        total++;
    }

    @Override
    public void nothing() {
        total++;
    }

    @Override
    public void value(boolean value) {
        total += value ? 2 : 1;
    }

    @Override
    public void value(long value) {
        total += value;
    }

    @Override
    public void value(BigInteger value) {
        total += value.longValue();
    }

    @Override
    public void value(double value) {
        sum += value;
    }

    @Override
    public void value(String value) {
        total += value.isEmpty() ? 1 : value.length() + value.charAt(0);
    }

    @Override
    public void value(byte[] value) {
        total += value.length;
    }

    /** What became of the values. */
    double result() {
        return sum + total;
    }
}

package harness.api;

import java.math.BigInteger;

/** What a scan hands every value to. */
public interface Visitor {
    void beginMap();

    void key(String key);

    void endMap();

    void beginArray();

    void endArray();

    void nothing();

    void value(boolean value);

    void value(long value);

    /** An integer that a {@code long} does not hold. */
    void value(BigInteger value);

    void value(double value);

    void value(String value);

    void value(byte[] value);
}

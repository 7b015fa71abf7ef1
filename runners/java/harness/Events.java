package harness;

import harness.api.Visitor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of a document in flat lists, one a kind: what the tare {@code visit} hands to a visitor.
 *
 * <p>Sorted by kind, because nothing that hands over a document's values can be cheaper, and a tare must not take off more
 * than the harness surely adds.
 */
final class Events {
    private final int containers;
    private final int nulls;
    private final String[] keys;
    private final String[] strings;
    private final boolean[] booleans;
    private final long[] longs;
    private final double[] doubles;
    private final BigInteger[] integers;
    private final byte[][] bytes;

    Events(Object value) {
        Sorter sorter = new Sorter();
        Walk.over(value, sorter);
        containers = sorter.containers;
        nulls = sorter.nulls;
        keys = sorter.keys.toArray(String[]::new);
        strings = sorter.strings.toArray(String[]::new);
        booleans = new boolean[sorter.booleans.size()];
        for (int i = 0; i < booleans.length; i++) {
            booleans[i] = sorter.booleans.get(i);
        }
        longs = sorter.longs.stream().mapToLong(Long::longValue).toArray();
        doubles = sorter.doubles.stream().mapToDouble(Double::doubleValue).toArray();
        integers = sorter.integers.toArray(BigInteger[]::new);
        bytes = sorter.bytes.toArray(byte[][]::new);
    }

    /** Hands every value to the visitor. */
    void replay(Visitor visitor) {
        for (int i = 0; i < containers; i++) {
            visitor.beginMap();
            visitor.endMap();
        }
        for (int i = 0; i < nulls; i++) {
            visitor.nothing();
        }
        for (String key : keys) {
            visitor.key(key);
        }
        for (String string : strings) {
            visitor.value(string);
        }
        for (boolean truth : booleans) {
            visitor.value(truth);
        }
        for (long number : longs) {
            visitor.value(number);
        }
        for (double number : doubles) {
            visitor.value(number);
        }
        for (BigInteger number : integers) {
            visitor.value(number);
        }
        for (byte[] data : bytes) {
            visitor.value(data);
        }
    }

    private static final class Sorter implements Visitor {
        private int containers;
        private int nulls;
        private final List<String> keys = new ArrayList<>();
        private final List<String> strings = new ArrayList<>();
        private final List<Boolean> booleans = new ArrayList<>();
        private final List<Long> longs = new ArrayList<>();
        private final List<Double> doubles = new ArrayList<>();
        private final List<BigInteger> integers = new ArrayList<>();
        private final List<byte[]> bytes = new ArrayList<>();

        @Override
        public void beginMap() {
            containers++;
        }

        @Override
        public void key(String key) {
            keys.add(key);
        }

        @Override
        public void endMap() {}

        @Override
        public void beginArray() {
            containers++;
        }

        @Override
        public void endArray() {}

        @Override
        public void nothing() {
            nulls++;
        }

        @Override
        public void value(boolean value) {
            booleans.add(value);
        }

        @Override
        public void value(long value) {
            longs.add(value);
        }

        @Override
        public void value(BigInteger value) {
            integers.add(value);
        }

        @Override
        public void value(double value) {
            doubles.add(value);
        }

        @Override
        public void value(String value) {
            strings.add(value);
        }

        @Override
        public void value(byte[] value) {
            bytes.add(value);
        }
    }
}

package harness;

import harness.api.Visitor;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the natural tree that a scan describes, for a check to hash. */
final class Builder implements Visitor {
    private final List<Object> root = new ArrayList<>();
    private final Deque<Object> open = new ArrayDeque<>(List.of(root));
    private final Deque<String> keys = new ArrayDeque<>();

    /** Returns the tree, once every container is closed. */
    Object value() {
        if (root.size() != 1 || open.size() != 1) {
            throw new IllegalStateException("the scan handed over " + root.size() + " values at the root, of which "
                    + (open.size() - 1) + " containers are still open");
        }
        return root.get(0);
    }

    @Override
    public void beginMap() {
        begin(new LinkedHashMap<String, Object>());
    }

    @Override
    public void key(String key) {
        keys.push(key);
    }

    @Override
    public void endMap() {
        open.pop();
    }

    @Override
    public void beginArray() {
        begin(new ArrayList<>());
    }

    @Override
    public void endArray() {
        open.pop();
    }

    @Override
    public void nothing() {
        add(null);
    }

    @Override
    public void value(boolean value) {
        add(value);
    }

    @Override
    public void value(long value) {
        add(value);
    }

    @Override
    public void value(BigInteger value) {
        add(value);
    }

    @Override
    public void value(double value) {
        add(value);
    }

    @Override
    public void value(String value) {
        add(value);
    }

    @Override
    public void value(byte[] value) {
        add(value);
    }

    private void begin(Object container) {
        add(container);
        open.push(container);
    }

    @SuppressWarnings("unchecked")
    private void add(Object value) {
        Object container = open.peek();
        if (container instanceof List<?>) {
            ((List<Object>) container).add(value);
        } else {
            ((Map<String, Object>) container).put(keys.pop(), value);
        }
    }
}

package harness;

import harness.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A loaded payload: its documents as natural trees, and as bytes in each format that came with all of them. */
final class Payload {
    private final Schema schema;
    private final Object[] values;
    private final Map<String, Object[]> encoded = new HashMap<>();
    private final Map<String, Object[]> prepared = new HashMap<>();

    /**
     * Reads the documents of a {@code load}.
     *
     * @param schema of all, or null
     * @throws Refusal they are malformed
     */
    Payload(List<?> documents, Schema schema) throws Refusal {
        this.schema = schema;
        values = new Object[documents.size()];
        List<Map<?, ?>> encodings = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            values[i] = Json.readValue(Request.member(documents.get(i), "value", String.class));
            encodings.add(Request.member(documents.get(i), "encoded", Map.class));
        }
        for (Object name : encodings.get(0).keySet()) {
            if (encodings.stream().allMatch(encoding -> encoding.containsKey(name))) {
                Object[] forms = new Object[values.length];
                for (int i = 0; i < values.length; i++) {
                    String text = Request.member(encodings.get(i), (String) name, String.class);
                    forms[i] = Base64.getDecoder().decode(text);
                }
                encoded.put((String) name, forms);
            }
        }
    }

    /** The schema of the documents, or null. */
    Schema schema() {
        return schema;
    }

    /** The documents as natural trees. */
    Object[] values() {
        return values;
    }

    /** The documents in the bytes of a format, or null if there are none. */
    Object[] encoded(String format) {
        return encoded.get(format);
    }

    /** The documents as flat lists of events, for the tare {@code visit}. */
    Object[] events() {
        return Arrays.stream(values).map(Events::new).toArray();
    }

    /**
     * Returns what an encoder starts from, made when it is first asked for.
     *
     * @throws Refusal the format cannot hold it, or the library cannot make it
     */
    Object[] prepared(Adapter adapter, Cell cell) throws Refusal {
        boolean rootIsMap = schema == null && adapter.row().rootIsMap;
        if (cell.prepare() == null && !rootIsMap) {
            return values;
        }
        if (!prepared.containsKey(adapter.name())) {
            Object[] trees = new Object[values.length];
            for (int i = 0; i < values.length; i++) {
                Object value = rootIsMap ? map(values[i], adapter.row().format) : values[i];
                try {
                    trees[i] = cell.prepare() == null ? value : cell.prepare().on(value);
                } catch (Throwable error) { // a library may run out of stack
                    throw Refusal.failed(schema == null ? "its tree: " : "its types: ", error);
                }
            }
            prepared.put(adapter.name(), trees);
        }
        return prepared.get(adapter.name());
    }

    /** Returns a document's root as a map; that of an array has the keys "0", "1", …. */
    private static Map<?, ?> map(Object root, String format) throws Refusal {
        if (root instanceof Map<?, ?> map) {
            return map;
        }
        if (!(root instanceof List<?> items)) {
            throw Refusal.unsupported("the root of " + format + " is a map");
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (Object item : items) {
            map.put(String.valueOf(map.size()), item);
        }
        return map;
    }
}

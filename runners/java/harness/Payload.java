package harness;

import harness.api.Call;
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
    private static final String WRITTEN = "-written";
    private final Map<String, String> written = new HashMap<>();
    private final List<List<Path>> picks = new ArrayList<>();

    /** Where a value is, by a name: its steps are keys ({@code String}) and indices ({@code Integer}). */
    record Path(String at, List<Object> steps) {}

    /**
     * Reads the documents of a {@code load}.
     *
     * @param schema of all, or null
     * @param texts it in languages of formats, and the schemas by which documents were written
     * @throws Refusal they are malformed
     */
    Payload(List<?> documents, Schema schema, Map<?, ?> texts) throws Refusal {
        this.schema = schema;
        texts.forEach((language, text) -> {
            if (language instanceof String name && name.endsWith(WRITTEN) && text instanceof String written) {
                this.written.put(name.substring(0, name.length() - WRITTEN.length()), written);
            }
        });
        values = new Object[documents.size()];
        List<Map<?, ?>> encodings = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            values[i] = Json.readValue(Request.member(documents.get(i), "value", String.class));
            encodings.add(Request.member(documents.get(i), "encoded", Map.class));
            if (((Map<?, ?>) documents.get(i)).containsKey("pick")) {
                picks.add(paths(Request.member(documents.get(i), "pick", List.class)));
            }
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

    /** The schemas by which documents were written, by their languages, where they are not the one they are read by. */
    Map<String, String> written() {
        return written;
    }

    /** The documents as natural trees. */
    Object[] values() {
        return values;
    }

    /** The documents in the bytes of a format, or null if there are none. */
    Object[] encoded(String format) {
        return encoded.get(format);
    }

    /**
     * The paths to what is picked out of a document.
     *
     * @throws Refusal the payload came without paths
     */
    List<Path> paths(int document) throws Refusal {
        if (picks.size() < values.length) {
            throw Refusal.unsupported("the payload came without paths to pick by");
        }
        return picks.get(document);
    }

    private static List<Path> paths(List<?> forms) throws Refusal {
        List<Path> paths = new ArrayList<>();
        for (Object form : forms) {
            List<Object> steps = new ArrayList<>();
            for (Object step : Request.member(form, "steps", List.class)) {
                if (step instanceof String || (step instanceof Integer index && index >= 0)) {
                    steps.add(step);
                } else if (step instanceof Long index && index >= 0) {
                    steps.add(Integer.MAX_VALUE); // no list is as long
                } else {
                    throw Refusal.badRequest("a step is neither a key nor an index");
                }
            }
            paths.add(new Path(Request.member(form, "at", String.class), steps));
        }
        return paths;
    }

    /**
     * Returns the documents with what picks values out of them, made when it is first asked for.
     *
     * @throws Refusal the payload came without paths, or the library cannot take them
     */
    Object[] picking(Adapter adapter, Cell cell) throws Refusal {
        String name = "pick by " + adapter.name();
        if (!prepared.containsKey(name)) {
            Object[] documents = encoded(adapter.row().format);
            Object[] made = new Object[documents.length];
            Map<List<List<Object>>, Call<byte[], Object[]>> known = new HashMap<>();
            for (int i = 0; i < made.length; i++) {
                List<List<Object>> steps = paths(i).stream().map(Path::steps).toList();
                try {
                    if (!known.containsKey(steps)) {
                        known.put(steps, cell.picker().at(steps));
                    }
                } catch (Throwable error) { // whatever the initialisation of a library throws
                    throw Refusal.of("its paths: ", error);
                }
                made[i] = new Pick((byte[]) documents[i], known.get(steps));
            }
            prepared.put(name, made);
        }
        return prepared.get(name);
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

package harness.schema;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the documents of a payload hold: the JSON form of docs/schema.md.
 *
 * @param fingerprint of all that types depend on
 * @param root what a document is
 * @param records the record types by their names, each after those that it refers to
 */
public record Schema(String fingerprint, Slot root, Map<String, RecordType> records) {
    /** A map whose keys are known. */
    public record RecordType(String name, List<Field> fields) {}

    /**
     * A key of a record with its value.
     *
     * @param key as in the document
     * @param name for generated code
     * @param component the name of the record's component in Java
     */
    public record Field(
            String key, String name, String component, int number, DataType type, boolean optional, boolean nullable) {
        /** Whether there may be none: null stands for that in Java. */
        public boolean mayLack() {
            return optional || nullable;
        }
    }

    /**
     * Where any other value stands: an element of a list, a value of a map, the root.
     *
     * @param box the name of the record that holds it in formats that need one there, or null
     */
    public record Slot(DataType type, boolean nullable, String box) {}

    /**
     * What a value is.
     *
     * @param name of a record; of a list or map, that of the record that holds it in formats that need one
     * @param inner what is in a list or map; else null
     */
    public record DataType(Kind kind, String name, Slot inner) {
        /** Whether it is a list or map. */
        public boolean isContainer() {
            return inner != null;
        }
    }

    /** The kinds of types; JSON is a string for a program. */
    public enum Kind {
        BOOL,
        INT64,
        UINT64,
        FLOAT64,
        STRING,
        BYTES,
        JSON,
        RECORD,
        LIST,
        MAP
    }

    /**
     * Reads the JSON form.
     *
     * @throws RuntimeException it is something else
     */
    public static Schema of(Object json) {
        Map<?, ?> form = (Map<?, ?>) json;
        Map<String, RecordType> records = new LinkedHashMap<>();
        for (Object one : (List<?>) form.get("records")) {
            Map<?, ?> record = (Map<?, ?>) one;
            String name = (String) record.get("name");
            records.put(name, new RecordType(name, fields((List<?>) record.get("fields"))));
        }
        return new Schema((String) form.get("fingerprint"), slot((Map<?, ?>) form.get("root")), records);
    }

    /** Whether every document is a map, whose keys may be known. */
    public boolean hasMapAtRoot() {
        return !root.nullable()
                && (root.type().kind() == Kind.RECORD || root.type().kind() == Kind.MAP);
    }

    /** The name of the package with its types. */
    public String packageName() {
        return "schema_" + fingerprint.substring(0, 16);
    }

    private static List<Field> fields(List<?> forms) {
        List<Map<?, ?>> fields = new ArrayList<>();
        forms.forEach(form -> fields.add((Map<?, ?>) form));
        Iterator<String> components = Names.components(fields).iterator();
        return fields.stream()
                .map(field -> new Field(
                        (String) field.get("key"),
                        (String) field.get("name"),
                        components.next(),
                        (Integer) field.get("number"),
                        type((Map<?, ?>) field.get("type")),
                        (Boolean) field.get("optional"),
                        (Boolean) field.get("nullable")))
                .toList();
    }

    private static Slot slot(Map<?, ?> form) {
        return new Slot(type((Map<?, ?>) form.get("type")), (Boolean) form.get("nullable"), (String) form.get("box"));
    }

    private static DataType type(Map<?, ?> form) {
        return switch ((String) form.get("kind")) {
            case "record" -> new DataType(Kind.RECORD, (String) form.get("record"), null);
            case "list" -> new DataType(Kind.LIST, (String) form.get("name"), slot((Map<?, ?>) form.get("element")));
            case "map" -> new DataType(Kind.MAP, (String) form.get("name"), slot((Map<?, ?>) form.get("value")));
            case "bool" -> new DataType(Kind.BOOL, null, null);
            case "int64" -> new DataType(Kind.INT64, null, null);
            case "uint64" -> new DataType(Kind.UINT64, null, null);
            case "float64" -> new DataType(Kind.FLOAT64, null, null);
            case "string" -> new DataType(Kind.STRING, null, null);
            case "bytes" -> new DataType(Kind.BYTES, null, null);
            case "json" -> new DataType(Kind.JSON, null, null);
            default -> throw new IllegalArgumentException("no kind " + form.get("kind"));
        };
    }
}

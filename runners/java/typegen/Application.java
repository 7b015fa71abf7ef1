package typegen;

import harness.schema.Schema;
import harness.schema.Schema.DataType;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import harness.schema.Schema.Slot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The application's own types, as a Java programmer would write them: records, of which every library is told by its own
 * annotations what Java's names do not tell.
 *
 * <p>What may be none is a reference, which can be null. Where a field is never null but may be absent, Jackson is told to
 * leave it out when it is none; the others leave out all that is null, or nothing.
 */
final class Application {
    /** What is declared in the package of the root's type. */
    static final String ROOT = "Root";

    /** What is never null. */
    static final Map<Kind, String> PRIMITIVES =
            Map.of(Kind.BOOL, "boolean", Kind.INT64, "long", Kind.FLOAT64, "double");

    private static final Map<Kind, String> CLASSES = Map.of(
            Kind.BOOL, "java.lang.Boolean",
            Kind.INT64, "java.lang.Long",
            Kind.UINT64, "java.math.BigInteger",
            Kind.FLOAT64, "java.lang.Double",
            Kind.STRING, "java.lang.String",
            Kind.JSON, "java.lang.String");
    /** Each library's annotation that has a field's key. */
    private static final List<String> KEYS = List.of(
            "com.fasterxml.jackson.annotation.JsonProperty(\"%s\")",
            "com.google.gson.annotations.SerializedName(\"%s\")",
            "com.squareup.moshi.Json(name = \"%s\")",
            "com.alibaba.fastjson2.annotation.JSONField(name = \"%s\")");
    /** DSL-JSON's, whose annotation processor writes it into code as it is. */
    private static final String KEY_IN_CODE = "com.dslplatform.json.JsonAttribute(name = \"%s\")";

    /** Of a constructor's parameters, one of which is the object: a long or double counts twice. */
    private static final int MOST_PARAMETERS = 254;

    private static final int LONGEST_TEXT = 65_535;

    private final Schema schema;
    private final boolean processed;
    private final Set<String> imports = new TreeSet<>();

    private Application(Schema schema, boolean processed) {
        this.schema = schema;
        this.processed = processed;
    }

    /**
     * Writes two files for each record, and one that tells of the root.
     *
     * @param processed whether DSL-JSON's processor may look at them: if not, there is nothing in them for it
     * @throws Refused Java has no such records
     */
    static void write(Schema schema, Path folder, boolean processed) throws IOException, Refused {
        for (RecordType record : schema.records().values()) {
            requireRoom(record);
            Trees.write(folder.resolve(record.name() + ".java"), new Application(schema, processed).source(record));
            Trees.write(folder.resolve("components").resolve(record.name() + ".java"), components(schema, record));
        }
        Trees.write(
                folder.resolve("root").resolve(ROOT + ".java"),
                "package %s.root;%n%n/** What a document is. */%npublic final class %s {%n    public static %s document;%n}%n"
                        .formatted(schema.packageName(), ROOT, type(schema, schema.root())));
    }

    private static void requireRoom(RecordType record) throws Refused {
        int room = MOST_PARAMETERS;
        for (Field field : record.fields()) {
            room -= isPrimitive(field) && field.type().kind() != Kind.BOOL ? 2 : 1;
            if (quoted(field.key()).length() > LONGEST_TEXT) {
                throw new Refused("a key of %s has more than the %d characters of a text in Java's code"
                        .formatted(record.name(), LONGEST_TEXT));
            }
        }
        if (room < 0) {
            throw new Refused(
                    "a record of Java has at most %d fields, of which integers and floats count twice; %s has %d"
                            .formatted(
                                    MOST_PARAMETERS,
                                    record.name(),
                                    record.fields().size()));
        }
    }

    private static boolean isPrimitive(Field field) {
        return !field.mayLack() && PRIMITIVES.containsKey(field.type().kind());
    }

    /** Writes a function for each component, by which values are picked out. */
    private static String components(Schema schema, RecordType record) {
        StringBuilder text = new StringBuilder(
                "package %s.components;\n\npublic final class %s {\n".formatted(schema.packageName(), record.name()));
        text.append(
                "    public static java.util.function.Function<java.lang.Object, java.lang.Object> get(int index) {\n");
        text.append("        switch (index) {\n");
        int index = 0;
        for (Field field : record.fields()) {
            text.append("            case %d:\n                return it -> ((%s.%s) it).%s();\n"
                    .formatted(index++, schema.packageName(), record.name(), field.component()));
        }
        return text.append("            default:\n                return null;\n        }\n    }\n}\n")
                .toString();
    }

    /** Returns the type of a slot, with the names of classes in full, as it stands in a list or map. */
    static String type(Schema schema, Slot slot) {
        return type(schema, slot.type());
    }

    static String type(Schema schema, DataType type) {
        return new Application(schema, false).boxed(type, true);
    }

    private String source(RecordType record) {
        List<String> components =
                record.fields().stream().map(this::component).collect(Collectors.toCollection(ArrayList::new));
        String annotation = processed ? "@" + name("com.dslplatform.json.CompiledJson", false) + "\n" : "";
        String serializable = name("java.io.Serializable", false);
        StringBuilder text = new StringBuilder("package " + schema.packageName() + ";\n\n");
        imports.forEach(one -> text.append("import ").append(one).append(";\n"));
        text.append(imports.isEmpty() ? "" : "\n").append(annotation).append("public record ");
        text.append(record.name()).append("(").append(components.isEmpty() ? "" : "\n        ");
        text.append(String.join(",\n        ", components))
                .append(") implements ")
                .append(serializable);
        return text.append(" {}\n").toString();
    }

    private String component(Field field) {
        StringBuilder text = new StringBuilder();
        if (!field.key().equals(field.component())) {
            List<String> annotations = new ArrayList<>(KEYS);
            if (processed) {
                annotations.add(KEY_IN_CODE);
            }
            for (String annotation : annotations) {
                int end = annotation.indexOf('(');
                text.append("@").append(name(annotation.substring(0, end), false));
                text.append(annotation.substring(end).formatted(quoted(field.key())))
                        .append(" ");
            }
        }
        if (field.optional() && !field.nullable()) {
            String include = name("com.fasterxml.jackson.annotation.JsonInclude", false);
            text.append("@%s(%s.Include.NON_NULL) ".formatted(include, include));
        }
        return text.append(isPrimitive(field) ? PRIMITIVES.get(field.type().kind()) : boxed(field.type(), false))
                .append(" ")
                .append(field.component())
                .toString();
    }

    private String boxed(DataType type, boolean inFull) {
        return switch (type.kind()) {
            case RECORD -> inFull ? schema.packageName() + "." + type.name() : type.name();
            case LIST ->
                name("java.util.List", inFull) + "<" + boxed(type.inner().type(), inFull) + ">";
            case MAP ->
                "%s<%s, %s>"
                        .formatted(
                                name("java.util.Map", inFull),
                                name("java.lang.String", inFull),
                                boxed(type.inner().type(), inFull));
            case BYTES -> "byte[]";
            default -> name(CLASSES.get(type.kind()), inFull);
        };
    }

    /** Returns a class's simple name, imported, unless a record has it. */
    private String name(String inFull, boolean isWanted) {
        String simple = inFull.substring(inFull.lastIndexOf('.') + 1);
        if (isWanted || schema.records().containsKey(simple)) {
            return inFull;
        }
        if (!inFull.startsWith("java.lang.")) {
            imports.add(inFull);
        }
        return simple;
    }

    /** Returns text as it stands between quotes, in ASCII. */
    static String quoted(String text) {
        StringBuilder made = new StringBuilder();
        text.chars().forEach(unit -> {
            if (unit == '"' || unit == '\\') {
                made.append('\\').append((char) unit);
            } else if (unit == '\n' || unit == '\r') { // Java reads the escape by number as the end of the line
                made.append(unit == '\n' ? "\\n" : "\\r");
            } else if (unit < ' ' || unit > '~') {
                made.append("\\u%04x".formatted(unit));
            } else {
                made.append((char) unit);
            }
        });
        return made.toString();
    }
}

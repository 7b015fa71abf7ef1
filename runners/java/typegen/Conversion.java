package typegen;

import harness.schema.Schema;
import harness.schema.Schema.DataType;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import harness.schema.Schema.Slot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the class that turns the application's types into a library's own and back, as a programmer does who keeps the
 * library's classes at the border: what both hold alike is shared, not copied.
 *
 * <p>Classes are named in full: those of both sides have the same names. Methods return an expression, of an expression.
 */
abstract class Conversion {
    static final String LIST = "java.util.List";
    static final String MAP = "java.util.Map";

    final Schema schema;
    private final Map<String, String> methods = new LinkedHashMap<>();

    Conversion(Schema schema) {
        this.schema = schema;
    }

    /** Returns the class's source. */
    final String source(String name) {
        for (RecordType record : schema.records().values()) {
            String own = ownRecord(record.name());
            String application = application(record);
            method("from" + record.name(), own, application, () -> fromRecord(record));
            method("to" + record.name(), application, own, () -> toRecord(record));
        }
        String root = Application.type(schema, schema.root());
        String from = fromRoot("(%s) document".formatted(root));
        String to = toRoot("(%s) own".formatted(ownRoot()));
        StringBuilder text = new StringBuilder(
                "package %s.own;\n\n@SuppressWarnings(\"unchecked\")\n".formatted(schema.packageName()));
        text.append("public final class %s implements harness.api.Own {\n".formatted(name));
        text.append("    public static %s own;\n\n".formatted(ownRoot()));
        text.append("    @Override\n    public java.lang.reflect.Type type() throws ReflectiveOperationException {\n");
        text.append("        return getClass().getField(\"own\").getGenericType();\n    }\n\n");
        text.append("    @Override\n    public Object from(Object document) {\n        return %s;\n    }\n\n"
                .formatted(from));
        text.append("    @Override\n    public Object to(Object own) {\n        return %s;\n    }\n".formatted(to));
        methods.values().forEach(text::append);
        return text.append("}\n").toString();
    }

    final String application(RecordType record) {
        return schema.packageName() + "." + record.name();
    }

    final String application(Slot slot) {
        return Application.type(schema, slot);
    }

    /** Writes a static method of one parameter, named {@code from} or {@code to}, unless there is one of its name. */
    final void method(String name, String result, String parameter, Body body) {
        if (!methods.containsKey(name)) {
            methods.put(name, ""); // so that it may be called within
            String text = body.text().indent(8);
            methods.put(name, "\n    static %s %s(%s it) {\n%s    }\n".formatted(result, name, parameter, text));
        }
    }

    /** The statements of a method. */
    interface Body {
        String text();
    }

    /** Returns the class of a record's, or of a document's. */
    abstract String ownRecord(String name);

    abstract String ownRoot();

    abstract String fromRoot(String value);

    abstract String toRoot(String value);

    abstract String fromRecord(RecordType record);

    abstract String toRecord(RecordType record);

    /** Takes a value apart into what may be null and what is made of it then. */
    static String unlessNull(String value, String made) {
        return made.equals(value) ? value : "%s == null ? null : %s".formatted(value, made);
    }

    static String unsigned(String value) {
        return "harness.api.Own.unsigned(%s)".formatted(value);
    }

    static final Map<Kind, String> BOXED = new HashMap<>(Map.of(
            Kind.BOOL, "Boolean",
            Kind.INT64, "Long",
            Kind.UINT64, "Long",
            Kind.FLOAT64, "Double"));

    /** Writes the call of a component. */
    static String component(Field field) {
        return "it." + field.component() + "()";
    }

    /** Writes a method that makes a list or map of another, item by item. */
    final String copied(String name, DataType type, String result, String parameter, Item item, String value) {
        String inner = parameter.substring(parameter.indexOf('<') + 1, parameter.length() - 1);
        method(name, result, parameter, () -> {
            if (type.kind() == Kind.LIST) {
                return """
                        %s made = new java.util.ArrayList<>(it.size());
                        for (%s one : it) {
                            made.add(%s);
                        }
                        return made;""".formatted(result, inner, item.of("one"));
            }
            String key = inner.substring(0, inner.indexOf(','));
            return """
                    %s made = new java.util.LinkedHashMap<>();
                    for (java.util.Map.Entry<%s> one : it.entrySet()) {
                        made.put(one.getKey()%s, %s);
                    }
                    return made;""".formatted(
                            result,
                            inner,
                            key.equals("java.lang.CharSequence") ? ".toString()" : "",
                            item.of("one.getValue()"));
        });
        return "%s(%s)".formatted(name, value);
    }

    /** What is made of an item. */
    interface Item {
        String of(String value);
    }
}

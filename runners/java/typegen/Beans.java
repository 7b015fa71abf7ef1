package typegen;

import harness.schema.Schema;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import java.io.IOException;
import java.util.List;

/** Classes with getters and setters, as Java had before records, for libraries that cannot make records. */
final class Beans extends BeanConversion {
    private Beans(Schema schema) {
        super(schema);
    }

    static void write(Pack pack) throws IOException {
        Beans beans = new Beans(pack.schema);
        for (RecordType record : pack.schema.records().values()) {
            Trees.write(pack.sources("beans").resolve("beans").resolve(record.name() + ".java"), beans.bean(record));
        }
        if (beans.isWrapped()) {
            Trees.write(
                    pack.sources("beans")
                            .resolve("beans")
                            .resolve(beans.wrapper().name() + ".java"),
                    beans.bean(beans.wrapper()));
        }
        Trees.write(pack.sources("beans").resolve("Beans.java"), beans.source("Beans"));
    }

    /** Whether a document is in a record of its own: messages are all that is encoded. */
    private boolean isWrapped() {
        return schema.root().nullable() || schema.root().type().kind() != Kind.RECORD;
    }

    private RecordType wrapper() {
        Schema.Slot root = schema.root();
        String name = root.box() != null ? root.box() : root.type().name();
        return new RecordType(
                name, List.of(new Field("value", "value", "value", 1, root.type(), false, root.nullable())));
    }

    @Override
    String ownRoot() {
        return isWrapped() ? ownRecord(wrapper().name()) : super.ownRoot();
    }

    @Override
    String fromRoot(String value) {
        if (!isWrapped()) {
            return super.fromRoot(value);
        }
        method(
                "wrapped",
                ownRoot(),
                application(schema.root()),
                () -> "%1$s made = new %1$s();\nmade.setValue(%2$s);\nreturn made;"
                        .formatted(ownRoot(), super.fromRoot("it")));
        return "wrapped(%s)".formatted(value);
    }

    @Override
    String toRoot(String value) {
        return super.toRoot(isWrapped() ? "(%s).getValue()".formatted(value) : value);
    }

    private String bean(RecordType record) {
        StringBuilder text = new StringBuilder();
        text.append("package %s.beans;\n\npublic final class %s {\n".formatted(schema.packageName(), record.name()));
        for (Field field : record.fields()) {
            text.append("    private %s %s%s;\n".formatted(type(field), field.component(), initial(field)));
        }
        for (Field field : record.fields()) {
            String type = type(field);
            String name = field.component();
            text.append(
                    "\n    public %s %s() {\n        return %s;\n    }\n".formatted(type, getter(record, field), name));
            text.append("\n    public void %s(%s %s) {\n        this.%s = %s;\n    }\n"
                    .formatted(setter(record, field), type, name, name, name));
        }
        return text.append("}\n").toString();
    }

    /** An empty list or map is not written, and found empty only where it was so from the beginning. */
    private static String initial(Field field) {
        if (field.mayLack() || !field.type().isContainer()) {
            return "";
        }
        return field.type().kind() == Kind.LIST
                ? " = new java.util.ArrayList<>()"
                : " = new java.util.LinkedHashMap<>()";
    }

    private String type(Field field) {
        String primitive =
                field.mayLack() ? null : Application.PRIMITIVES.get(field.type().kind());
        return primitive == null ? own(field.type()) : primitive;
    }

    @Override
    String ownRecord(String name) {
        return schema.packageName() + ".beans." + name;
    }

    /** Of the schema's name: components may differ in their case alone. */
    @Override
    String getter(RecordType record, Field field) {
        return accessor("get", field);
    }

    @Override
    String setter(RecordType record, Field field) {
        return accessor("set", field);
    }

    private static String accessor(String verb, Field field) {
        String name = field.name();
        String method = verb + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return method.equals("getClass") ? "getClass_" : method;
    }

    @Override
    String ownScalar(Kind kind) {
        return Application.type(schema, new Schema.DataType(kind, null, null));
    }

    @Override
    String ownKey() {
        return "java.lang.String";
    }

    @Override
    String fromScalar(Kind kind, String value) {
        return value;
    }

    @Override
    String toScalar(Kind kind, String value) {
        return value;
    }
}

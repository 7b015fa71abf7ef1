package typegen;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import harness.Avsc;
import harness.schema.Schema;
import harness.schema.Schema.DataType;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import harness.schema.Schema.Slot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Protocol Buffers' messages, by protoc of the library's own version. */
final class Protobuf extends Conversion {
    /** What every message has a method of, or what the names of a field's other methods end with. */
    private static final Set<String> OF_MESSAGES = Set.of(
            "AllFields",
            "CachedSize",
            "Class",
            "DefaultInstance",
            "DefaultInstanceForType",
            "Descriptor",
            "DescriptorForType",
            "InitializationErrorString",
            "ParserForType",
            "SerializedSize",
            "UnknownFields");

    private static final List<String> ENDINGS = List.of(
            "", "Builder", "BuilderList", "Bytes", "BytesList", "Count", "List", "Map", "OrBuilder", "OrBuilderList");

    /** By message and field's number. */
    private final Map<String, Map<Integer, String>> accessors = new HashMap<>();

    private Protobuf(Schema schema, FileDescriptorProto file) {
        super(schema);
        for (DescriptorProto message : file.getMessageTypeList()) {
            Map<Integer, String> names = new HashMap<>();
            message.getFieldList().forEach(field -> names.put(field.getNumber(), camelCase(field.getName())));
            accessors.put(message.getName(), names);
        }
    }

    static void write(Pack pack) throws IOException, Unbuilt {
        byte[] compiled = Base64.getMimeDecoder().decode(Files.readString(pack.file("proto-compiled")));
        FileDescriptorSet set = FileDescriptorSet.parseFrom(compiled);
        FileDescriptorProto file = adapted(set.getFile(0), pack.schema.packageName());
        Path described = pack.sources("protobuf").resolve("messages.descriptor");
        Files.createDirectories(described.getParent());
        Files.write(described, set.toBuilder().setFile(0, file).build().toByteArray());
        Tools.run(
                "protoc", "--descriptor_set_in=" + described, "--java_out=" + pack.sources("protobuf"), file.getName());
        String source = new Protobuf(pack.schema, file).source("Protobuf");
        Trees.write(pack.sources("protobuf").resolve("Protobuf.java"), source);
    }

    /**
     * Gives a file a package of Java's, and other names to fields whose methods would hide others: no name is encoded. The
     * documents' keys and comments are left out: they are none of the generator's business.
     */
    private static FileDescriptorProto adapted(FileDescriptorProto file, String name) {
        FileDescriptorProto.Builder made = file.toBuilder().clearSourceCodeInfo();
        made.getOptionsBuilder()
                .setJavaPackage(name + ".protobuf")
                .setJavaMultipleFiles(true)
                .setJavaOuterClassname("MessagesOfTheSchema");
        String place = "." + file.getPackage() + ".";
        made.getMessageTypeBuilderList().forEach(message -> adapt(message, place));
        return made.build();
    }

    private static void adapt(DescriptorProto.Builder message, String place) {
        message.setName(Avsc.ownName(message.getName()));
        message.getNestedTypeBuilderList().forEach(nested -> adapt(nested, place));
        for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
            field.clearJsonName();
            if (isHidden(field, message)) {
                field.setName("field_" + field.getNumber());
            }
            if (field.getTypeName().startsWith(place)) {
                String[] names = field.getTypeName().substring(place.length()).split("\\.", -1);
                names[0] = Avsc.ownName(names[0]);
                field.setTypeName(place + String.join(".", names));
            }
        }
    }

    private static boolean isHidden(FieldDescriptorProto.Builder field, DescriptorProto.Builder message) {
        String name = camelCase(field.getName());
        return OF_MESSAGES.contains(name)
                || message.getFieldBuilderList().stream()
                        .filter(other -> other != field)
                        .map(other -> camelCase(other.getName()))
                        .anyMatch(other -> ENDINGS.stream().anyMatch(ending -> name.equals(other + ending)));
    }

    /** Returns the name that protoc makes of a field's, with a capital first. */
    private static String camelCase(String name) {
        StringBuilder made = new StringBuilder();
        boolean capital = true;
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter != '_') {
                made.append(capital ? Character.toUpperCase(letter) : letter);
            }
            capital = !Character.isLetter(letter);
        }
        return made.toString();
    }

    private String accessor(String message, int number) {
        return accessors.get(Avsc.ownName(message)).get(number);
    }

    @Override
    String ownRecord(String name) {
        return schema.packageName() + ".protobuf." + Avsc.ownName(name);
    }

    @Override
    String ownRoot() {
        Slot root = schema.root();
        return ownRecord(root.box() != null ? root.box() : root.type().name());
    }

    @Override
    String fromRoot(String value) {
        Slot root = schema.root();
        return root.box() != null ? boxed(root, value) : held(root, value);
    }

    @Override
    String toRoot(String value) {
        Slot root = schema.root();
        return root.box() != null ? unboxed(root, value) : unheld(root, value);
    }

    @Override
    String fromRecord(RecordType record) {
        StringBuilder text = builder(record.name());
        for (Field field : record.fields()) {
            text.append(set(accessor(record.name(), field.number()), field.type(), component(field), field.mayLack()));
        }
        return text.append("return made.build();").toString();
    }

    private StringBuilder builder(String message) {
        return new StringBuilder("%1$s.Builder made = %1$s.newBuilder();\n".formatted(ownRecord(message)));
    }

    /** Returns the statements that set a field. */
    private String set(String name, DataType type, String value, boolean mayLack) {
        String statement = switch (type.kind()) {
            case LIST ->
                isAlike(type.inner())
                        ? "made.addAll%s(%s);".formatted(name, value)
                        : "for (%s one : %s) {\n    made.add%s(%s);\n}"
                                .formatted(application(type.inner()), value, name, held(type.inner(), "one"));
            case MAP ->
                isAlike(type.inner())
                        ? "made.putAll%s(%s);".formatted(name, value)
                        : "for (java.util.Map.Entry<java.lang.String, %s> one : %s.entrySet()) {\n    made.put%s(one.getKey(), %s);\n}"
                                .formatted(
                                        application(type.inner()), value, name, held(type.inner(), "one.getValue()"));
            default -> "made.set%s(%s);".formatted(name, single(type, value));
        };
        return mayLack ? "if (%s != null) {\n%s}\n".formatted(value, statement.indent(4)) : statement + "\n";
    }

    private String single(DataType type, String value) {
        return switch (type.kind()) {
            case RECORD -> "from%s(%s)".formatted(type.name(), value);
            case BYTES -> "com.google.protobuf.ByteString.copyFrom(%s)".formatted(value);
            case UINT64 -> value + ".longValue()";
            default -> value;
        };
    }

    /** Converts an element of a list, or a value of a map. */
    private String held(Slot slot, String value) {
        if (slot.nullable()) {
            return boxed(slot, value);
        }
        DataType type = slot.type();
        if (!type.isContainer()) {
            return single(type, value);
        }
        method(
                "from" + type.name(),
                ownRecord(type.name()),
                application(slot),
                () -> builder(type.name()) + set(accessor(type.name(), 1), type, "it", false) + "return made.build();");
        return "from%s(%s)".formatted(type.name(), value);
    }

    private String boxed(Slot slot, String value) {
        method("from" + slot.box(), ownRecord(slot.box()), application(slot), () -> {
            String name = accessor(slot.box(), 1);
            String inner = held(new Slot(slot.type(), false, null), "it");
            String set = "made.set%s(%s);\n".formatted(name, inner);
            return builder(slot.box())
                    + (slot.nullable() ? "if (it != null) {\n%s}\n".formatted(set.indent(4)) : set)
                    + "return made.build();";
        });
        return "from%s(%s)".formatted(slot.box(), value);
    }

    @Override
    String toRecord(RecordType record) {
        StringBuilder text = new StringBuilder("return new %s(".formatted(application(record)));
        String comma = "";
        for (Field field : record.fields()) {
            String got = got(accessor(record.name(), field.number()), field.type(), "it", field.mayLack());
            text.append(comma).append("\n        ").append(got);
            comma = ",";
        }
        return text.append(");").toString();
    }

    /** Gets what a field holds; an empty list or map where there may be none is none. */
    private String got(String name, DataType type, String from, boolean mayLack) {
        if (!type.isContainer()) {
            String got = ungot(type, "%s.get%s()".formatted(from, name));
            return mayLack ? "%s.has%s() ? %s : null".formatted(from, name, got) : got;
        }
        String value = "%s.get%s%s()".formatted(from, name, type.kind() == Kind.LIST ? "List" : "Map");
        if (!isAlike(type.inner())) {
            String own = "java.util.%s%s>"
                    .formatted(type.kind() == Kind.LIST ? "List<" : "Map<java.lang.String, ", ownInner(type.inner()));
            Item item = one -> unheld(type.inner(), one);
            value = copied("items" + type.name(), type, Application.type(schema, type), own, item, value);
        }
        return mayLack ? "%s.get%sCount() == 0 ? null : %s".formatted(from, name, value) : value;
    }

    private String ungot(DataType type, String value) {
        return switch (type.kind()) {
            case RECORD -> "to%s(%s)".formatted(type.name(), value);
            case BYTES -> value + ".toByteArray()";
            case UINT64 -> unsigned(value);
            default -> value;
        };
    }

    private String ownInner(Slot slot) {
        if (slot.nullable()) {
            return ownRecord(slot.box());
        }
        return switch (slot.type().kind()) {
            case RECORD, LIST, MAP -> ownRecord(slot.type().name());
            case STRING, JSON -> "java.lang.String";
            case BYTES -> "com.google.protobuf.ByteString";
            default -> BOXED.get(slot.type().kind());
        };
    }

    private String unheld(Slot slot, String value) {
        if (slot.nullable()) {
            return unboxed(slot, value);
        }
        DataType type = slot.type();
        if (!type.isContainer()) {
            return ungot(type, value);
        }
        method(
                "to" + type.name(),
                application(slot),
                ownRecord(type.name()),
                () -> "return %s;".formatted(got(accessor(type.name(), 1), type, "it", false)));
        return "to%s(%s)".formatted(type.name(), value);
    }

    private String unboxed(Slot slot, String value) {
        method("to" + slot.box(), application(slot), ownRecord(slot.box()), () -> {
            String name = accessor(slot.box(), 1);
            String inner = unheld(new Slot(slot.type(), false, null), "it.get%s()".formatted(name));
            return "return %s;".formatted(slot.nullable() ? "it.has%s() ? %s : null".formatted(name, inner) : inner);
        });
        return "to%s(%s)".formatted(slot.box(), value);
    }

    /** Whether an item is the same on both sides. */
    private static boolean isAlike(Slot slot) {
        return !slot.nullable()
                && switch (slot.type().kind()) {
                    case RECORD, LIST, MAP, BYTES, UINT64 -> false;
                    default -> true;
                };
    }
}

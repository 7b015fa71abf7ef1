package typegen;

import harness.schema.Schema;
import harness.schema.Schema.DataType;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import harness.schema.Schema.Slot;
import java.util.function.UnaryOperator;

/** To and from classes that have getters and setters, and lists and maps as the application has them. */
abstract class BeanConversion extends Conversion {
    BeanConversion(Schema schema) {
        super(schema);
    }

    abstract String getter(RecordType record, Field field);

    abstract String setter(RecordType record, Field field);

    /** Returns the class of a scalar where it may be null. */
    abstract String ownScalar(Kind kind);

    abstract String ownKey();

    abstract String fromScalar(Kind kind, String value);

    abstract String toScalar(Kind kind, String value);

    @Override
    String ownRoot() {
        return own(schema.root().type());
    }

    @Override
    String fromRoot(String value) {
        return root(value, it -> from(schema.root().type(), it));
    }

    @Override
    String toRoot(String value) {
        return root(value, it -> to(schema.root().type(), it));
    }

    private String root(String value, UnaryOperator<String> made) {
        String converted = made.apply("(" + value + ")");
        return schema.root().nullable() ? unlessNull("(" + value + ")", converted) : converted;
    }

    @Override
    String fromRecord(RecordType record) {
        StringBuilder text = new StringBuilder("%1$s made = new %1$s();\n".formatted(ownRecord(record.name())));
        for (Field field : record.fields()) {
            String value = component(field);
            String made = from(field.type(), value);
            text.append("made.%s(%s);\n"
                    .formatted(setter(record, field), field.mayLack() ? unlessNull(value, made) : made));
        }
        return text.append("return made;").toString();
    }

    @Override
    String toRecord(RecordType record) {
        StringBuilder text = new StringBuilder("return new %s(".formatted(application(record)));
        String comma = "";
        for (Field field : record.fields()) {
            String value = "it." + getter(record, field) + "()";
            String made = to(field.type(), value);
            text.append(comma).append("\n        ").append(field.mayLack() ? unlessNull(value, made) : made);
            comma = ",";
        }
        return text.append(");").toString();
    }

    final String own(DataType type) {
        return switch (type.kind()) {
            case RECORD -> ownRecord(type.name());
            case LIST -> "java.util.List<%s>".formatted(own(type.inner().type()));
            case MAP ->
                "java.util.Map<%s, %s>".formatted(ownKey(), own(type.inner().type()));
            default -> ownScalar(type.kind());
        };
    }

    private String from(DataType type, String value) {
        return switch (type.kind()) {
            case RECORD -> "from%s(%s)".formatted(type.name(), value);
            case LIST, MAP -> {
                Item item = one -> item(type.inner(), one, from(type.inner().type(), one));
                String application = Application.type(schema, type);
                if (item.of("one").equals("one")) {
                    yield own(type).equals(application) ? value : "(%s) (Object) %s".formatted(own(type), value);
                }
                yield copied("from" + type.name(), type, own(type), application, item, value);
            }
            default -> fromScalar(type.kind(), value);
        };
    }

    private String to(DataType type, String value) {
        return switch (type.kind()) {
            case RECORD -> "to%s(%s)".formatted(type.name(), value);
            case LIST, MAP -> {
                Item item = one -> item(type.inner(), one, to(type.inner().type(), one));
                String application = Application.type(schema, type);
                if (item.of("one").equals("one") && own(type).equals(application)) {
                    yield value;
                }
                yield copied("to" + type.name(), type, application, own(type), item, value);
            }
            default -> toScalar(type.kind(), value);
        };
    }

    private static String item(Slot slot, String value, String made) {
        return slot.nullable() ? unlessNull(value, made) : made;
    }
}

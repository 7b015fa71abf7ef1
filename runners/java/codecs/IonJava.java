package codecs;

import com.amazon.ion.IntegerSize;
import com.amazon.ion.IonList;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonStruct;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonType;
import com.amazon.ion.IonValue;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Picker;
import harness.api.Row;
import harness.api.Visitor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** ion-java in binary: written and read value by value, and read to and written from its own tree. */
@AutoService(Codec.class)
public final class IonJava implements Codec {
    private static final Library LIBRARY =
            new Library("com.amazon.ion", "ion-java", "Apache-2.0", "https://github.com/amazon-ion/ion-java");
    private static final String DOCUMENTATION = "https://amazon-ion.github.io/ion-docs/guides/cookbook.html";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "ion-java", "ion")
                .map("list") // which is indexed when it is first searched
                .api("IonWriter; IonSystem; IonReader")
                .documentation(DOCUMENTATION)
                .encodeDriven(() -> {
                    IonBinaryWriterBuilder writers = IonBinaryWriterBuilder.standard();
                    return value -> {
                        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
                        try (IonWriter writer = writers.build(buffer)) {
                            write(writer, value);
                        }
                        return buffer.toByteArray();
                    };
                })
                .decode(() -> {
                    IonSystem system = IonSystemBuilder.standard().build();
                    return data -> system.singleValue(data);
                })
                .natural(() -> {
                    IonReaderBuilder readers = IonReaderBuilder.standard();
                    return value -> {
                        try (IonReader reader = readers.build((IonValue) value)) {
                            return natural(reader, reader.next());
                        }
                    };
                })
                .step(IonJava::into)
                .scan(() -> {
                    IonReaderBuilder readers = IonReaderBuilder.standard();
                    return (data, visitor) -> {
                        try (IonReader reader = readers.build(data)) {
                            scan(reader, visitor);
                        }
                    };
                });
        Row prebuilt = Row.of(LIBRARY, "ion-java", "ion")
                .variant("prebuilt")
                .map("list")
                .api("IonValue.writeTo")
                .documentation(DOCUMENTATION)
                .prepare(() -> {
                    IonSystem system = IonSystemBuilder.standard().build();
                    return value -> {
                        IonList parent = system.newEmptyList();
                        try (IonWriter writer = system.newWriter(parent)) {
                            write(writer, value);
                        }
                        return parent.remove(0);
                    };
                })
                .encode(() -> {
                    IonBinaryWriterBuilder writers = IonBinaryWriterBuilder.standard();
                    return value -> {
                        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
                        try (IonWriter writer = writers.build(buffer)) {
                            ((IonValue) value).writeTo(writer);
                        }
                        return buffer.toByteArray();
                    };
                });
        return List.of(plain, prebuilt);
    }

    private static Object into(Object container, Object key) {
        IonValue found = null;
        if (container instanceof IonStruct struct && key instanceof String name) {
            found = struct.get(name);
        } else if (container instanceof IonList list && key instanceof Integer index && index < list.size()) {
            found = list.get(index);
        }
        return found == null ? Picker.ABSENT : found;
    }

    private static void write(IonWriter writer, Object value) throws IOException {
        if (value instanceof String text) {
            writer.writeString(text);
        } else if (value instanceof Integer || value instanceof Long) {
            writer.writeInt(((Number) value).longValue());
        } else if (value instanceof Double number) {
            writer.writeFloat(number);
        } else if (value instanceof Map<?, ?> entries) {
            writer.stepIn(IonType.STRUCT);
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                writer.setFieldName((String) entry.getKey());
                write(writer, entry.getValue());
            }
            writer.stepOut();
        } else if (value instanceof List<?> items) {
            writer.stepIn(IonType.LIST);
            for (Object item : items) {
                write(writer, item);
            }
            writer.stepOut();
        } else if (value instanceof Boolean truth) {
            writer.writeBool(truth);
        } else if (value == null) {
            writer.writeNull();
        } else if (value instanceof BigInteger number) {
            writer.writeInt(number);
        } else {
            writer.writeBlob((byte[]) value);
        }
    }

    /** Scans what is left of the container that the reader stands in. */
    private static void scan(IonReader reader, Visitor visitor) {
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            if (reader.isInStruct()) {
                visitor.key(reader.getFieldName());
            }
            if (reader.isNullValue()) {
                visitor.nothing();
                continue;
            }
            switch (type) {
                case STRUCT -> {
                    visitor.beginMap();
                    reader.stepIn();
                    scan(reader, visitor);
                    reader.stepOut();
                    visitor.endMap();
                }
                case LIST -> {
                    visitor.beginArray();
                    reader.stepIn();
                    scan(reader, visitor);
                    reader.stepOut();
                    visitor.endArray();
                }
                case STRING -> visitor.value(reader.stringValue());
                case INT -> {
                    if (reader.getIntegerSize() == IntegerSize.BIG_INTEGER) {
                        visitor.value(reader.bigIntegerValue());
                    } else {
                        visitor.value(reader.longValue());
                    }
                }
                case FLOAT -> visitor.value(reader.doubleValue());
                case BOOL -> visitor.value(reader.booleanValue());
                case BLOB -> visitor.value(reader.newBytes());
                default -> throw new IllegalStateException(type.toString());
            }
        }
    }

    private static Object natural(IonReader reader, IonType type) {
        if (reader.isNullValue()) {
            return null;
        }
        return switch (type) {
            case STRUCT -> {
                Map<String, Object> entries = new LinkedHashMap<>();
                reader.stepIn();
                for (IonType item = reader.next(); item != null; item = reader.next()) {
                    entries.put(reader.getFieldName(), natural(reader, item));
                }
                reader.stepOut();
                yield entries;
            }
            case LIST -> {
                List<Object> items = new ArrayList<>();
                reader.stepIn();
                for (IonType item = reader.next(); item != null; item = reader.next()) {
                    items.add(natural(reader, item));
                }
                reader.stepOut();
                yield items;
            }
            case STRING -> reader.stringValue();
            case INT -> reader.bigIntegerValue();
            case FLOAT -> reader.doubleValue();
            case BOOL -> reader.booleanValue();
            case BLOB -> reader.newBytes();
            default -> throw new IllegalStateException(type.toString());
        };
    }
}

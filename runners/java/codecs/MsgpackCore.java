package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Visitor;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** msgpack-core: packed and unpacked value by value, and packed from its own tree, which holds strings in UTF-8. */
@AutoService(Codec.class)
public final class MsgpackCore implements Codec {
    private static final Library LIBRARY =
            new Library("org.msgpack", "msgpack-core", "Apache-2.0", "https://github.com/msgpack/msgpack-java");
    private static final String DOCUMENTATION =
            "https://www.javadoc.io/doc/org.msgpack/msgpack-core/latest/org/msgpack/core/MessagePack.html";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "msgpack-core", "msgpack")
                .api("MessagePacker, MessageUnpacker")
                .documentation(DOCUMENTATION)
                .encodeDriven(() -> value -> {
                    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
                        pack(packer, value);
                        return packer.toByteArray();
                    }
                })
                .decode(() -> data -> {
                    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(data)) {
                        return unpack(unpacker);
                    }
                })
                .scan(() -> (data, visitor) -> {
                    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(data)) {
                        unpack(unpacker, visitor);
                    }
                });
        Row reuse = Row.of(LIBRARY, "msgpack-core", "msgpack")
                .variant("reuse")
                .api("MessagePacker, kept")
                .documentation(DOCUMENTATION)
                .reusing()
                .encodeDriven(() -> {
                    MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
                    return value -> {
                        packer.clear();
                        pack(packer, value);
                        return packer.toByteArray();
                    };
                });
        Row prebuilt = Row.of(LIBRARY, "msgpack-core", "msgpack")
                .variant("prebuilt")
                .map("list")
                .api("packValue")
                .documentation(DOCUMENTATION)
                .prepare(() -> value -> tree(value))
                .encode(() -> value -> {
                    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
                        packer.packValue((Value) value);
                        return packer.toByteArray();
                    }
                });
        return List.of(plain, reuse, prebuilt);
    }

    private static void pack(MessagePacker packer, Object value) throws IOException {
        if (value instanceof String text) {
            packer.packString(text);
        } else if (value instanceof Integer number) {
            packer.packInt(number);
        } else if (value instanceof Double number) {
            packer.packDouble(number);
        } else if (value instanceof Map<?, ?> entries) {
            packer.packMapHeader(entries.size());
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                packer.packString((String) entry.getKey());
                pack(packer, entry.getValue());
            }
        } else if (value instanceof List<?> items) {
            packer.packArrayHeader(items.size());
            for (Object item : items) {
                pack(packer, item);
            }
        } else if (value instanceof Boolean truth) {
            packer.packBoolean(truth);
        } else if (value == null) {
            packer.packNil();
        } else if (value instanceof Long number) {
            packer.packLong(number);
        } else if (value instanceof BigInteger number) {
            packer.packBigInteger(number);
        } else {
            byte[] bytes = (byte[]) value;
            packer.packBinaryHeader(bytes.length);
            packer.writePayload(bytes);
        }
    }

    /** Unpacks to plain objects; the library's own tree would leave strings undecoded until they are asked for. */
    private static Object unpack(MessageUnpacker unpacker) throws IOException {
        MessageFormat format = unpacker.getNextFormat();
        return switch (format.getValueType()) {
            case MAP -> {
                int size = unpacker.unpackMapHeader();
                Map<String, Object> entries = new LinkedHashMap<>(size * 4 / 3 + 1);
                for (int i = 0; i < size; i++) {
                    entries.put(unpacker.unpackString(), unpack(unpacker));
                }
                yield entries;
            }
            case ARRAY -> {
                int size = unpacker.unpackArrayHeader();
                List<Object> items = new ArrayList<>(size);
                for (int i = 0; i < size; i++) {
                    items.add(unpack(unpacker));
                }
                yield items;
            }
            case STRING -> unpacker.unpackString();
            case INTEGER -> {
                if (format == MessageFormat.UINT64) {
                    yield unpacker.unpackBigInteger();
                }
                yield unpacker.unpackLong();
            }
            case FLOAT -> unpacker.unpackDouble();
            case BOOLEAN -> unpacker.unpackBoolean();
            case NIL -> {
                unpacker.unpackNil();
                yield null;
            }
            case BINARY -> unpacker.readPayload(unpacker.unpackBinaryHeader());
            default -> throw new IllegalStateException(format.toString());
        };
    }

    private static void unpack(MessageUnpacker unpacker, Visitor visitor) throws IOException {
        MessageFormat format = unpacker.getNextFormat();
        switch (format.getValueType()) {
            case MAP -> {
                int size = unpacker.unpackMapHeader();
                visitor.beginMap();
                for (int i = 0; i < size; i++) {
                    visitor.key(unpacker.unpackString());
                    unpack(unpacker, visitor);
                }
                visitor.endMap();
            }
            case ARRAY -> {
                int size = unpacker.unpackArrayHeader();
                visitor.beginArray();
                for (int i = 0; i < size; i++) {
                    unpack(unpacker, visitor);
                }
                visitor.endArray();
            }
            case STRING -> visitor.value(unpacker.unpackString());
            case INTEGER -> {
                if (format == MessageFormat.UINT64) {
                    BigInteger number = unpacker.unpackBigInteger();
                    if (number.bitLength() < Long.SIZE) {
                        visitor.value(number.longValue());
                    } else {
                        visitor.value(number);
                    }
                } else {
                    visitor.value(unpacker.unpackLong());
                }
            }
            case FLOAT -> visitor.value(unpacker.unpackDouble());
            case BOOLEAN -> visitor.value(unpacker.unpackBoolean());
            case NIL -> {
                unpacker.unpackNil();
                visitor.nothing();
            }
            case BINARY -> visitor.value(unpacker.readPayload(unpacker.unpackBinaryHeader()));
            default -> throw new IllegalStateException(format.toString());
        }
    }

    private static Value tree(Object value) {
        if (value instanceof Map<?, ?> entries) {
            ValueFactory.MapBuilder builder = ValueFactory.newMapBuilder();
            entries.forEach((key, item) -> builder.put(ValueFactory.newString((String) key), tree(item)));
            return builder.build();
        }
        if (value instanceof List<?> items) {
            return ValueFactory.newArray(items.stream().map(MsgpackCore::tree).toList());
        }
        if (value instanceof String text) {
            return ValueFactory.newString(text);
        }
        if (value instanceof Boolean truth) {
            return ValueFactory.newBoolean(truth);
        }
        if (value instanceof Double number) {
            return ValueFactory.newFloat(number);
        }
        if (value instanceof BigInteger number) {
            return ValueFactory.newInteger(number);
        }
        if (value instanceof Number number) {
            return ValueFactory.newInteger(number.longValue());
        }
        return value == null ? ValueFactory.newNil() : ValueFactory.newBinary((byte[]) value);
    }
}

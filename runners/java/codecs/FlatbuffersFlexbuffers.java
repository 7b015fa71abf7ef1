package codecs;

import com.google.auto.service.AutoService;
import com.google.flatbuffers.ArrayReadWriteBuf;
import com.google.flatbuffers.FlexBuffers;
import com.google.flatbuffers.FlexBuffersBuilder;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Picker;
import harness.api.Row;
import harness.api.Visitor;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** FlexBuffers of flatbuffers-java: built value by value, and visited in full through its references. */
@AutoService(Codec.class)
public final class FlatbuffersFlexbuffers implements Codec {
    private static final Library LIBRARY =
            new Library("com.google.flatbuffers", "flatbuffers-java", "Apache-2.0", "https://flatbuffers.dev/");

    /** What the library gives for a key that is not there; in a class of its own, so that it is not made before its use. */
    private static final class Missing {
        static final FlexBuffers.Reference REFERENCE =
                FlexBuffers.Vector.empty().get(0);
    }

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "flexbuffers", "flexbuffers")
                .api("FlexBuffersBuilder; FlexBuffers.Reference")
                .documentation("https://flatbuffers.dev/flexbuffers/")
                .access("lazy")
                .encodeDriven(() -> value -> {
                    FlexBuffersBuilder builder = new FlexBuffersBuilder();
                    put(builder, null, value);
                    return builder.finish();
                })
                .scan(() ->
                        (data, visitor) -> scan(FlexBuffers.getRoot(new ArrayReadWriteBuf(data, data.length)), visitor))
                .open(() -> data -> FlexBuffers.getRoot(new ArrayReadWriteBuf(data, data.length)))
                .step(FlatbuffersFlexbuffers::into)
                .natural(() -> found -> value((FlexBuffers.Reference) found)));
    }

    private static void put(FlexBuffersBuilder builder, String key, Object value) {
        if (value instanceof String text) {
            builder.putString(key, text);
        } else if (value instanceof Integer || value instanceof Long) {
            builder.putInt(key, ((Number) value).longValue());
        } else if (value instanceof Double number) {
            builder.putFloat(key, number.doubleValue());
        } else if (value instanceof Map<?, ?> entries) {
            int start = builder.startMap();
            entries.forEach((name, item) -> put(builder, (String) name, item));
            builder.endMap(key, start);
        } else if (value instanceof List<?> items) {
            int start = builder.startVector();
            items.forEach(item -> put(builder, null, item));
            builder.endVector(key, start, false, false);
        } else if (value instanceof Boolean truth) {
            builder.putBoolean(key, truth);
        } else if (value == null) {
            builder.putNull(key);
        } else if (value instanceof BigInteger number) {
            if (key != null) {
                throw new UnsupportedOperationException("the builder has no unsigned integers with a key: " + number);
            }
            builder.putUInt64(number);
        } else {
            builder.putBlob(key, (byte[]) value);
        }
    }

    private static Object into(Object container, Object key) {
        FlexBuffers.Reference reference = (FlexBuffers.Reference) container;
        if (key instanceof String name) {
            FlexBuffers.Reference found = reference.isMap() ? reference.asMap().get(name) : Missing.REFERENCE;
            return found == Missing.REFERENCE ? Picker.ABSENT : found;
        }
        FlexBuffers.Vector items = reference.isVector() || reference.isTypedVector() ? reference.asVector() : null;
        return items != null && (Integer) key < items.size() ? items.get((Integer) key) : Picker.ABSENT;
    }

    private static Object value(FlexBuffers.Reference reference) {
        if (reference.isString()) {
            return reference.asString();
        } else if (reference.isInt()) {
            return reference.asLong();
        } else if (reference.isFloat()) {
            return reference.asFloat();
        } else if (reference.isBoolean()) {
            return reference.asBoolean();
        } else if (reference.isUInt()) {
            long bits = reference.asUInt();
            return bits < 0 ? (Object) new BigInteger(Long.toUnsignedString(bits)) : bits;
        }
        return reference.isBlob() ? reference.asBlob().getBytes() : null;
    }

    private static void scan(FlexBuffers.Reference reference, Visitor visitor) {
        if (reference.isString()) {
            visitor.value(reference.asString());
        } else if (reference.isInt()) {
            visitor.value(reference.asLong());
        } else if (reference.isFloat()) {
            visitor.value(reference.asFloat());
        } else if (reference.isMap()) {
            FlexBuffers.Map entries = reference.asMap();
            FlexBuffers.KeyVector keys = entries.keys();
            FlexBuffers.Vector values = entries.values();
            visitor.beginMap();
            for (int i = 0; i < values.size(); i++) {
                visitor.key(keys.get(i).toString());
                scan(values.get(i), visitor);
            }
            visitor.endMap();
        } else if (reference.isVector() || reference.isTypedVector()) {
            FlexBuffers.Vector items = reference.asVector();
            visitor.beginArray();
            for (int i = 0; i < items.size(); i++) {
                scan(items.get(i), visitor);
            }
            visitor.endArray();
        } else if (reference.isBoolean()) {
            visitor.value(reference.asBoolean());
        } else if (reference.isNull()) {
            visitor.nothing();
        } else if (reference.isUInt()) {
            unsigned(reference.asUInt(), visitor);
        } else if (reference.isBlob()) {
            visitor.value(reference.asBlob().getBytes());
        } else {
            throw new IllegalStateException("type " + reference.getType());
        }
    }

    /** The library hands over an unsigned integer's 64 bits. */
    private static void unsigned(long bits, Visitor visitor) {
        if (bits < 0) {
            visitor.value(new BigInteger(Long.toUnsignedString(bits)));
        } else {
            visitor.value(bits);
        }
    }
}

package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Own;
import harness.api.Row;
import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.RuntimeSchema;
import java.util.List;

/**
 * Protostuff, with schemas that it makes of classes as it runs. It cannot make records, so that it has classes with setters:
 * converted to and from records, and alone; and with the buffer kept.
 */
@AutoService(Codec.class)
public final class ProtostuffRuntime implements Codec {
    private static final Library LIBRARY =
            new Library("io.protostuff", "protostuff-runtime", "Apache-2.0", "https://protostuff.github.io/docs/");
    private static final String BEANS = "beans";
    private static final int ROOM = 512;

    @Override
    public List<Row> rows() {
        Row plain = row().encodeTyped(types -> {
                    Own beans = types.own(BEANS);
                    Schema<Object> schema = schema(beans);
                    return value -> bytes(beans.from(value), schema);
                })
                .decodeTyped(types -> {
                    Own beans = types.own(BEANS);
                    Schema<Object> schema = schema(beans);
                    return data -> beans.to(read(data, schema));
                });
        Row own = row().variant("own-types")
                .own(BEANS)
                .encodeTyped(types -> {
                    Schema<Object> schema = schema(types.own(BEANS));
                    return bean -> bytes(bean, schema);
                })
                .decodeTyped(types -> {
                    Schema<Object> schema = schema(types.own(BEANS));
                    return data -> read(data, schema);
                });
        Row reuse = row().variant("reuse").api("LinkedBuffer, kept").reusing().encodeTyped(types -> {
            Own beans = types.own(BEANS);
            Schema<Object> schema = schema(beans);
            LinkedBuffer buffer = LinkedBuffer.allocate(ROOM);
            return value -> {
                try {
                    return ProtostuffIOUtil.toByteArray(beans.from(value), schema, buffer);
                } finally {
                    buffer.clear();
                }
            };
        });
        return List.of(plain, own, reuse);
    }

    private static Row row() {
        return Row.of(LIBRARY, "protostuff", "protostuff")
                .api("RuntimeSchema, ProtostuffIOUtil")
                .documentation("https://protostuff.github.io/docs/protostuff-runtime/")
                .unchecked();
    }

    private static byte[] bytes(Object bean, Schema<Object> schema) {
        return ProtostuffIOUtil.toByteArray(bean, schema, LinkedBuffer.allocate(ROOM));
    }

    private static Object read(byte[] data, Schema<Object> schema) {
        Object bean = schema.newMessage();
        ProtostuffIOUtil.mergeFrom(data, bean, schema);
        return bean;
    }

    @SuppressWarnings("unchecked")
    private static Schema<Object> schema(Own beans) throws ReflectiveOperationException {
        return (Schema<Object>) RuntimeSchema.getSchema((Class<?>) beans.type());
    }
}

package codecs;

import com.google.auto.service.AutoService;
import com.jsoniter.JsonIterator;
import com.jsoniter.extra.PreciseFloatSupport;
import com.jsoniter.output.JsonStream;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * jsoniter: as it comes, and told not to round floats. Its mode that generates encoders breaks into Java's internals, which are
 * closed since Java 16.
 */
@AutoService(Codec.class)
public final class Jsoniter implements Codec {
    private static final Library LIBRARY = new Library("com.jsoniter", "jsoniter", "MIT", "https://jsoniter.com/");
    private static final String DOCUMENTATION = "https://jsoniter.com/java-features.html";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "jsoniter", "json")
                .api("JsonStream.serialize, JsonIterator.deserialize")
                .documentation(DOCUMENTATION)
                .unchecked()
                .encode(() -> value -> serialize(value))
                .decode(() -> data -> JsonIterator.deserialize(data, Object.class));
        Row precise = Row.of(LIBRARY, "jsoniter", "json")
                .variant("precise")
                .api("PreciseFloatSupport; JsonStream.serialize")
                .documentation(DOCUMENTATION)
                .encode(() -> {
                    PreciseFloatSupport.enable();
                    return value -> serialize(value);
                });
        return List.of(plain, precise);
    }

    private static byte[] serialize(Object value) {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        JsonStream.serialize(value, buffer);
        return buffer.toByteArray();
    }
}

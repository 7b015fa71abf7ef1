package codecs;

import com.google.auto.service.AutoService;
import com.jsoniter.JsonIterator;
import com.jsoniter.output.JsonStream;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** jsoniter. Its fast modes generate code for classes, of which plain maps and lists have none. */
@AutoService(Codec.class)
public final class Jsoniter implements Codec {
    private static final Library LIBRARY = new Library("com.jsoniter", "jsoniter", "MIT", "https://jsoniter.com/");

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "jsoniter", "json")
                .api("JsonStream.serialize, JsonIterator.read")
                .documentation("https://jsoniter.com/java-features.html")
                .encode(() -> value -> {
                    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
                    JsonStream.serialize(value, buffer);
                    return buffer.toByteArray();
                })
                .decode(() -> data -> JsonIterator.deserialize(data, Object.class)));
    }
}

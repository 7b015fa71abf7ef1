package codecs;

import com.google.auto.service.AutoService;
import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import harness.api.Call;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import harness.api.Unsupported;
import java.util.List;
import okio.Buffer;

/** Moshi without a class to bind to: as it comes, where every number is a double, and told to keep null entries. */
@AutoService(Codec.class)
public final class SquareMoshi implements Codec {
    private static final Library LIBRARY =
            new Library("com.squareup.moshi", "moshi", "Apache-2.0", "https://github.com/square/moshi");

    private static final String DOCUMENTATION = "https://github.com/square/moshi#moshi";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "moshi", "json")
                .api("JsonAdapter of a type")
                .documentation(DOCUMENTATION)
                .encode(() -> encoder(adapter()))
                .decode(() -> {
                    JsonAdapter<Object> adapter = adapter();
                    return data -> adapter.fromJson(new Buffer().write(data));
                })
                .encodeTyped(types -> encoder(adapter(types)))
                .decodeTyped(types -> {
                    JsonAdapter<Object> adapter = adapter(types);
                    return data -> adapter.fromJson(new Buffer().write(data));
                });
        Row nulls = Row.of(LIBRARY, "moshi", "json")
                .variant("nulls")
                .api("serializeNulls")
                .documentation(DOCUMENTATION)
                .encode(() -> encoder(adapter().serializeNulls()))
                .encodeTyped(types -> encoder(adapter(types).serializeNulls()));
        return List.of(plain, nulls);
    }

    private static Call<Object, byte[]> encoder(JsonAdapter<Object> adapter) {
        return value -> {
            Buffer buffer = new Buffer();
            adapter.toJson(buffer, value);
            return buffer.readByteArray();
        };
    }

    private static JsonAdapter<Object> adapter(Types types) {
        try {
            return new Moshi.Builder().build().adapter(types.root());
        } catch (IllegalArgumentException error) { // such as one of Java's own classes that it has no adapter for
            throw new Unsupported(error.getMessage());
        }
    }

    private static JsonAdapter<Object> adapter() {
        return new Moshi.Builder().build().adapter(Object.class);
    }
}

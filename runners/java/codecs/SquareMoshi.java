package codecs;

import com.google.auto.service.AutoService;
import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;
import okio.Buffer;

/** Moshi without a class to bind to: every number is a double. */
@AutoService(Codec.class)
public final class SquareMoshi implements Codec {
    private static final Library LIBRARY =
            new Library("com.squareup.moshi", "moshi", "Apache-2.0", "https://github.com/square/moshi");

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "moshi", "json")
                .api("adapter of Object, serializeNulls")
                .documentation("https://github.com/square/moshi#moshi")
                .encode(() -> {
                    JsonAdapter<Object> adapter = adapter();
                    return value -> {
                        Buffer buffer = new Buffer();
                        adapter.toJson(buffer, value);
                        return buffer.readByteArray();
                    };
                })
                .decode(() -> {
                    JsonAdapter<Object> adapter = adapter();
                    return data -> adapter.fromJson(new Buffer().write(data));
                }));
    }

    private static JsonAdapter<Object> adapter() {
        return new Moshi.Builder().build().adapter(Object.class).serializeNulls();
    }
}

package codecs;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;

/** DSL-JSON without a class to bind to, with a fresh writer and with a kept one. */
@AutoService(Codec.class)
public final class DslPlatformJson implements Codec {
    private static final Library LIBRARY =
            new Library("com.dslplatform", "dsl-json", "BSD-3-Clause", "https://github.com/ngs-doo/dsl-json");
    private static final String DOCUMENTATION = "https://github.com/ngs-doo/dsl-json#best-serialization-practices";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "dsl-json", "json")
                .api("newWriter, deserialize, LONG_AND_DOUBLE")
                .documentation(DOCUMENTATION)
                .encode(() -> {
                    DslJson<Object> json = json();
                    return value -> {
                        JsonWriter writer = json.newWriter();
                        json.serialize(writer, value);
                        return writer.toByteArray();
                    };
                })
                .decode(() -> {
                    DslJson<Object> json = json();
                    return data -> json.deserialize(Object.class, data, data.length);
                });
        Row reuse = Row.of(LIBRARY, "dsl-json", "json")
                .variant("reuse")
                .api("JsonWriter and JsonReader, kept")
                .documentation(DOCUMENTATION)
                .reusing()
                .encode(() -> {
                    DslJson<Object> json = json();
                    JsonWriter writer = json.newWriter();
                    return value -> {
                        writer.reset();
                        json.serialize(writer, value);
                        return writer.toByteArray();
                    };
                })
                .decode(() -> {
                    JsonReader<Object> reader = json().newReader();
                    return data -> {
                        reader.process(data, data.length);
                        return reader.next(Object.class);
                    };
                });
        return List.of(plain, reuse);
    }

    /** Without the setting, floats become decimals. */
    private static DslJson<Object> json() {
        return new DslJson<>(Settings.basicSetup().unknownNumbers(JsonReader.UnknownNumberParsing.LONG_AND_DOUBLE));
    }
}

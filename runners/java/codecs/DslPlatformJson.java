package codecs;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import java.lang.reflect.Type;
import java.util.List;

/** DSL-JSON without a class to bind to: as it comes, told to make doubles of floats, and with writer and reader kept. */
@AutoService(Codec.class)
public final class DslPlatformJson implements Codec {
    private static final Library LIBRARY =
            new Library("com.dslplatform", "dsl-json", "BSD-3-Clause", "https://github.com/ngs-doo/dsl-json");
    private static final String DOCUMENTATION = "https://github.com/ngs-doo/dsl-json#best-serialization-practices";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "dsl-json", "json")
                .api("newWriter, deserialize")
                .documentation(DOCUMENTATION)
                .unchecked()
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
                })
                .natural(() -> Decimals::asDoubles)
                .encodeTyped(types -> {
                    DslJson<Object> json = compiled(types);
                    Type type = types.root();
                    return value -> {
                        JsonWriter writer = json.newWriter();
                        json.serialize(writer, type, value);
                        return writer.toByteArray();
                    };
                })
                .decodeTyped(types -> {
                    DslJson<Object> json = compiled(types);
                    Type type = types.root();
                    return data -> json.deserialize(type, data, data.length);
                });
        Row doubles = Row.of(LIBRARY, "dsl-json", "json")
                .variant("doubles")
                .api("LONG_AND_DOUBLE")
                .documentation(DOCUMENTATION)
                .unchecked()
                .decode(() -> {
                    DslJson<Object> json = new DslJson<>(
                            Settings.basicSetup().unknownNumbers(JsonReader.UnknownNumberParsing.LONG_AND_DOUBLE));
                    return data -> json.deserialize(Object.class, data, data.length);
                });
        Row reuse = Row.of(LIBRARY, "dsl-json", "json")
                .variant("reuse")
                .api("JsonWriter and JsonReader, kept")
                .documentation(DOCUMENTATION)
                .unchecked()
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
                })
                .natural(() -> Decimals::asDoubles);
        return List.of(plain, doubles, reuse);
    }

    /** With the converters that its annotation processor has made of the types. */
    private static DslJson<Object> compiled(Types types) {
        types.require("dsl-json");
        return new DslJson<>(Settings.withRuntime().includeServiceLoader());
    }

    private static DslJson<Object> json() {
        return new DslJson<>(Settings.basicSetup());
    }
}

package codecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.auto.service.AutoService;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.ToNumberPolicy;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import harness.api.Call;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import harness.api.Visitor;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Type;
import java.util.List;

/** Gson: as it comes, told to keep null entries, and told to keep integers too. It knows no bytes, so that strings are converted. */
@AutoService(Codec.class)
public final class GoogleGson implements Codec {
    private static final Library LIBRARY =
            new Library("com.google.code.gson", "gson", "Apache-2.0", "https://github.com/google/gson");
    private static final String DOCUMENTATION = "https://github.com/google/gson/blob/main/UserGuide.md";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "gson", "json")
                .map("sorted")
                .api("new Gson(): toJson, fromJson")
                .documentation(DOCUMENTATION)
                .encode(() -> {
                    Gson gson = new Gson();
                    return value -> gson.toJson(value).getBytes(UTF_8);
                })
                .decode(() -> {
                    Gson gson = new Gson();
                    return data -> gson.fromJson(new String(data, UTF_8), Object.class);
                })
                .encodeTyped(types -> typedEncoder(new Gson(), types))
                .decodeTyped(types -> {
                    Gson gson = new Gson();
                    Type type = types.root();
                    return data -> gson.fromJson(new String(data, UTF_8), type);
                });
        Row nulls = Row.of(LIBRARY, "gson", "json")
                .variant("nulls")
                .api("GsonBuilder: serializeNulls")
                .documentation(DOCUMENTATION)
                .encode(() -> {
                    Gson gson = new GsonBuilder().serializeNulls().create();
                    return value -> gson.toJson(value).getBytes(UTF_8);
                })
                .encodeTyped(
                        types -> typedEncoder(new GsonBuilder().serializeNulls().create(), types));
        Row exact = Row.of(LIBRARY, "gson", "json")
                .map("sorted")
                .variant("exact")
                .api("GsonBuilder: serializeNulls, disableHtmlEscaping, LONG_OR_DOUBLE; JsonReader")
                .documentation(DOCUMENTATION)
                .encode(() -> {
                    Gson gson = exact();
                    return value -> gson.toJson(value).getBytes(UTF_8);
                })
                .decode(() -> {
                    Gson gson = exact();
                    return data -> gson.fromJson(new String(data, UTF_8), Object.class);
                })
                .scan(() -> (data, visitor) -> {
                    try (JsonReader reader = new JsonReader(new StringReader(new String(data, UTF_8)))) {
                        scan(reader, visitor);
                    }
                });
        return List.of(plain, nulls, exact);
    }

    private static Call<Object, byte[]> typedEncoder(Gson gson, Types types) {
        Type type = types.root();
        return value -> gson.toJson(value, type).getBytes(UTF_8);
    }

    private static Gson exact() {
        return new GsonBuilder()
                .serializeNulls()
                .disableHtmlEscaping()
                .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
                .create();
    }

    private static void scan(JsonReader reader, Visitor visitor) throws IOException {
        for (JsonToken token = reader.peek(); token != JsonToken.END_DOCUMENT; token = reader.peek()) {
            switch (token) {
                case BEGIN_OBJECT -> {
                    reader.beginObject();
                    visitor.beginMap();
                }
                case END_OBJECT -> {
                    reader.endObject();
                    visitor.endMap();
                }
                case BEGIN_ARRAY -> {
                    reader.beginArray();
                    visitor.beginArray();
                }
                case END_ARRAY -> {
                    reader.endArray();
                    visitor.endArray();
                }
                case NAME -> visitor.key(reader.nextName());
                case STRING -> visitor.value(reader.nextString());
                case NUMBER -> number(reader.nextString(), visitor);
                case BOOLEAN -> visitor.value(reader.nextBoolean());
                case NULL -> {
                    reader.nextNull();
                    visitor.nothing();
                }
                default -> throw new IllegalStateException(token.toString());
            }
        }
    }

    /** Reads a number the way of {@code LONG_OR_DOUBLE}, since the reader does not tell which it is. */
    private static void number(String text, Visitor visitor) {
        if (text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            visitor.value(Double.parseDouble(text));
            return;
        }
        try {
            visitor.value(Long.parseLong(text));
        } catch (NumberFormatException error) {
            visitor.value(Double.parseDouble(text));
        }
    }
}

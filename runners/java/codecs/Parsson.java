package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Visitor;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.JsonWriter;
import jakarta.json.JsonWriterFactory;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parsson, the reference implementation of Jakarta's JSON-P: its tree, made in the call or before, and event by event. */
@AutoService(Codec.class)
public final class Parsson implements Codec {
    private static final Library LIBRARY = new Library(
            "org.eclipse.parsson", "parsson", "EPL-2.0", "https://projects.eclipse.org/projects/ee4j.parsson");
    private static final String DOCUMENTATION = "https://jakarta.ee/specifications/jsonp/2.1/apidocs/";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "parsson", "json")
                .api("JsonWriter, JsonReader of JsonValue; JsonParser")
                .documentation(DOCUMENTATION)
                .encodeDriven(() -> {
                    JsonWriterFactory writers = Json.createWriterFactory(Map.of());
                    JsonProvider provider = JsonProvider.provider();
                    return value -> bytes(writers, tree(provider, value));
                })
                .decode(() -> {
                    JsonReaderFactory readers = Json.createReaderFactory(Map.of());
                    return data -> {
                        try (JsonReader reader = readers.createReader(new ByteArrayInputStream(data))) {
                            return reader.readValue();
                        }
                    };
                })
                .natural(() -> value -> natural((JsonValue) value))
                .scan(() -> {
                    JsonParserFactory parsers = Json.createParserFactory(Map.of());
                    return (data, visitor) -> {
                        try (JsonParser parser = parsers.createParser(new ByteArrayInputStream(data))) {
                            scan(parser, visitor);
                        }
                    };
                });
        Row prebuilt = Row.of(LIBRARY, "parsson", "json")
                .variant("prebuilt")
                .api("JsonWriter of JsonValue")
                .documentation(DOCUMENTATION)
                .prepare(() -> {
                    JsonProvider provider = JsonProvider.provider();
                    return value -> tree(provider, value);
                })
                .encode(() -> {
                    JsonWriterFactory writers = Json.createWriterFactory(Map.of());
                    return value -> bytes(writers, (JsonValue) value);
                });
        return List.of(plain, prebuilt);
    }

    private static byte[] bytes(JsonWriterFactory writers, JsonValue tree) {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        try (JsonWriter writer = writers.createWriter(buffer)) {
            writer.write(tree);
        }
        return buffer.toByteArray();
    }

    private static void scan(JsonParser parser, Visitor visitor) {
        while (parser.hasNext()) {
            switch (parser.next()) {
                case START_OBJECT -> visitor.beginMap();
                case END_OBJECT -> visitor.endMap();
                case START_ARRAY -> visitor.beginArray();
                case END_ARRAY -> visitor.endArray();
                case KEY_NAME -> visitor.key(parser.getString());
                case VALUE_STRING -> visitor.value(parser.getString());
                case VALUE_NUMBER -> {
                    if (!parser.isIntegralNumber()) {
                        visitor.value(parser.getBigDecimal().doubleValue());
                        break;
                    }
                    BigInteger number = parser.getBigDecimal().toBigInteger();
                    if (number.bitLength() < Long.SIZE) {
                        visitor.value(number.longValue());
                    } else {
                        visitor.value(number);
                    }
                }
                case VALUE_TRUE -> visitor.value(true);
                case VALUE_FALSE -> visitor.value(false);
                case VALUE_NULL -> visitor.nothing();
            }
        }
    }

    /** Makes the tree by the provider itself: {@code Json} looks for it anew at each call. */
    private static JsonValue tree(JsonProvider provider, Object value) {
        if (value instanceof Map<?, ?> entries) {
            JsonObjectBuilder builder = provider.createObjectBuilder();
            entries.forEach((key, item) -> builder.add((String) key, tree(provider, item)));
            return builder.build();
        }
        if (value instanceof List<?> items) {
            JsonArrayBuilder builder = provider.createArrayBuilder();
            items.forEach(item -> builder.add(tree(provider, item)));
            return builder.build();
        }
        if (value instanceof String text) {
            return provider.createValue(text);
        }
        if (value instanceof Boolean truth) {
            return truth ? JsonValue.TRUE : JsonValue.FALSE;
        }
        if (value instanceof byte[] bytes) {
            return provider.createValue(Base64.getEncoder().encodeToString(bytes));
        }
        return value == null ? JsonValue.NULL : provider.createValue((Number) value);
    }

    private static Object natural(JsonValue value) {
        return switch (value.getValueType()) {
            case OBJECT -> {
                Map<String, Object> entries = new LinkedHashMap<>();
                ((JsonObject) value).forEach((key, item) -> entries.put(key, natural(item)));
                yield entries;
            }
            case ARRAY -> {
                List<Object> items = new ArrayList<>();
                ((JsonArray) value).forEach(item -> items.add(natural(item)));
                yield items;
            }
            case STRING -> ((JsonString) value).getString();
            case NUMBER -> {
                JsonNumber number = (JsonNumber) value;
                yield number.isIntegral() ? (Object) number.bigIntegerValue() : (Object) number.doubleValue();
            }
            case TRUE -> true;
            case FALSE -> false;
            case NULL -> null;
        };
    }
}

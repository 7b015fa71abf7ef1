package harness;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON text and value text to and from natural trees: {@code LinkedHashMap}, {@code ArrayList}, {@code String},
 * {@code Boolean}, {@code Double}, {@code byte[]}, and the smallest of {@code Integer}, {@code Long} and {@code BigInteger}.
 */
public final class Json {
    private static final String FLOAT = "\0float";
    private static final String BYTES = "\0bytes";
    private static final Map<String, Double> NON_FINITE =
            Map.of("nan", Double.NaN, "inf", Double.POSITIVE_INFINITY, "-inf", Double.NEGATIVE_INFINITY);
    private static final int DEPTH = 2_000;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
            .build();

    private final JsonParser parser;
    private final boolean valueText;

    private Json(JsonParser parser, boolean valueText) {
        this.parser = parser;
        this.valueText = valueText;
    }

    /** Reads a line of JSON in UTF-8. Throws whatever the parser does. */
    public static Object read(byte[] line) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            return new Json(parser, false).whole();
        }
    }

    /** Reads value text. Throws whatever the parser does. */
    public static Object readValue(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return new Json(parser, true).whole();
        }
    }

    /** Writes a natural tree as value text in UTF-8; a tree without bytes and odd floats becomes plain JSON. */
    public static byte[] write(Object value) {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), buffer)) {
            write(generator, value);
        }
        return buffer.toByteArray();
    }

    /** Writes a natural tree as value text. */
    static String writeText(Object value) {
        return new String(write(value), StandardCharsets.UTF_8);
    }

    private Object whole() {
        Object value = value(parser.nextToken());
        if (parser.nextToken() != null) {
            throw new IllegalArgumentException("something follows the JSON value");
        }
        return value;
    }

    private Object value(JsonToken token) {
        if (token == null) {
            throw new IllegalArgumentException("the JSON text ends too early");
        }
        return switch (token) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case START_ARRAY -> array();
            case START_OBJECT -> map();
            default -> throw new IllegalArgumentException("unexpected " + token);
        };
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token));
        }
        return items;
    }

    private Object map() {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            entries.put(name, value(parser.nextToken()));
        }
        if (valueText && entries.size() == 1) {
            if (entries.get(BYTES) instanceof String text) {
                return Base64.getDecoder().decode(text);
            }
            if (entries.get(FLOAT) instanceof String text && NON_FINITE.containsKey(text)) {
                return NON_FINITE.get(text);
            }
        }
        return entries;
    }

    private static void write(JsonGenerator generator, Object value) {
        if (value instanceof Map<?, ?> entries) {
            generator.writeStartObject();
            entries.forEach((key, item) -> {
                generator.writeName((String) key);
                write(generator, item);
            });
            generator.writeEndObject();
        } else if (value instanceof List<?> items) {
            generator.writeStartArray();
            for (Object item : items) {
                write(generator, item);
            }
            generator.writeEndArray();
        } else if (value instanceof byte[] bytes) {
            write(generator, Map.of(BYTES, Base64.getEncoder().encodeToString(bytes)));
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (Double.isFinite(number)) {
                generator.writeNumber(number);
            } else {
                write(generator, Map.of(FLOAT, Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf"));
            }
        } else if (value instanceof Number) {
            generator.writeNumber(value.toString());
        } else if (value instanceof Boolean truth) {
            generator.writeBoolean(truth);
        } else if (value == null) {
            generator.writeNull();
        } else {
            generator.writeString((String) value);
        }
    }
}

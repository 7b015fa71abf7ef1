package codecs;

import harness.api.Library;
import harness.api.Picker;
import harness.api.Row;
import harness.api.Types;
import harness.api.Visitor;
import java.util.List;
import java.util.concurrent.Callable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** The rows of every format of Jackson 3: bound to plain objects, as its own tree, and token by token. */
final class Jackson {
    /** Of both versions of Jackson. */
    static final String NO_EMPTY_NAME = "a JsonProperty without a name means the component's own";

    private Jackson() {}

    /** Returns the rows of a format, read and written by the readers and writers that Jackson advises to keep. */
    static List<Row> rows(Library library, String codec, String format, Callable<ObjectMapper> mapper) {
        return List.of(plain(library, codec, format, mapper), tree(library, codec, format, mapper));
    }

    private static Row plain(Library library, String codec, String format, Callable<ObjectMapper> setUp) {
        return Row.of(library, codec, format)
                .api("ObjectWriter, ObjectReader; JsonParser")
                .documentation("https://github.com/FasterXML/jackson-databind#use-it")
                .encode(() -> {
                    ObjectWriter writer = setUp.call().writer();
                    return value -> writer.writeValueAsBytes(value);
                })
                .decode(() -> {
                    ObjectReader reader = setUp.call().readerFor(Object.class);
                    return data -> reader.readValue(data);
                })
                .scan(() -> {
                    ObjectMapper mapper = setUp.call();
                    return (data, visitor) -> scan(mapper.createParser(data), visitor);
                })
                .encodeTyped(types -> {
                    ObjectMapper mapper = setUp.call();
                    ObjectWriter writer = mapper.writerFor(type(mapper, types));
                    return value -> writer.writeValueAsBytes(value);
                })
                .decodeTyped(types -> {
                    ObjectMapper mapper = setUp.call();
                    ObjectReader reader = mapper.readerFor(type(mapper, types));
                    return data -> reader.readValue(data);
                });
    }

    private static JavaType type(ObjectMapper mapper, Types types) {
        types.refuseKey("", NO_EMPTY_NAME);
        return mapper.constructType(types.root());
    }

    private static Row tree(Library library, String codec, String format, Callable<ObjectMapper> setUp) {
        return Row.of(library, codec, format)
                .variant("tree")
                .api("ObjectWriter, ObjectReader of JsonNode; JsonPointer")
                .documentation("https://github.com/FasterXML/jackson-databind#tree-model")
                .prepare(() -> {
                    ObjectMapper mapper = setUp.call();
                    return value -> mapper.valueToTree(value);
                })
                .encode(() -> {
                    ObjectWriter writer = setUp.call().writer();
                    return node -> writer.writeValueAsBytes(node);
                })
                .decode(() -> {
                    ObjectReader reader = setUp.call().reader();
                    return data -> reader.readTree(data);
                })
                .natural(() -> {
                    ObjectMapper mapper = setUp.call();
                    return node -> mapper.treeToValue((JsonNode) node, Object.class);
                })
                .pick(() -> {
                    ObjectMapper mapper = setUp.call();
                    ObjectReader reader = mapper.reader();
                    return paths -> {
                        JsonPointer[] pointers =
                                paths.stream().map(Jackson::pointer).toArray(JsonPointer[]::new);
                        return data -> {
                            JsonNode tree = reader.readTree(data);
                            Object[] values = new Object[pointers.length];
                            for (int i = 0; i < values.length; i++) {
                                JsonNode found = tree.at(pointers[i]);
                                values[i] =
                                        found.isMissingNode() ? Picker.ABSENT : mapper.treeToValue(found, Object.class);
                            }
                            return values;
                        };
                    };
                });
    }

    private static JsonPointer pointer(List<Object> path) {
        JsonPointer pointer = JsonPointer.empty();
        for (Object step : path) {
            pointer =
                    step instanceof Integer index ? pointer.appendIndex(index) : pointer.appendProperty((String) step);
        }
        return pointer;
    }

    private static void scan(JsonParser parser, Visitor visitor) {
        try (parser) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case START_OBJECT -> visitor.beginMap();
                    case END_OBJECT -> visitor.endMap();
                    case START_ARRAY -> visitor.beginArray();
                    case END_ARRAY -> visitor.endArray();
                    case PROPERTY_NAME -> visitor.key(parser.currentName());
                    case VALUE_STRING -> visitor.value(parser.getString());
                    case VALUE_NUMBER_INT -> {
                        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                            visitor.value(parser.getBigIntegerValue());
                        } else {
                            visitor.value(parser.getLongValue());
                        }
                    }
                    case VALUE_NUMBER_FLOAT -> visitor.value(parser.getDoubleValue());
                    case VALUE_TRUE -> visitor.value(true);
                    case VALUE_FALSE -> visitor.value(false);
                    case VALUE_NULL -> visitor.nothing();
                    case VALUE_EMBEDDED_OBJECT -> visitor.value(parser.getBinaryValue());
                    default -> throw new IllegalStateException(token.toString());
                }
            }
        }
    }
}

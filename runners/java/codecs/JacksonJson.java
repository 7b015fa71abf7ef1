package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Jackson for JSON: bound to plain objects, and as its own tree. */
@AutoService(Codec.class)
public final class JacksonJson implements Codec {
    private static final Library LIBRARY = new Library(
            "tools.jackson.core", "jackson-databind", "Apache-2.0", "https://github.com/FasterXML/jackson-databind");
    private static final String DOCUMENTATION = "https://github.com/FasterXML/jackson-databind#use-it";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "jackson-json", "json")
                .api("JsonMapper to Object; JsonParser")
                .documentation(DOCUMENTATION)
                .encode(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return value -> mapper.writeValueAsBytes(value);
                })
                .decode(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return data -> mapper.readValue(data, Object.class);
                })
                .scan(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return (data, visitor) -> {
                        try (JsonParser parser = mapper.createParser(data)) {
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
                                    default -> throw new IllegalStateException(token.toString());
                                }
                            }
                        }
                    };
                });
        Row tree = Row.of(LIBRARY, "jackson-json", "json")
                .variant("tree")
                .api("JsonMapper to JsonNode")
                .documentation(DOCUMENTATION)
                .prepare(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return value -> mapper.valueToTree(value);
                })
                .encode(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return node -> mapper.writeValueAsBytes(node);
                })
                .decode(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return data -> mapper.readTree(data);
                })
                .natural(() -> {
                    JsonMapper mapper = new JsonMapper();
                    return node -> mapper.treeToValue((JsonNode) node, Object.class);
                });
        return List.of(plain, tree);
    }
}

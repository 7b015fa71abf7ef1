package codecs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import harness.api.Visitor;
import java.io.IOException;
import java.util.List;
import org.msgpack.jackson.dataformat.MessagePackMapper;

/** MessagePack for Jackson 2: bound to plain objects, and token by token. */
@AutoService(Codec.class)
public final class JacksonMsgpack implements Codec {
    private static final Library LIBRARY = new Library(
            "org.msgpack", "jackson-dataformat-msgpack", "Apache-2.0", "https://github.com/msgpack/msgpack-java");

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "jackson-msgpack", "msgpack")
                .api("ObjectWriter, ObjectReader; JsonParser")
                .documentation("https://github.com/msgpack/msgpack-java/tree/main/msgpack-jackson#basic-usage")
                .encode(() -> {
                    ObjectWriter writer = new MessagePackMapper().writer();
                    return value -> writer.writeValueAsBytes(value);
                })
                .decode(() -> {
                    ObjectReader reader = new MessagePackMapper().readerFor(Object.class);
                    return data -> reader.readValue(data);
                })
                .scan(() -> {
                    MessagePackMapper mapper = new MessagePackMapper();
                    return (data, visitor) -> scan(mapper.createParser(data), visitor);
                })
                .encodeTyped(types -> {
                    MessagePackMapper mapper = new MessagePackMapper();
                    ObjectWriter writer = mapper.writerFor(type(mapper, types));
                    return value -> writer.writeValueAsBytes(value);
                })
                .decodeTyped(types -> {
                    MessagePackMapper mapper = new MessagePackMapper();
                    ObjectReader reader = mapper.readerFor(type(mapper, types));
                    return data -> reader.readValue(data);
                }));
    }

    private static JavaType type(MessagePackMapper mapper, Types types) {
        types.refuseKey("", Jackson.NO_EMPTY_NAME);
        return mapper.constructType(types.root());
    }

    private static void scan(JsonParser parser, Visitor visitor) throws IOException {
        try (parser) {
            // This parser takes the end of its input for an error, so that the end of the root has to do.
            do {
                JsonToken token = parser.nextToken();
                switch (token) {
                    case START_OBJECT -> visitor.beginMap();
                    case END_OBJECT -> visitor.endMap();
                    case START_ARRAY -> visitor.beginArray();
                    case END_ARRAY -> visitor.endArray();
                    case FIELD_NAME -> visitor.key(parser.currentName());
                    case VALUE_STRING -> visitor.value(parser.getText());
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
            } while (!parser.getParsingContext().inRoot());
        }
    }
}

package codecs;

import com.google.auto.service.AutoService;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Own;
import harness.api.Row;
import java.util.List;

/** Protocol Buffers of Google's library: between records and messages, and messages alone. */
@AutoService(Codec.class)
public final class ProtobufJava implements Codec {
    private static final Library LIBRARY = new Library(
            "com.google.protobuf", "protobuf-java", "BSD-3-Clause", "https://github.com/protocolbuffers/protobuf");
    private static final String MESSAGES = "protobuf";

    @Override
    public List<Row> rows() {
        Row plain = row().encodeTyped(types -> {
                    Own messages = types.own(MESSAGES);
                    return value -> ((MessageLite) messages.from(value)).toByteArray();
                })
                .decodeTyped(types -> {
                    Own messages = types.own(MESSAGES);
                    Parser<?> parser = parser(messages);
                    return data -> messages.to(parser.parseFrom(data));
                });
        Row own = row().variant("own-types")
                .own(MESSAGES)
                .encodeTyped(types -> message -> ((MessageLite) message).toByteArray())
                .decodeTyped(types -> {
                    Parser<?> parser = parser(types.own(MESSAGES));
                    return data -> parser.parseFrom(data);
                });
        return List.of(plain, own);
    }

    private static Row row() {
        return Row.of(LIBRARY, "protobuf", "protobuf")
                .api("toByteArray, parseFrom")
                .documentation("https://protobuf.dev/getting-started/javatutorial/");
    }

    private static Parser<?> parser(Own messages) throws ReflectiveOperationException {
        Object instance =
                ((Class<?>) messages.type()).getMethod("getDefaultInstance").invoke(null);
        return ((MessageLite) instance).getParserForType();
    }
}

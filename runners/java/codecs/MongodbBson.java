package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Visitor;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Binary;

/** MongoDB's bson: documents by the driver's codec, and read value by value. */
@AutoService(Codec.class)
public final class MongodbBson implements Codec {
    private static final Library LIBRARY =
            new Library("org.mongodb", "bson", "Apache-2.0", "https://www.mongodb.com/docs/drivers/java/sync/current/");

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "mongodb-bson", "bson")
                .api("DocumentCodec; BsonBinaryReader")
                .documentation("https://www.mongodb.com/docs/drivers/java/sync/current/data-formats/codecs/")
                .rootIsMap()
                .encode(() -> {
                    DocumentCodec codec = new DocumentCodec();
                    EncoderContext context = EncoderContext.builder().build();
                    return value -> {
                        @SuppressWarnings("unchecked")
                        Document document = new Document((Map<String, Object>) value);
                        try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                                BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
                            codec.encode(writer, document, context);
                            return buffer.toByteArray();
                        }
                    };
                })
                .decode(() -> {
                    DocumentCodec codec = new DocumentCodec();
                    DecoderContext context = DecoderContext.builder().build();
                    return data -> {
                        try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(data))) {
                            return codec.decode(reader, context);
                        }
                    };
                })
                .natural(() -> MongodbBson::natural)
                .scan(() -> (data, visitor) -> {
                    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(data))) {
                        scanDocument(reader, visitor);
                    }
                }));
    }

    private static void scanDocument(BsonBinaryReader reader, Visitor visitor) {
        reader.readStartDocument();
        visitor.beginMap();
        for (BsonType type = reader.readBsonType(); type != BsonType.END_OF_DOCUMENT; type = reader.readBsonType()) {
            visitor.key(reader.readName());
            scan(type, reader, visitor);
        }
        reader.readEndDocument();
        visitor.endMap();
    }

    private static void scan(BsonType type, BsonBinaryReader reader, Visitor visitor) {
        switch (type) {
            case DOCUMENT -> scanDocument(reader, visitor);
            case ARRAY -> {
                reader.readStartArray();
                visitor.beginArray();
                for (BsonType item = reader.readBsonType();
                        item != BsonType.END_OF_DOCUMENT;
                        item = reader.readBsonType()) {
                    scan(item, reader, visitor);
                }
                reader.readEndArray();
                visitor.endArray();
            }
            case STRING -> visitor.value(reader.readString());
            case INT32 -> visitor.value((long) reader.readInt32());
            case INT64 -> visitor.value(reader.readInt64());
            case DOUBLE -> visitor.value(reader.readDouble());
            case BOOLEAN -> visitor.value(reader.readBoolean());
            case NULL -> {
                reader.readNull();
                visitor.nothing();
            }
            case BINARY -> visitor.value(reader.readBinaryData().getData());
            default -> throw new IllegalStateException(type.toString());
        }
    }

    /** Takes bytes out of the type that the library has for them. */
    private static Object natural(Object value) {
        if (value instanceof Map<?, ?> entries) {
            Map<String, Object> plain = new LinkedHashMap<>();
            entries.forEach((key, item) -> plain.put((String) key, natural(item)));
            return plain;
        }
        if (value instanceof List<?> items) {
            return items.stream().map(MongodbBson::natural).collect(Collectors.toList());
        }
        return value instanceof Binary bytes ? bytes.getData() : value;
    }
}

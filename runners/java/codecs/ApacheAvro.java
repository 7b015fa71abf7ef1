package codecs;

import com.google.auto.service.AutoService;
import harness.api.Call;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Own;
import harness.api.Row;
import harness.api.Types;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Avro with its specific records, which its documentation has first: between them and the application's records, and alone;
 * and with encoder, decoder and buffer kept.
 */
@AutoService(Codec.class)
public final class ApacheAvro implements Codec {
    private static final Library LIBRARY =
            new Library("org.apache.avro", "avro", "Apache-2.0", "https://avro.apache.org/");
    private static final String RECORDS = "avro";

    @Override
    public List<Row> rows() {
        Row plain = row().encodeTyped(types -> {
                    Own records = types.own(RECORDS);
                    Call<Object, byte[]> encoder = encoder(types);
                    return value -> encoder.on(records.from(value));
                })
                .decodeTyped(types -> {
                    Own records = types.own(RECORDS);
                    Call<byte[], Object> decoder = decoder(types);
                    return data -> records.to(decoder.on(data));
                });
        Row own = row().variant("own-types")
                .own(RECORDS)
                .encodeTyped(ApacheAvro::encoder)
                .decodeTyped(ApacheAvro::decoder);
        Row reuse = row().variant("reuse")
                .api("BinaryEncoder, BinaryDecoder, kept")
                .reusing()
                .encodeTyped(types -> {
                    Own records = types.own(RECORDS);
                    SpecificDatumWriter<Object> writer = new SpecificDatumWriter<>(schema(types));
                    ByteArrayOutputStream output = new ByteArrayOutputStream();
                    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(output, null);
                    return value -> {
                        output.reset();
                        writer.write(records.from(value), EncoderFactory.get().binaryEncoder(output, encoder));
                        encoder.flush();
                        return output.toByteArray();
                    };
                })
                .decodeTyped(types -> {
                    Own records = types.own(RECORDS);
                    SpecificDatumReader<Object> reader = reader(types);
                    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(new byte[0], null);
                    return data ->
                            records.to(reader.read(null, DecoderFactory.get().binaryDecoder(data, decoder)));
                });
        return List.of(plain, own, reuse);
    }

    private static Row row() {
        return Row.of(LIBRARY, "avro", "avro")
                .api("SpecificDatumWriter, SpecificDatumReader")
                .documentation("https://avro.apache.org/docs/1.12.0/getting-started-java/")
                .unchecked();
    }

    private static Call<Object, byte[]> encoder(Types types) throws IOException {
        SpecificDatumWriter<Object> writer = new SpecificDatumWriter<>(schema(types));
        return record -> {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(output, null);
            writer.write(record, encoder);
            encoder.flush();
            return output.toByteArray();
        };
    }

    private static Call<byte[], Object> decoder(Types types) throws IOException {
        SpecificDatumReader<Object> reader = reader(types);
        return data -> reader.read(null, DecoderFactory.get().binaryDecoder(data, null));
    }

    private static SpecificDatumReader<Object> reader(Types types) throws IOException {
        return new SpecificDatumReader<>(new Schema.Parser().parse(types.written("avsc")), schema(types));
    }

    /** The schema that the classes were generated from: it names them. Avro asks for trust in an application's classes. */
    private static Schema schema(Types types) throws IOException {
        types.require(RECORDS);
        String trusted = types.records().isEmpty() ? "" : types.records().get(0).getPackageName() + ".";
        ClassSecurityValidator.setGlobal(type ->
                ClassSecurityValidator.DEFAULT.isTrusted(type) || type.getName().startsWith(trusted));
        return new Schema.Parser().parse(types.text("avsc"));
    }
}

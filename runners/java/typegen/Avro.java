package typegen;

import harness.Avsc;
import harness.schema.Schema;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.compiler.specific.SpecificCompiler;

/** Avro's specific records, by Avro's own compiler, with its settings as they come: text is a CharSequence. */
final class Avro extends BeanConversion {
    private final Map<String, org.apache.avro.Schema> records = new HashMap<>();
    private final org.apache.avro.Schema root;

    private Avro(Schema schema, String text) {
        super(schema);
        root = new org.apache.avro.Schema.Parser().parse(text);
        collect(root);
    }

    static void write(Pack pack) throws IOException {
        String text = Avsc.inPackage(Files.readString(pack.file("avsc")), pack.schema.packageName());
        Trees.write(pack.resource("avsc"), text);
        Avro made = new Avro(pack.schema, text);
        new SpecificCompiler(made.root)
                .compileToDestination(null, pack.sources("avro").toFile());
        Trees.write(pack.sources("avro").resolve("Avro.java"), made.source("Avro"));
    }

    private void collect(org.apache.avro.Schema found) {
        switch (found.getType()) {
            case RECORD -> {
                if (records.put(found.getName(), found) == null) {
                    found.getFields().forEach(field -> collect(field.schema()));
                }
            }
            case ARRAY -> collect(found.getElementType());
            case MAP -> collect(found.getValueType());
            case UNION -> found.getTypes().forEach(this::collect);
            default -> {}
        }
    }

    @Override
    String ownRecord(String name) {
        return record(name).getFullName();
    }

    private org.apache.avro.Schema record(String name) {
        return records.get(Avsc.ownName(name));
    }

    @Override
    String getter(RecordType record, Field field) {
        org.apache.avro.Schema found = record(record.name());
        return SpecificCompiler.generateGetMethod(found, found.getFields().get(field.number() - 1));
    }

    @Override
    String setter(RecordType record, Field field) {
        org.apache.avro.Schema found = record(record.name());
        return SpecificCompiler.generateSetMethod(found, found.getFields().get(field.number() - 1));
    }

    @Override
    String ownScalar(Kind kind) {
        return switch (kind) {
            case STRING, JSON -> ownKey();
            case BYTES -> "java.nio.ByteBuffer";
            default -> BOXED.get(kind);
        };
    }

    @Override
    String ownKey() {
        return "java.lang.CharSequence";
    }

    @Override
    String fromScalar(Kind kind, String value) {
        return switch (kind) {
            case BYTES -> "java.nio.ByteBuffer.wrap(%s)".formatted(value);
            case UINT64 -> value + ".longValue()"; // its two's complement
            default -> value;
        };
    }

    @Override
    String toScalar(Kind kind, String value) {
        return switch (kind) {
            case STRING, JSON -> value + ".toString()";
            case BYTES -> value + ".array()"; // a buffer of its own for each
            case UINT64 -> unsigned(value);
            default -> value;
        };
    }
}

package typegen;

import static java.nio.charset.StandardCharsets.UTF_8;

import harness.Json;
import harness.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The types of one schema. */
final class Pack {
    final Schema schema;
    private final Path folder;
    /** By part, why there is none of it: what broke, and what there cannot be. */
    private final Map<String, Object> unbuilt = new TreeMap<>();

    private final Map<String, Object> refused = new TreeMap<>();

    private Pack(Path folder, Schema schema) {
        this.folder = folder;
        this.schema = schema;
    }

    /** Reads the schema of a file. */
    static Pack of(Path file) throws IOException {
        return new Pack(file.getParent(), Schema.of(Json.read(Files.readAllBytes(file))));
    }

    /** A way to make code. */
    interface Maker {
        void make() throws IOException, Unbuilt;
    }

    /** Makes and compiles everything. What cannot be built is a matter of the codecs that need it. */
    void build(Compiler compiler) throws IOException {
        System.out.println("types of " + schema.packageName());
        Trees.delete(folder.resolve("sources").resolve(schema.packageName()));
        Optional<String> unsafe = Keys.unsafe(schema);
        part("records", () -> {
            Application.write(schema, sources("records"), unsafe.isEmpty());
            compiler.compile(sources("records"));
        });
        if (unbuilt.isEmpty() && refused.isEmpty()) {
            part("dsl-json", () -> {
                if (unsafe.isPresent()) {
                    throw new Refused(
                            "this library's code generator cannot take the key \"%s\"".formatted(unsafe.get()));
                }
                if (schema.records().isEmpty()) {
                    return; // no source for a processor to look at
                }
                Files.createDirectories(sources("dsl-json"));
                try {
                    compiler.process(sources("records"), DSL_JSON, sources("dsl-json"));
                } catch (
                        Unbuilt error) { // it refuses what it does not know how to do, such as components called `get…`
                    throw new Refused("DSL-JSON's annotation processor: " + error.getMessage());
                }
                compiler.compile(sources("dsl-json"));
            });
            part("protobuf", () -> {
                Protobuf.write(this);
                compiler.compile(sources("protobuf"));
            });
            part("avro", () -> {
                Avro.write(this);
                compiler.compile(sources("avro"));
            });
            part("beans", () -> {
                Beans.write(this);
                compiler.compile(sources("beans"));
            });
        }
        Trees.write(
                resource("unbuilt"), new String(Json.write(Map.of("failed", unbuilt, "unsupported", refused)), UTF_8));
    }

    private static final String DSL_JSON = "com.dslplatform.json.processor.CompiledJsonAnnotationProcessor";

    private void part(String name, Maker maker) throws IOException {
        try {
            maker.make();
        } catch (Unbuilt error) {
            (error instanceof Refused ? refused : unbuilt).put(name, error.getMessage());
            System.out.println(name + ": " + error.getMessage());
        }
    }

    /** The schema in another language, as the core wrote it. */
    Path file(String language) {
        return folder.resolve(schema.fingerprint() + "." + language);
    }

    /** The sources of a part. */
    Path sources(String part) {
        return folder.resolve("sources").resolve(schema.packageName()).resolve(part);
    }

    /** A file beside the classes, which the program finds. */
    Path resource(String name) {
        return folder.resolve("classes").resolve(schema.packageName()).resolve(name);
    }
}

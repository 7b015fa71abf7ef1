package harness;

import harness.api.Own;
import harness.api.Types;
import harness.api.Unsupported;
import harness.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was generated for a schema ({@code typegen}), in a class loader. */
final class Generated implements Types {
    private final Schema schema;
    private final Map<String, String> written;
    private final ClassLoader loader;
    private final Map<?, ?> unbuilt;
    private final Map<?, ?> refused;
    private final Documents documents;

    Generated(Schema schema, Map<String, String> written, ClassLoader loader)
            throws IOException, ReflectiveOperationException {
        this.schema = schema;
        this.written = written;
        this.loader = loader;
        Map<?, ?> missing = (Map<?, ?>) Json.readValue(text("unbuilt"));
        unbuilt = (Map<?, ?>) missing.get("failed");
        refused = (Map<?, ?>) missing.get("unsupported");
        require("records");
        documents = new Documents(schema, loader);
    }

    /** Whether anything was generated for it. */
    static boolean has(Schema schema) {
        return Generated.class.getClassLoader().getResource(schema.packageName() + "/unbuilt") != null;
    }

    Documents documents() {
        return documents;
    }

    @Override
    public Type root() {
        try {
            return Class.forName(schema.packageName() + ".root.Root", true, loader)
                    .getField("document")
                    .getGenericType();
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    @Override
    public Class<?> rootClass() {
        return documents.rootClass();
    }

    @Override
    public List<Class<?>> records() {
        return documents.classes();
    }

    @Override
    public Own own(String part) throws ReflectiveOperationException {
        require(part);
        String name = part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1);
        return Class.forName(schema.packageName() + ".own." + name, true, loader)
                .asSubclass(Own.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    @Override
    public void require(String part) {
        if (refused.containsKey(part)) {
            throw new Unsupported((String) refused.get(part));
        }
        if (unbuilt.containsKey(part)) {
            throw new IllegalStateException((String) unbuilt.get(part));
        }
    }

    @Override
    public void refuseKey(String key, String reason) {
        boolean found = schema.records().values().stream()
                .flatMap(record -> record.fields().stream())
                .anyMatch(field -> field.key().equals(key));
        if (found) {
            throw new Unsupported("the key '" + key + "': " + reason);
        }
    }

    @Override
    public String written(String language) throws IOException {
        return written.containsKey(language)
                ? Avsc.inPackage(written.get(language), schema.packageName())
                : text(language);
    }

    @Override
    public String text(String language) throws IOException {
        try (InputStream file = loader.getResourceAsStream(schema.packageName() + "/" + language)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package typegen;

import harness.schema.Schema;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which keys of documents a library's code generator is given, where it writes them into code as they are. */
final class Keys {
    /** What is inert in every literal and comment, whatever two of them are put together. */
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.:@$ -]+");

    private static final int SHOWN = 60;

    private Keys() {}

    /**
     * Returns the beginning of a key that is not given to it, if there is one.
     *
     * <p>Java reads its escapes of characters by number anywhere, not in literals only.
     */
    static Optional<String> unsafe(Schema schema) {
        return schema.records().values().stream()
                .flatMap(record -> record.fields().stream())
                .map(Schema.Field::key)
                .filter(key -> !SAFE.matcher(key).matches())
                .findFirst()
                .map(key -> key.substring(
                        0, key.offsetByCodePoints(0, Math.min(SHOWN, key.codePointCount(0, key.length())))));
    }
}

package harness;

import harness.api.Row;
import java.util.Locale;

/** What a codec can do. */
public enum Operation {
    ENCODE,
    DECODE,
    SCAN,
    PICK,
    ENCODE_TYPED,
    DECODE_TYPED,
    READ_TYPED,
    PICK_TYPED;

    /** Returns what sets it up, a {@code Callable} or a {@code ForTypes}, or null if the row does not have it. */
    Object declared(Row row) {
        return switch (this) {
            case ENCODE -> row.encode;
            case DECODE -> row.decode;
            case SCAN -> row.scan;
            case PICK -> row.picker != null ? row.picker : row.opener();
            case ENCODE_TYPED -> row.encodeTyped;
            case DECODE_TYPED -> row.decodeTyped;
            case READ_TYPED -> null;
            case PICK_TYPED -> row.own == null ? row.decodeTyped : null;
        };
    }

    /** Whether it works on the application's own types. */
    boolean isTyped() {
        return compareTo(ENCODE_TYPED) >= 0;
    }

    /** Whether it makes bytes; the others read them. */
    boolean makesBytes() {
        return this == ENCODE || this == ENCODE_TYPED;
    }

    /** Whether it reads the values at some paths. */
    boolean picks() {
        return this == PICK || this == PICK_TYPED;
    }

    /** Whether it hands every value to a visitor. */
    boolean visits() {
        return this == SCAN || this == READ_TYPED;
    }

    /** The tare that is subtracted: it follows from what the operation starts from. */
    String tare(Row row) {
        return visits() || (this == ENCODE && "events".equals(row.startsFrom())) ? "visit" : "call";
    }

    /** The protocol's word for it. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads the protocol's word. */
    public static Operation of(String word) throws Refusal {
        for (Operation operation : values()) {
            if (operation.word().equals(word)) {
                return operation;
            }
        }
        throw Refusal.badRequest("no operation '" + word + "'");
    }
}

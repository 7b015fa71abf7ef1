package harness;

import harness.api.Row;
import java.util.Locale;
import java.util.concurrent.Callable;

/** What a codec can do. */
public enum Operation {
    ENCODE {
        @Override
        Callable<?> setUp(Row row) {
            return row.encode;
        }

        @Override
        String tare(Row row) {
            return "events".equals(row.startsFrom()) ? "visit" : "call";
        }
    },
    DECODE {
        @Override
        Callable<?> setUp(Row row) {
            return row.decode;
        }
    },
    SCAN {
        @Override
        Callable<?> setUp(Row row) {
            return row.scan;
        }

        @Override
        String tare(Row row) {
            return "visit";
        }
    };

    /** Returns what sets it up, or null if the row does not have it. */
    abstract Callable<?> setUp(Row row);

    /** The tare that is subtracted: it follows from what the operation starts from. */
    String tare(Row row) {
        return "call";
    }

    /** The protocol's word for it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
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

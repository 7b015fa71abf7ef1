package harness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The canonical hash: docs/protocol.md, section "Values". */
final class Hash {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final long NAN = 0x7FF8_0000_0000_0000L;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Hash() {}

    /**
     * Returns the canonical hash of a natural tree.
     *
     * @throws IllegalArgumentException a type outside the value model, or an integer of more than 64 bits
     * @throws CharacterCodingException a string with a lone surrogate
     */
    static long of(Object value) throws CharacterCodingException {
        if (value == null) {
            return absorb('n', 0);
        }
        if (value instanceof String text) {
            return of('s', utf8(text));
        }
        if (value instanceof Boolean truth) {
            return absorb('b', truth ? 1 : 0);
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return absorb('i', ((Number) value).longValue());
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return absorb('f', Double.isNaN(number) ? NAN : Double.doubleToRawLongBits(number));
        }
        if (value instanceof BigInteger number) {
            return of(number);
        }
        if (value instanceof byte[] bytes) {
            return of('y', bytes);
        }
        if (value instanceof List<?> items) {
            long state = 'a';
            for (Object item : items) {
                state = absorb(state, of(item));
            }
            return absorb(state, items.size());
        }
        if (value instanceof Map<?, ?> entries) {
            long sum = 0;
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                if (!(entry.getKey() instanceof String key)) {
                    throw new IllegalArgumentException("a map key that is not a string");
                }
                sum += absorb(absorb('e', of('s', utf8(key))), of(entry.getValue()));
            }
            return absorb(absorb('m', sum), entries.size());
        }
        throw new IllegalArgumentException(value.getClass().getName() + " is outside the value model");
    }

    /** Writes a hash as the protocol does. */
    static String text(long hash) {
        return String.format("%016x", hash);
    }

    private static long of(BigInteger number) {
        if (number.bitLength() < Long.SIZE) {
            return absorb('i', number.longValue());
        }
        if (number.signum() > 0 && number.bitLength() == Long.SIZE) {
            return absorb('u', number.longValue());
        }
        throw new IllegalArgumentException("the integer " + number + " needs more than 64 bits");
    }

    private static long of(char tag, byte[] data) {
        long state = absorb(tag, data.length);
        int whole = data.length & -Long.BYTES;
        for (int i = 0; i < whole; i += Long.BYTES) {
            state = absorb(state, (long) WORD.get(data, i));
        }
        if (whole < data.length) {
            long word = 0;
            for (int i = data.length - 1; i >= whole; i--) {
                word = (word << Byte.SIZE) | (data[i] & 0xFF);
            }
            state = absorb(state, word);
        }
        return state;
    }

    private static byte[] utf8(String text) throws CharacterCodingException {
        ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        byte[] data = new byte[buffer.remaining()];
        buffer.get(data);
        return data;
    }

    private static long absorb(long state, long word) {
        long mixed = (state ^ word) * MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }
}

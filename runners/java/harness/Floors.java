package harness;

import harness.api.Call;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What no codec can go below (docs/protocol.md, "Floors"). */
final class Floors {
    private static final Pattern NAME = Pattern.compile("floor:(?:memcpy\\[([a-z0-9._-]+)]|walk)");

    private final Loop copying = Loop.of(CallLoop.class, (Call<Object, Object>) document -> copy((byte[]) document));
    private final Loop walking = Loop.of(CallLoop.class, (Call<Object, Object>) Floors::read);
    private byte[] room = new byte[1];

    /** Lists the floors: of encoders that start from types, none walks a tree. */
    static List<String> names(boolean typed) {
        return typed ? List.of("memcpy") : List.of("memcpy", "walk");
    }

    /** Says whether this names a floor. */
    static boolean has(String name, boolean typed) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() && !(typed && matcher.group(1) == null);
    }

    /** The loop of a floor. */
    Loop loop(String name) {
        return format(name) == null ? walking : copying;
    }

    /** What it is given for each document; there is room for each copy then. */
    Object[] documents(String name, Operation operation, Payload payload) throws Refusal {
        String format = format(name);
        if (format == null) {
            if (operation != Operation.ENCODE) {
                throw Refusal.unsupported("the walk is a floor of encoders");
            }
            return payload.values();
        }
        Object[] documents = payload.encoded(format);
        if (documents == null) {
            throw Refusal.unsupported("the document has no form in " + format);
        }
        for (Object document : documents) {
            room = new byte[Math.max(room.length, ((byte[]) document).length)];
        }
        return documents;
    }

    /** Makes sure that what is copied is what there was. */
    void check(String name, Object[] documents) throws Refusal {
        if (format(name) == null) {
            return;
        }
        for (Object document : documents) {
            byte[] bytes = (byte[]) document;
            if (!Arrays.equals(copy(bytes), 0, bytes.length, bytes, 0, bytes.length)) {
                throw Refusal.failed(new IllegalStateException("what was copied is not what there was"));
            }
        }
    }

    private static String format(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? matcher.group(1) : null;
    }

    private byte[] copy(byte[] document) {
        System.arraycopy(document, 0, room, 0, document.length);
        return room;
    }

    private static Reader read(Object document) {
        Reader reader = new Reader();
        Walk.over(document, reader);
        return reader;
    }
}

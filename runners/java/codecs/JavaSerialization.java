package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;

/** Java's own serialization. Never decode with it what others made. */
@AutoService(Codec.class)
public final class JavaSerialization implements Codec {
    private static final Library LIBRARY =
            new Library(Library.JAVA, "java.io", "GPL-2.0-only WITH Classpath-exception-2.0", "https://openjdk.org/");

    @Override
    public List<Row> rows() {
        Row plain =
                row("java-serialization").encode(() -> value -> write(value)).decode(() -> data -> read(data));
        // A stream with records in it is another format: it can be read by these very classes only.
        Row records = row("java-serialization-records")
                .variant("records")
                .encodeTyped(types -> value -> write(value))
                .decodeTyped(types -> data -> read(data));
        return List.of(plain, records);
    }

    private static Row row(String format) {
        return Row.of(LIBRARY, "java-serialization", format)
                .api("ObjectOutputStream, ObjectInputStream")
                .documentation("https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/index.html")
                .unchecked();
    }

    private static byte[] write(Object value) throws IOException {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(buffer)) {
            stream.writeObject(value);
        }
        return buffer.toByteArray();
    }

    private static Object read(byte[] data) throws IOException, ClassNotFoundException {
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(data))) {
            return stream.readObject();
        }
    }
}

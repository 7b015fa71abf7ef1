package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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
        return List.of(Row.of(LIBRARY, "java-serialization", "java-serialization")
                .api("ObjectOutputStream, ObjectInputStream")
                .documentation("https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/index.html")
                .unchecked()
                .encode(() -> value -> {
                    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
                    try (ObjectOutputStream stream = new ObjectOutputStream(buffer)) {
                        stream.writeObject(value);
                    }
                    return buffer.toByteArray();
                })
                .decode(() -> data -> {
                    try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(data))) {
                        return stream.readObject();
                    }
                }));
    }
}

package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import java.util.List;
import org.apache.fory.Fory;

/** Fory for Java alone, with the classes registered, as its documentation has it first. */
@AutoService(Codec.class)
public final class ApacheFory implements Codec {
    private static final Library LIBRARY =
            new Library("org.apache.fory", "fory-core", "Apache-2.0", "https://fory.apache.org/");

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "fory", "fory-java")
                .api("register; serialize, deserialize")
                .documentation("https://fory.apache.org/docs/guide/java/")
                .unchecked()
                .encodeTyped(types -> {
                    Fory fory = fory(types);
                    return value -> fory.serialize(value);
                })
                .decodeTyped(types -> {
                    Fory fory = fory(types);
                    return data -> fory.deserialize(data);
                }));
    }

    private static Fory fory(Types types) {
        Fory fory =
                Fory.builder().withXlang(false).requireClassRegistration(true).build();
        types.records().forEach(fory::register);
        return fory;
    }
}

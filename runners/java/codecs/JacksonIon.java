package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;
import tools.jackson.dataformat.ion.IonObjectMapper;

/** Jackson for Ion in binary. */
@AutoService(Codec.class)
public final class JacksonIon implements Codec {
    private static final Library LIBRARY = new Library(
            "tools.jackson.dataformat",
            "jackson-dataformat-ion",
            "Apache-2.0",
            "https://github.com/FasterXML/jackson-dataformats-binary");

    @Override
    public List<Row> rows() {
        return Jackson.rows(
                LIBRARY,
                "jackson-ion",
                "ion",
                () -> IonObjectMapper.builderForBinaryWriters().build());
    }
}

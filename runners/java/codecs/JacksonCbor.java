package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;
import tools.jackson.dataformat.cbor.CBORMapper;

/** Jackson for CBOR. */
@AutoService(Codec.class)
public final class JacksonCbor implements Codec {
    private static final Library LIBRARY = new Library(
            "tools.jackson.dataformat",
            "jackson-dataformat-cbor",
            "Apache-2.0",
            "https://github.com/FasterXML/jackson-dataformats-binary");

    @Override
    public List<Row> rows() {
        List<Row> rows = Jackson.rows(LIBRARY, "jackson-cbor", "cbor", () -> new CBORMapper());
        rows.forEach(Row::unchecked);
        return rows;
    }
}

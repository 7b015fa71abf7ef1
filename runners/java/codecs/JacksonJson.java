package codecs;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Jackson for JSON. */
@AutoService(Codec.class)
public final class JacksonJson implements Codec {
    private static final Library LIBRARY = new Library(
            "tools.jackson.core", "jackson-databind", "Apache-2.0", "https://github.com/FasterXML/jackson-databind");

    @Override
    public List<Row> rows() {
        List<Row> rows = Jackson.rows(LIBRARY, "jackson-json", "json", () -> new JsonMapper());
        rows.forEach(Row::unchecked);
        return rows;
    }
}

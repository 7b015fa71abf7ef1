package codecs;

import com.google.auto.service.AutoService;
import de.undercouch.bson4jackson.BsonFactory;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;
import tools.jackson.databind.ObjectMapper;

/** bson4jackson: BSON for Jackson. */
@AutoService(Codec.class)
public final class Bson4jackson implements Codec {
    private static final Library LIBRARY = new Library(
            "de.undercouch", "bson4jackson", "Apache-2.0", "https://github.com/michel-kraemer/bson4jackson");

    @Override
    public List<Row> rows() {
        List<Row> rows = Jackson.rows(LIBRARY, "bson4jackson", "bson", () -> new ObjectMapper(new BsonFactory()));
        rows.forEach(Row::rootIsMap);
        return rows;
    }
}

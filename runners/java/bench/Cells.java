package bench;

import harness.Adapter;
import harness.Cell;
import harness.Json;
import harness.Operation;
import harness.api.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The runner's own calls, timed by JMH. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class Cells {
    /** The document; set from outside. */
    @Param("")
    public String file;

    @Param({"jackson-json", "gson"})
    public String codec;

    @Param({"encode", "decode"})
    public String operation;

    private Call<Object, ?> call;
    private Object document;

    /** Reads the document, and encodes it with the first codec if it is to be decoded. */
    @Setup
    public void setUp() throws Exception {
        Map<String, Adapter> adapters = Adapter.all();
        Cell cell = adapters.get(codec).cell(Operation.of(operation));
        Object value = Json.readValue(Files.readString(Path.of(file)));
        call = cell.call();
        document = operation.equals("encode")
                ? value
                : adapters.get("jackson-json").cell(Operation.ENCODE).call().on(value);
    }

    /** What the runner has in its loop. */
    @Benchmark
    public Object run() throws Exception {
        return call.on(document);
    }
}

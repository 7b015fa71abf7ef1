package harness;

import harness.api.Call;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Scan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/** A row with the class that declares it. */
public final class Adapter {
    private final String file;
    private final int index;
    private final Row row;
    private final Map<Operation, Cell> cells = new EnumMap<>(Operation.class);
    private ClassLoader loader;
    private Row isolated;

    private Adapter(String file, int index, Row row) {
        this.file = file;
        this.index = index;
        this.row = row;
    }

    /** Finds every row, by the name that requests give it, in alphabetical order of their files. */
    public static Map<String, Adapter> all() {
        Map<String, Adapter> adapters = new LinkedHashMap<>();
        ServiceLoader.load(Codec.class, Isolation.newLoader()).stream()
                .sorted((one, other) ->
                        one.type().getName().compareTo(other.type().getName()))
                .forEach(provider -> {
                    List<Row> rows = provider.get().rows();
                    for (int i = 0; i < rows.size(); i++) {
                        Adapter adapter = new Adapter(provider.type().getName(), i, rows.get(i));
                        adapters.put(adapter.name(), adapter);
                    }
                });
        return adapters;
    }

    String name() {
        return row.variant == null ? row.codec : row.codec + "[" + row.variant + "]";
    }

    Row row() {
        return row;
    }

    /** Says what it is, as {@code describe} does. */
    Map<String, Object> describe() throws IOException {
        Library library = row.library;
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("codec", row.codec);
        description.put("variant", row.variant);
        description.put("format", row.format);
        description.put("library", library.artifact());
        List<String> operations = new ArrayList<>();
        Map<String, Object> tares = new LinkedHashMap<>();
        for (Operation operation : Operation.values()) {
            if (operation.setUp(row) != null) {
                operations.add(operation.word());
                tares.put(operation.word(), operation.tare(row));
            }
        }
        description.put("operations", operations);
        Optional<String> version = Version.of(library);
        if (version.isEmpty()) {
            description.put("reason", library.artifact() + " is not among the jars; build the runner again");
            return description;
        }
        description.put("version", version.get());
        description.put("tare", tares);
        Map<String, Object> policies = new LinkedHashMap<>();
        policies.put("buffers", row.buffers);
        policies.put("strings", "owned");
        policies.put("utf8", row.utf8);
        policies.put("access", row.access);
        policies.put("map", row.encode == null && row.decode == null ? null : row.map);
        policies.put("api", row.api);
        policies.put("starts_from", row.startsFrom());
        policies.put("threads", false);
        description.put("policies", policies);
        description.put("homepage", library.homepage());
        description.put("licence", library.licence());
        description.put("documentation", row.documentation);
        description.put("source", file.replace('.', '/') + ".java");
        return description;
    }

    /**
     * Returns an operation, set up when it is first asked for.
     *
     * @throws Refusal the row lacks it, or the library breaks
     */
    public Cell cell(Operation operation) throws Refusal {
        if (operation.setUp(row) == null) {
            throw Refusal.unsupported(name() + " has no " + operation.word());
        }
        if (loader == null) {
            loader = Isolation.newLoader();
        }
        // Libraries that look for their parts do so in the thread's class loader.
        Thread.currentThread().setContextClassLoader(loader);
        Cell cell = cells.get(operation);
        if (cell == null) {
            try {
                cell = setUp(operation);
            } catch (Throwable error) { // whatever the initialisation of a library throws
                throw Refusal.failed("set-up: ", error);
            }
            cells.put(operation, cell);
        }
        return cell;
    }

    private Cell setUp(Operation operation) throws Exception {
        if (isolated == null) {
            Codec codec = Class.forName(file, true, loader)
                    .asSubclass(Codec.class)
                    .getDeclaredConstructor()
                    .newInstance();
            isolated = codec.rows().get(index);
        }
        Object found = operation.setUp(isolated).call();
        if (operation == Operation.SCAN) {
            return new Cell(null, (Scan) found, null, null, Loop.of(ScanLoop.class, found));
        }
        @SuppressWarnings("unchecked")
        Call<Object, ?> call = (Call<Object, ?>) found;
        Loop loop = Loop.of(CallLoop.class, call);
        return operation == Operation.ENCODE
                ? new Cell(call, null, called(isolated.prepare), null, loop)
                : new Cell(call, null, null, called(isolated.natural), loop);
    }

    private static Call<Object, ?> called(Callable<Call<Object, ?>> setUp) throws Exception {
        return setUp == null ? null : setUp.call();
    }
}

package harness;

import harness.api.Call;
import harness.api.Codec;
import harness.api.ForTypes;
import harness.api.Library;
import harness.api.Own;
import harness.api.Picker;
import harness.api.Row;
import harness.api.Scan;
import harness.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;

/** A row with the class that declares it. */
public final class Adapter {
    private final String file;
    private final int index;
    private final Row row;
    private final Map<Set<?>, Cell> cells = new HashMap<>();
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

    /** Says whether it has operations on types, or on trees. */
    boolean has(boolean typed) {
        return Arrays.stream(Operation.values())
                .anyMatch(operation -> operation.isTyped() == typed && operation.declared(row) != null);
    }

    /** Says what it is, as {@code describe} does, with its operations on types, or those on trees. */
    Map<String, Object> describe(boolean typed) throws IOException {
        Library library = row.library;
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("codec", row.codec);
        description.put("variant", row.variant);
        description.put("format", row.format);
        description.put("library", library.artifact());
        List<String> operations = new ArrayList<>();
        Map<String, Object> tares = new LinkedHashMap<>();
        for (Operation operation : Operation.values()) {
            if (operation.isTyped() == typed && operation.declared(row) != null) {
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
        policies.put("map", typed || (row.encode == null && row.decode == null) ? null : row.map);
        policies.put("api", row.api);
        policies.put("starts_from", typed ? null : row.startsFrom());
        policies.put("threads", false);
        description.put("policies", policies);
        description.put("homepage", library.homepage());
        description.put("licence", library.licence());
        description.put("documentation", row.documentation);
        description.put("source", file.replace('.', '/') + ".java");
        return description;
    }

    /** Returns an operation on trees, set up when it is first asked for; see the other. */
    public Cell cell(Operation operation) throws Refusal {
        return cell(operation, null, Map.of());
    }

    /**
     * Returns an operation, set up when it is first asked for.
     *
     * @param schema of the documents, for an operation on types
     * @param texts the schemas by which they were written, by their languages, where they are others
     * @throws Refusal the row lacks it, or the library breaks
     */
    public Cell cell(Operation operation, Schema schema, Map<String, String> texts) throws Refusal {
        if (operation.declared(row) == null) {
            throw Refusal.unsupported(name() + " has no " + operation.word());
        }
        if (operation.isTyped() && schema == null) {
            throw Refusal.unsupported("the payload came without a schema");
        }
        if (operation.isTyped() && row.rootIsMap && !schema.hasMapAtRoot()) {
            throw Refusal.unsupported("the root of " + row.format + " is a map");
        }
        if (loader == null) {
            loader = Isolation.newLoader();
        }
        // Libraries that look for their parts do so in the thread's class loader.
        Thread.currentThread().setContextClassLoader(loader);
        Set<?> key = operation.isTyped() ? Set.of(operation, schema.fingerprint(), texts) : Set.of(operation);
        Cell cell = cells.get(key);
        if (cell == null) {
            try {
                cell = operation.isTyped() ? setUp(operation, new Generated(schema, texts, loader)) : setUp(operation);
            } catch (Throwable error) { // whatever the initialisation of a library throws
                throw Refusal.of("set-up: ", error);
            }
            cells.put(key, cell);
        }
        return cell;
    }

    private Cell setUp(Operation operation) throws Exception {
        Row own = isolated();
        Object found = ((Callable<?>) operation.declared(own)).call();
        if (operation == Operation.SCAN) {
            return Cell.scanning((Scan) found);
        }
        if (operation == Operation.PICK) {
            return Cell.picking(found instanceof Picker picker ? picker : reading(found, own));
        }
        @SuppressWarnings("unchecked")
        Call<Object, ?> call = (Call<Object, ?>) found;
        return operation == Operation.ENCODE
                ? Cell.calling(call, called(own.prepare), null)
                : Cell.calling(call, null, called(own.natural));
    }

    /** Reads trees that are decoded or opened. */
    private static Picker reading(Object open, Row own) throws Exception {
        Call<Object, ?> natural = called(own.natural);
        return paths -> copy(TreeReading.class, open, own.step, natural, paths);
    }

    @SuppressWarnings("unchecked")
    private static Call<byte[], Object[]> copy(Class<? extends Call<byte[], Object[]>> template, Object... arguments) {
        return Copies.of(Call.class, template, arguments);
    }

    /** What an encoder of types starts from, and what a decoder ends with, is made and read by the harness. */
    private Cell setUp(Operation operation, Generated types) throws Exception {
        Object found = ((ForTypes<?>) operation.declared(isolated())).on(types);
        Documents documents = types.documents();
        if (operation == Operation.PICK_TYPED) {
            return Cell.picking(paths -> copy(TypedReading.class, found, documents.paths(paths)));
        }
        @SuppressWarnings("unchecked")
        Call<Object, ?> call = (Call<Object, ?>) found;
        if (row.own == null) {
            return Cell.calling(call, documents::fromTree, documents::toTree);
        }
        Own own = types.own(row.own);
        return Cell.calling(call, tree -> own.from(documents.fromTree(tree)), made -> documents.toTree(own.to(made)));
    }

    /** Returns the row as declared in the class loader of its own. */
    private Row isolated() throws ReflectiveOperationException {
        if (isolated == null) {
            Codec codec = Class.forName(file, true, loader)
                    .asSubclass(Codec.class)
                    .getDeclaredConstructor()
                    .newInstance();
            isolated = codec.rows().get(index);
        }
        return isolated;
    }

    private static Call<Object, ?> called(Callable<Call<Object, ?>> setUp) throws Exception {
        return setUp == null ? null : setUp.call();
    }
}

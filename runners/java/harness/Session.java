package harness;

import harness.api.Call;
import harness.api.Picker;
import harness.schema.Schema;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A conversation by docs/protocol.md, with a method for each request. */
final class Session {
    private static final String TARE = "tare:";
    private static final List<String> TARES = List.of("call", "visit");

    private final boolean typed;
    private final Map<String, Adapter> adapters = Adapter.all();
    private final Map<String, Payload> payloads = new HashMap<>();
    private final Clocks clocks = new Clocks();
    private final Loop callTare = Loop.of(CallLoop.class, (Call<Object, Object>) document -> document);
    private final Loop visitTare = new VisitLoop();
    private final Floors floors = new Floors();
    private boolean running = true;

    /** Begins a conversation about the application's types, of the schemas that were generated, or about trees. */
    Session(boolean typed) {
        this.typed = typed;
        adapters.values().removeIf(adapter -> !adapter.has(typed));
    }

    /** Says whether the conversation goes on. */
    boolean running() {
        return running;
    }

    /** Answers one line, whatever it holds. */
    byte[] answer(byte[] line) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("answer", "ok");
        try {
            answer.putAll(respond(parse(line)));
        } catch (Refusal refusal) {
            answer.put("answer", refusal.answer);
            answer.put("message", refusal.getMessage());
        } catch (Exception | StackOverflowError | OutOfMemoryError error) { // the next request may need less
            answer.put("answer", "failed");
            answer.put("message", error.toString());
        }
        return Json.write(answer);
    }

    private static Map<?, ?> parse(byte[] line) throws Refusal {
        try {
            if (Json.read(line) instanceof Map<?, ?> request) {
                return request;
            }
        } catch (RuntimeException error) {
            throw Refusal.badRequest(error.getMessage());
        }
        throw Refusal.badRequest("not an object");
    }

    private Map<String, Object> respond(Map<?, ?> request) throws Refusal, IOException {
        String name = Request.member(request, "request", String.class);
        return switch (name) {
            case "describe" -> describe();
            case "load" -> load(request);
            case "check" -> check(request);
            case "time" -> time(request);
            case "drop" -> drop(request);
            case "quit" -> quit();
            default -> throw Refusal.badRequest("no request '" + name + "'");
        };
    }

    private Map<String, Object> describe() throws IOException {
        List<Object> codecs = new ArrayList<>();
        List<Object> missing = new ArrayList<>();
        for (Adapter adapter : adapters.values()) {
            Map<String, Object> description = adapter.describe(typed);
            (description.containsKey("version") ? codecs : missing).add(description);
        }
        List<String> flags =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        flags.add(ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(" and ")));
        flags.add("heap of at most " + (Runtime.getRuntime().maxMemory() >> 20) + " MB");
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("protocol", 1);
        answer.put("runner", "java");
        answer.put("language", "java");
        answer.put("runtime", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        answer.put("compiler", System.getProperty("sun.management.compiler"));
        answer.put("flags", String.join(", ", flags));
        answer.put("clocks", clocks.describe());
        answer.put("tares", TARES);
        answer.put("floors", Floors.names(typed));
        answer.put("codecs", codecs);
        answer.put("missing", missing);
        return answer;
    }

    private Map<String, Object> load(Map<?, ?> request) throws Refusal {
        String name = Request.member(request, "payload", String.class);
        List<?> documents = Request.member(request, "documents", List.class);
        if (documents.isEmpty()) {
            throw Refusal.badRequest("no documents");
        }
        try {
            Object form = typed ? request.get("schema") : null;
            Schema schema = form == null ? null : Schema.of(form);
            if (schema != null && !Generated.has(schema)) {
                throw Refusal.badRequest("this runner was not built for the schema " + schema.fingerprint());
            }
            Object types = schema == null ? null : request.get("types");
            payloads.put(name, new Payload(documents, schema, types instanceof Map<?, ?> texts ? texts : Map.of()));
        } catch (RuntimeException error) {
            throw Refusal.badRequest(error.getMessage());
        }
        return Map.of();
    }

    private Map<String, Object> check(Map<?, ?> request) throws Refusal {
        Subject subject = subject(request);
        if (subject.adapter == null) {
            if (Floors.has(subject.codec, typed)) {
                floors.check(subject.codec, floors.documents(subject.codec, subject.operation, subject.payload));
            }
            List<Object> hashes = new ArrayList<>();
            for (Object value : subject.payload.values()) {
                hashes.add(hash(subject.codec.equals(TARE + "call") ? value : visited(value)));
            }
            return Map.of("hashes", hashes);
        }
        Cell cell = cell(subject);
        List<Object> bytes = new ArrayList<>();
        List<Object> hashes = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Object document : documents(subject, cell)) {
            if (subject.operation.picks()) {
                Object value = picked(subject.payload.paths(values.size()), (Pick) document);
                hashes.add(hash(value));
                values.add(value);
            } else if (subject.operation.makesBytes()) {
                bytes.add(Base64.getEncoder().encodeToString(encoded(cell, document)));
            } else {
                Object value = decoded(cell, document);
                hashes.add(hash(value));
                values.add(value);
            }
        }
        if (subject.operation.makesBytes()) {
            return Map.of("bytes", bytes);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("hashes", hashes);
        if (Boolean.TRUE.equals(request.get("values"))) {
            answer.put("values", values.stream().map(Json::writeText).toList());
        }
        return answer;
    }

    private static byte[] encoded(Cell cell, Object document) throws Refusal {
        try {
            Object result = cell.call().on(document);
            if (result instanceof ByteBuffer buffer) {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.duplicate().get(bytes);
                return bytes;
            }
            return (byte[]) result;
        } catch (Throwable error) { // a library may run out of stack or memory
            throw Refusal.of("", error);
        }
    }

    private static Object decoded(Cell cell, Object document) throws Refusal {
        try {
            if (cell.scan() != null) {
                Builder builder = new Builder();
                cell.scan().on((byte[]) document, builder);
                return builder.value();
            }
            Object result = cell.call().on(document);
            return cell.natural() == null ? result : cell.natural().on(result);
        } catch (Throwable error) { // a library may run out of stack or memory
            throw Refusal.of("", error);
        }
    }

    private static Object picked(List<Payload.Path> paths, Pick pick) throws Refusal {
        Map<String, Object> found = new LinkedHashMap<>();
        try {
            Object[] values = pick.values.on(pick.document);
            for (int i = 0; i < values.length; i++) {
                if (values[i] != Picker.ABSENT) {
                    found.put(paths.get(i).at(), values[i]);
                }
            }
        } catch (Throwable error) { // a library may run out of stack or memory
            throw Refusal.of("", error);
        }
        return found;
    }

    private static Object visited(Object value) {
        Builder builder = new Builder();
        Walk.over(value, builder);
        return builder.value();
    }

    private static String hash(Object value) throws Refusal {
        try {
            return Hash.text(Hash.of(value));
        } catch (IOException | RuntimeException error) { // to turn it into what has a hash would hide the difference
            throw Refusal.failed("what it decoded: ", error);
        }
    }

    private Map<String, Object> time(Map<?, ?> request) throws Refusal {
        Subject subject = subject(request);
        long iterations = Request.integer(request, "iterations", 1);
        long untimed = request.containsKey("untimed") ? Request.integer(request, "untimed", 0) : 0;
        Loop loop;
        Object[] documents;
        if (subject.adapter != null) {
            Cell cell = cell(subject);
            loop = cell.loop();
            documents = documents(subject, cell);
        } else if (Floors.has(subject.codec, typed)) {
            loop = floors.loop(subject.codec);
            documents = floors.documents(subject.codec, subject.operation, subject.payload);
        } else if (subject.codec.equals(TARE + "visit")) {
            loop = visitTare;
            documents = subject.payload.events();
        } else {
            loop = callTare;
            documents = subject.payload.values();
        }
        try {
            loop.run(documents, untimed);
            return clocks.time(loop, documents, iterations);
        } catch (Throwable error) { // a library may run out of stack or memory
            throw Refusal.failed(error);
        }
    }

    private Map<String, Object> drop(Map<?, ?> request) throws Refusal {
        String name = Request.member(request, "payload", String.class);
        if (payloads.remove(name) == null) {
            throw Refusal.badRequest("no payload '" + name + "'");
        }
        return Map.of();
    }

    private Map<String, Object> quit() {
        running = false;
        return Map.of();
    }

    /** What a request is about; the adapter is null for a tare or a floor. */
    private record Subject(String codec, Adapter adapter, Operation operation, Payload payload) {}

    private Subject subject(Map<?, ?> request) throws Refusal {
        String codec = Request.member(request, "codec", String.class);
        Operation operation = Operation.of(Request.member(request, "operation", String.class));
        String payload = Request.member(request, "payload", String.class);
        boolean tare = codec.startsWith(TARE) && TARES.contains(codec.substring(TARE.length()));
        if (!tare && !Floors.has(codec, typed) && !adapters.containsKey(codec)) {
            throw Refusal.badRequest("no codec '" + codec + "'");
        }
        if (!payloads.containsKey(payload)) {
            throw Refusal.badRequest("no payload '" + payload + "'");
        }
        return new Subject(codec, adapters.get(codec), operation, payloads.get(payload));
    }

    private static Cell cell(Subject subject) throws Refusal {
        return subject.adapter.cell(subject.operation, subject.payload.schema(), subject.payload.written());
    }

    private static Object[] documents(Subject subject, Cell cell) throws Refusal {
        String format = subject.adapter.row().format;
        if (!subject.operation.makesBytes()) {
            Object[] documents = subject.payload.encoded(format);
            if (documents == null) {
                throw Refusal.unsupported("the document has no form in " + format);
            }
            if (subject.operation.picks()) {
                return subject.payload.picking(subject.adapter, cell);
            }
            return documents;
        }
        return subject.payload.prepared(subject.adapter, cell);
    }
}

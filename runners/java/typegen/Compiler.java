package typegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** javac, in this process: it reads the libraries' jars once. */
final class Compiler implements AutoCloseable {
    private static final int WORDS = 3;

    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    private final Path classes;

    /** Compiles into a folder, and against it. */
    Compiler(Path classes) {
        this.classes = classes;
    }

    /**
     * Compiles the sources under a folder; where one is wrong, nothing remains of any.
     *
     * @throws Unbuilt they are wrong, in the compiler's words
     */
    void compile(Path sources) throws IOException, Unbuilt {
        Path apart = Files.createTempDirectory(classes.getParent(), "compiled");
        try {
            run(sources, List.of("-proc:none", "-d", apart.toString()));
            Trees.copy(apart, classes);
        } finally {
            Trees.delete(apart);
        }
    }

    /**
     * Has an annotation processor write more sources.
     *
     * @throws Unbuilt it fails, in its words
     */
    void process(Path sources, String processor, Path generated) throws IOException, Unbuilt {
        run(sources, List.of("-proc:only", "-processor", processor, "-d", generated.toString()));
    }

    private void run(Path sources, List<String> options) throws IOException, Unbuilt {
        List<String> all = new ArrayList<>(options);
        all.addAll(
                List.of("-cp", classes + System.getProperty("path.separator") + System.getProperty("java.class.path")));
        List<Path> found;
        try (Stream<Path> walk = Files.walk(sources)) {
            found = walk.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        boolean done;
        try {
            done = javac.getTask(null, files, diagnostics, all, null, files.getJavaFileObjectsFromPaths(found))
                    .call();
        } catch (RuntimeException error) { // a processor that breaks
            throw new Unbuilt(String.valueOf(error.getCause() == null ? error : error.getCause()));
        }
        if (!done) {
            throw new Unbuilt(diagnostics.getDiagnostics().stream()
                    .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                    .limit(WORDS)
                    .map(one -> one.getMessage(Locale.ROOT).replace('\n', ' '))
                    .reduce((one, other) -> one + "; " + other)
                    .orElse("javac failed"));
        }
    }

    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}

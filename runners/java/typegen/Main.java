package typegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Makes the types of a folder's schemas: what an application has for their documents, and what libraries need besides. */
public final class Main {
    private Main() {}

    /** Takes the folder. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        List<Path> schemas;
        try (Stream<Path> files = Files.list(folder)) {
            schemas = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        Path classes = folder.resolve("classes");
        Trees.delete(classes);
        Files.createDirectories(classes);
        try (Compiler compiler = new Compiler(classes)) {
            for (Path schema : schemas) {
                Pack.of(schema).build(compiler);
            }
        }
    }
}

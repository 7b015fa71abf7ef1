package typegen;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Programs that Maven fetched. */
final class Tools {
    private static final Path FOLDER = Path.of("target", "tools");

    private Tools() {}

    /**
     * Runs the one whose file's name begins so.
     *
     * @throws Unbuilt it fails, in its words
     */
    static void run(String name, String... arguments) throws IOException, Unbuilt {
        File program;
        try (Stream<Path> found = Files.list(FOLDER)) {
            program = found.map(Path::toFile)
                    .filter(file -> file.getName().startsWith(name + "-")
                            && file.getName().endsWith(".exe"))
                    .findFirst()
                    .orElseThrow(() -> new IOException(name + " is not in " + FOLDER));
        }
        if (!program.canExecute() && !program.setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
        List<String> command = new ArrayList<>(List.of(program.getAbsolutePath()));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException error) { // such as a program for another processor
            throw new Unbuilt(error.getMessage());
        }
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new Unbuilt(name + ": " + words);
            }
        } catch (InterruptedException error) {
            throw new IOException(error);
        }
    }
}

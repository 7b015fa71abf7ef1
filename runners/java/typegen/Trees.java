package typegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole folders. */
final class Trees {
    private Trees() {}

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path path : under(folder, Comparator.reverseOrder())) {
                Files.delete(path);
            }
        }
    }

    /** Copies what is in a folder into another. */
    static void copy(Path from, Path to) throws IOException {
        for (Path path : under(from, Comparator.naturalOrder())) {
            Path place = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(place);
            } else {
                Files.copy(path, place, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Writes a file, and the folders that it is in. */
    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static List<Path> under(Path folder, Comparator<Path> order) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.sorted(order).toList();
        }
    }
}

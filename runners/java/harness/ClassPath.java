package harness;

import java.io.File;
import java.util.List;
import java.util.regex.Pattern;

/** The jars that this program runs from: its own, and those of its libraries. */
final class ClassPath {
    static final List<File> ENTRIES = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getProperty("java.class.path"))
            .map(File::new)
            .toList();

    private ClassPath() {}
}

package harness;

import harness.api.Library;
import java.io.File;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Reads a library's version from its jar: as Maven wrote it there, else as the manifest says, else by its name. */
final class Version {
    private Version() {}

    /** Returns the version, or nothing if the jar is not on the class path. */
    static Optional<String> of(Library library) throws IOException {
        if (library.group().equals(Library.JAVA)) {
            return Optional.of(System.getProperty("java.version"));
        }
        String prefix = library.artifact() + "-";
        for (File entry : ClassPath.ENTRIES) {
            String name = entry.getName();
            // A digit must follow: bson-5.14.0.jar is meant, not bson-record-codec-5.14.0.jar.
            if (name.startsWith(prefix) && Character.isDigit(name.charAt(prefix.length()))) {
                String inName = name.substring(prefix.length(), name.length() - ".jar".length());
                try (JarFile jar = new JarFile(entry)) {
                    Optional<String> version = of(jar, library, inName);
                    if (version.isPresent()) {
                        return version;
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Two major versions of Jackson have artifacts of the same name, so that the group has to agree too. */
    private static Optional<String> of(JarFile jar, Library library, String inName) throws IOException {
        String folder = "META-INF/maven/" + library.group() + "/" + library.artifact();
        ZipEntry written = jar.getEntry(folder + "/pom.properties");
        if (written != null) {
            Properties properties = new Properties();
            properties.load(jar.getInputStream(written));
            return Optional.ofNullable(properties.getProperty("version"));
        }
        if (jar.getEntry("META-INF/maven/") != null) {
            return Optional.empty();
        }
        Attributes manifest = jar.getManifest().getMainAttributes();
        return Stream.of(manifest.getValue("Implementation-Version"), manifest.getValue("Bundle-Version"), inName)
                .filter(Objects::nonNull)
                .findFirst();
    }
}

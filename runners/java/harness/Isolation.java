package harness;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Gives each row a copy of its adapter and of its library, in a class loader of its own.
 *
 * <p>The JIT compiler's profile of a method holds for all its callers, and Jackson reads JSON, CBOR and Smile with the same
 * deserialisers. A row must not depend on which others ran before it, nor on the settings that they made for the whole process. The
 * harness's own libraries stay out of the codecs' sight for the same reason.
 */
final class Isolation {
    private static final String SHARED = "harness.api.";
    private static final URL[] CLASS_PATH =
            ClassPath.ENTRIES.stream().map(Isolation::url).toArray(URL[]::new);

    private Isolation() {}

    /** Returns a class loader that shares nothing with others but Java itself and {@code harness.api}. */
    static ClassLoader newLoader() {
        return new URLClassLoader(CLASS_PATH, new Interface());
    }

    private static URL url(File file) {
        try {
            return file.toURI().toURL();
        } catch (MalformedURLException error) {
            throw new IllegalArgumentException(error);
        }
    }

    private static final class Interface extends ClassLoader {
        Interface() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith(SHARED)) {
                return Isolation.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}

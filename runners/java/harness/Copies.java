package harness;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Defines classes of this package anew, so that the JIT compiler keeps a profile of their methods for one cell alone: in a loop
 * that codecs share, the call into the library has many targets and is inlined for none.
 */
final class Copies {
    private Copies() {}

    /**
     * Makes an object of a copy of a class.
     *
     * @param kind what it is an object of
     * @param template a class in this package that has one constructor, and no lambda, for which it would have to be known
     *     by its name
     */
    static <T> T of(Class<T> kind, Class<? extends T> template, Object... arguments) {
        try (InputStream file = template.getResourceAsStream(template.getSimpleName() + ".class")) {
            Class<?> copy = MethodHandles.lookup()
                    .defineHiddenClass(file.readAllBytes(), true)
                    .lookupClass();
            return kind.cast(copy.getDeclaredConstructors()[0].newInstance(arguments));
        } catch (IOException | ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }
}

package harness;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** The loop that is timed: the library's call, the use of its result, and nothing else. */
interface Loop {
    /**
     * Runs the operation on every document, in order, so many times.
     *
     * @throws Exception whatever the library throws
     */
    void run(Object[] documents, long iterations) throws Exception;

    /**
     * Defines a class anew, so that the JIT compiler keeps a profile of its methods for one cell alone: in a loop that codecs
     * share, the call into the library has many targets and is inlined for none.
     *
     * @param template a class in this package whose one constructor takes the operation
     */
    static Loop of(Class<? extends Loop> template, Object operation) {
        try (InputStream file = template.getResourceAsStream(template.getSimpleName() + ".class")) {
            Class<?> copy = MethodHandles.lookup()
                    .defineHiddenClass(file.readAllBytes(), true)
                    .lookupClass();
            return (Loop) copy.getDeclaredConstructors()[0].newInstance(operation);
        } catch (IOException | ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }
}

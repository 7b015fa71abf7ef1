package harness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Where the timed loops put their results, so that no compiler can tell that nobody wants them. */
final class Sink {
    private static final VarHandle LAST;

    @SuppressWarnings("unused") // It is written, and may be read.
    private static Object last;

    static {
        try {
            LAST = MethodHandles.lookup().findStaticVarHandle(Sink.class, "last", Object.class);
        } catch (ReflectiveOperationException error) {
            throw new ExceptionInInitializerError(error);
        }
    }

    private Sink() {}

    /** Takes a result. An opaque write can be neither left out nor merged with the next, and needs no fence. */
    static void take(Object result) {
        LAST.setOpaque(result);
    }
}

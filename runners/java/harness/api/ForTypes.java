package harness.api;

/**
 * Sets up the library's work on documents of a schema.
 *
 * @param <I> what it starts from
 */
@FunctionalInterface
public interface ForTypes<I> {
    Call<I, ?> on(Types types) throws Exception;
}

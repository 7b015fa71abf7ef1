package harness.api;

/**
 * The library's work on one document: a value to bytes, or bytes to a value.
 *
 * @param <I> what it starts from
 * @param <O> what it ends with
 */
@FunctionalInterface
public interface Call<I, O> {
    O on(I document) throws Exception;
}

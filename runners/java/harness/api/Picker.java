package harness.api;

import java.util.List;

/** Reads the values at some paths out of documents. */
@FunctionalInterface
public interface Picker {
    /** Stands for a value that is not there. */
    Object ABSENT = new Object();

    /**
     * Brings paths into the form that the library takes, before the clocks start.
     *
     * @param paths each made of keys ({@code String}) and indices ({@code Integer})
     * @return what makes of a document the values at the paths, in their order
     */
    Call<byte[], Object[]> at(List<List<Object>> paths) throws Exception;
}

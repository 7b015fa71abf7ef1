package harness.api;

import java.util.List;

/**
 * One library's implementation of one format: what a file in {@code codecs} declares.
 *
 * <p>An implementation carries {@code @AutoService(Codec.class)}, by which it is found. Its rows are asked for often and in
 * several class loaders, so that making them must not load the library: whatever does stands in a row's {@code Callable}s.
 */
public interface Codec {
    /** Returns the plain row and its variants. */
    List<Row> rows();
}

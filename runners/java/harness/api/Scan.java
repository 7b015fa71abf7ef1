package harness.api;

/** Reads one document and hands its every value to a visitor, in order, without making a tree. */
@FunctionalInterface
public interface Scan {
    void on(byte[] document, Visitor visitor) throws Exception;
}

package harness.api;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;

/** The application's own types for a schema, in the class loader of the row that asks. */
public interface Types {
    /** Returns what a document is: a record, or a list or map of them. */
    Type root();

    /** Returns the class of a document. */
    Class<?> rootClass();

    /** Returns the class of every record, each after those that it refers to. */
    List<Class<?>> records();

    /**
     * Returns the conversion to and from a library's own classes, and makes sure that there is the part of the generated
     * code that has them.
     */
    Own own(String part) throws ReflectiveOperationException;

    /**
     * Makes sure that a part of the generated code was built.
     *
     * @throws Unsupported there cannot be one for this schema
     */
    void require(String part);

    /**
     * Refuses the types if a field has a key that a library cannot write.
     *
     * @throws Unsupported it has
     */
    void refuseKey(String key, String reason);

    /** Returns the schema in a language by which the documents were written that are to be read. */
    String written(String language) throws IOException;

    /** Returns the schema in a language of formats, as code was generated from it. */
    String text(String language) throws IOException;
}

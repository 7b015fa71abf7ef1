package harness.api;

import java.lang.reflect.Type;
import java.math.BigInteger;

/** Conversion between the application's types and classes of a library's own; generated for each schema. */
public interface Own {
    /** Returns what a document is as the library's. */
    Type type() throws ReflectiveOperationException;

    /** Makes the library's of a document. */
    Object from(Object document);

    /** Makes the document of the library's. */
    Object to(Object own);

    /** Returns the unsigned integer of which a library gives the 64 bits. */
    static BigInteger unsigned(long bits) {
        return bits < 0 ? new BigInteger(Long.toUnsignedString(bits)) : BigInteger.valueOf(bits);
    }
}

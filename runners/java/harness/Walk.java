package harness;

import harness.api.Visitor;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Hands every value of a natural tree to a visitor, in order. */
final class Walk {
    private Walk() {}

    static void over(Object value, Visitor visitor) {
        if (value instanceof Map<?, ?> entries) {
            visitor.beginMap();
            entries.forEach((key, item) -> {
                visitor.key((String) key);
                over(item, visitor);
            });
            visitor.endMap();
        } else if (value instanceof List<?> items) {
            visitor.beginArray();
            items.forEach(item -> over(item, visitor));
            visitor.endArray();
        } else if (value instanceof String text) {
            visitor.value(text);
        } else if (value instanceof BigInteger number) {
            visitor.value(number);
        } else if (value instanceof Double number) {
            visitor.value(number.doubleValue());
        } else if (value instanceof Number number) {
            visitor.value(number.longValue());
        } else if (value instanceof Boolean truth) {
            visitor.value(truth.booleanValue());
        } else if (value instanceof byte[] bytes) {
            visitor.value(bytes);
        } else {
            visitor.nothing();
        }
    }
}

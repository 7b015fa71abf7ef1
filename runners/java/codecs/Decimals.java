package codecs;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** For libraries that make decimals of floats: reads their trees as their users do, who ask a decimal for its double. */
final class Decimals {
    private Decimals() {}

    static Object asDoubles(Object value) {
        if (value instanceof Map<?, ?> entries) {
            Map<String, Object> plain = new LinkedHashMap<>();
            entries.forEach((key, item) -> plain.put((String) key, asDoubles(item)));
            return plain;
        }
        if (value instanceof List<?> items) {
            List<Object> plain = new ArrayList<>();
            items.forEach(item -> plain.add(asDoubles(item)));
            return plain;
        }
        return value instanceof BigDecimal number ? number.doubleValue() : value;
    }
}

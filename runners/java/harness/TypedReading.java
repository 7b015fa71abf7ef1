package harness;

import harness.api.Call;
import harness.api.Picker;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Decodes a document to the application's types, and reads values of it; each row has a copy of this class. */
final class TypedReading implements Call<byte[], Object[]> {
    private final Call<byte[], ?> decode;
    private final Object[][] paths;
    private final Object[] none;

    /**
     * Says how documents are decoded, and where the values are.
     *
     * @param paths null for those that the schema does not know
     */
    TypedReading(Call<byte[], ?> decode, List<Documents.Path> paths) {
        this.decode = decode;
        this.paths = new Object[paths.size()][];
        none = new Object[this.paths.length];
        for (int i = 0; i < none.length; i++) {
            Documents.Path path = paths.get(i);
            this.paths[i] = path == null ? null : path.steps().toArray();
            none[i] = path != null && path.nullable() ? null : Picker.ABSENT;
        }
    }

    @Override
    public Object[] on(byte[] document) throws Exception {
        Object root = decode.on(document);
        Object[] values = new Object[paths.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = paths[i] == null ? Picker.ABSENT : read(root, paths[i], none[i]);
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private static Object read(Object root, Object[] path, Object none) {
        Object found = root;
        for (Object step : path) {
            if (found == null) {
                return Picker.ABSENT;
            }
            if (step instanceof Function<?, ?> component) {
                found = ((Function<Object, Object>) component).apply(found);
            } else if (step instanceof Integer index) {
                List<?> list = (List<?>) found;
                if (index >= list.size()) {
                    return Picker.ABSENT;
                }
                found = list.get(index);
            } else {
                Map<?, ?> map = (Map<?, ?>) found;
                found = map.get(step);
                if (found == null && !map.containsKey(step)) {
                    return Picker.ABSENT;
                }
            }
        }
        return found == null ? none : found;
    }
}

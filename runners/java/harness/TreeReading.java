package harness;

import harness.api.Call;
import harness.api.Picker;
import harness.api.Step;
import java.util.List;
import java.util.Map;

/** Decodes a document, or opens it, and reads values of its tree; each row has a copy of this class. */
final class TreeReading implements Call<byte[], Object[]> {
    private final Call<byte[], ?> open;
    private final Step step;
    private final Call<Object, ?> natural;
    private final Object[][] paths;

    /**
     * Says how trees are made and read.
     *
     * @param step goes into the library's own containers; null for natural trees
     * @param natural makes a value of the model of what is found; null where it is one
     */
    TreeReading(Call<byte[], ?> open, Step step, Call<Object, ?> natural, List<List<Object>> paths) {
        this.open = open;
        this.step = step;
        this.natural = natural;
        this.paths = new Object[paths.size()][];
        for (int i = 0; i < this.paths.length; i++) {
            this.paths[i] = paths.get(i).toArray();
        }
    }

    @Override
    public Object[] on(byte[] document) throws Exception {
        Object tree = open.on(document);
        Object[] values = new Object[paths.length];
        for (int i = 0; i < values.length; i++) {
            Object found = read(tree, paths[i]);
            values[i] = found == Picker.ABSENT || natural == null ? found : natural.on(found);
        }
        return values;
    }

    private Object read(Object tree, Object[] path) {
        Object found = tree;
        for (Object key : path) {
            found = step == null ? into(found, key) : step.into(found, key);
            if (found == Picker.ABSENT) {
                return found;
            }
        }
        return found;
    }

    private static Object into(Object container, Object key) {
        if (container instanceof Map<?, ?> map) {
            Object name = key instanceof Integer ? key.toString() : key; // for formats without an array at the root
            Object found = map.get(name);
            return found == null && !map.containsKey(name) ? Picker.ABSENT : found;
        }
        if (container instanceof List<?> list && key instanceof Integer index && index < list.size()) {
            return list.get(index);
        }
        return Picker.ABSENT;
    }
}

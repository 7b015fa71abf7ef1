package harness;

import harness.schema.Schema;
import harness.schema.Schema.DataType;
import harness.schema.Schema.Field;
import harness.schema.Schema.Kind;
import harness.schema.Schema.RecordType;
import harness.schema.Schema.Slot;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes documents of the application's own types, and natural trees of them; neither is timed.
 *
 * <p>A type has one state for "none", which is null: it stands for null where the field is nullable, and else for no entry.
 */
final class Documents {
    private final Schema schema;
    private final Map<String, Class<?>> classes = new HashMap<>();

    /** Finds the types in a class loader. */
    Documents(Schema schema, ClassLoader loader) throws ClassNotFoundException {
        this.schema = schema;
        for (String name : schema.records().keySet()) {
            classes.put(name, Class.forName(schema.packageName() + "." + name, true, loader));
        }
    }

    /** Returns the class of a document, as it is made here. */
    Class<?> rootClass() {
        return switch (schema.root().type().kind()) {
            case RECORD -> classes.get(schema.root().type().name());
            case LIST -> ArrayList.class;
            case MAP -> LinkedHashMap.class;
            case BOOL -> Boolean.class;
            case INT64 -> Long.class;
            case UINT64 -> BigInteger.class;
            case FLOAT64 -> Double.class;
            case BYTES -> byte[].class;
            case STRING, JSON -> String.class;
        };
    }

    /** Returns the class of every record, each after those that it refers to. */
    List<Class<?>> classes() {
        List<Class<?>> all = new ArrayList<>();
        schema.records().keySet().forEach(name -> all.add(classes.get(name)));
        return all;
    }

    /**
     * Makes a document of a natural tree.
     *
     * @throws ReflectiveOperationException or another exception: the tree does not fit the schema
     */
    Object fromTree(Object tree) throws ReflectiveOperationException {
        return made(tree, schema.root());
    }

    /** Makes the natural tree that a document stands for. */
    Object toTree(Object document) throws ReflectiveOperationException {
        return tree(document, schema.root().type());
    }

    /**
     * A way to a value.
     *
     * @param steps components as functions, keys of maps, and indices of lists
     * @param nullable whether none is null there, and else no value
     */
    record Path(List<Object> steps, boolean nullable) {}

    /** Finds the ways that keys and indices describe; null where the schema knows none. */
    List<Path> paths(List<List<Object>> all) throws ReflectiveOperationException {
        List<Path> found = new ArrayList<>();
        for (List<Object> keys : all) {
            found.add(path(keys));
        }
        return found;
    }

    private Path path(List<Object> keys) throws ReflectiveOperationException {
        List<Object> steps = new ArrayList<>();
        DataType type = schema.root().type();
        boolean nullable = schema.root().nullable();
        for (Object key : keys) {
            switch (type.kind()) {
                case RECORD -> {
                    List<Field> fields = schema.records().get(type.name()).fields();
                    int index = 0;
                    while (index < fields.size() && !fields.get(index).key().equals(key)) {
                        index++;
                    }
                    if (index == fields.size()) {
                        return null;
                    }
                    steps.add(component(type.name(), index));
                    nullable = fields.get(index).nullable();
                    type = fields.get(index).type();
                }
                case LIST, MAP -> {
                    if (key instanceof Integer != (type.kind() == Kind.LIST)) {
                        return null;
                    }
                    steps.add(key);
                    nullable = type.inner().nullable();
                    type = type.inner().type();
                }
                default -> {
                    return null;
                }
            }
        }
        return new Path(steps, nullable);
    }

    /** Returns the generated function that calls an accessor. */
    private Object component(String record, int index) throws ReflectiveOperationException {
        String name = schema.packageName() + ".components." + record;
        return Class.forName(name, true, classes.get(record).getClassLoader())
                .getMethod("get", int.class)
                .invoke(null, index);
    }

    private Object made(Object tree, Slot slot) throws ReflectiveOperationException {
        return tree == null ? null : made(tree, slot.type());
    }

    private Object made(Object tree, DataType type) throws ReflectiveOperationException {
        return switch (type.kind()) {
            case INT64 -> ((Number) tree).longValue();
            case UINT64 -> tree instanceof BigInteger ? tree : BigInteger.valueOf(((Number) tree).longValue());
            case FLOAT64 -> ((Number) tree).doubleValue();
            case LIST -> {
                List<?> items = (List<?>) tree;
                List<Object> made = new ArrayList<>(items.size());
                for (Object item : items) {
                    made.add(made(item, type.inner()));
                }
                yield made;
            }
            case MAP -> {
                Map<String, Object> made = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) tree).entrySet()) {
                    made.put((String) entry.getKey(), made(entry.getValue(), type.inner()));
                }
                yield made;
            }
            case RECORD -> record((Map<?, ?>) tree, schema.records().get(type.name()));
            default -> tree;
        };
    }

    private Object record(Map<?, ?> entries, RecordType record) throws ReflectiveOperationException {
        List<Field> fields = record.fields();
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = entries.get(fields.get(i).key());
            values[i] = value == null ? null : made(value, fields.get(i).type());
        }
        Class<?> made = classes.get(record.name());
        Class<?>[] types = Arrays.stream(made.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        Constructor<?> constructor = made.getDeclaredConstructor(types);
        return constructor.newInstance(values);
    }

    private Object tree(Object value, DataType type) throws ReflectiveOperationException {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case LIST -> {
                List<Object> items = new ArrayList<>();
                for (Object item : (List<?>) value) {
                    items.add(tree(item, type.inner().type()));
                }
                yield items;
            }
            case MAP -> {
                Map<String, Object> entries = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                    entries.put(
                            (String) entry.getKey(),
                            tree(entry.getValue(), type.inner().type()));
                }
                yield entries;
            }
            case RECORD -> members(value, schema.records().get(type.name()));
            default -> value;
        };
    }

    private Map<String, Object> members(Object value, RecordType record) throws ReflectiveOperationException {
        Map<String, Object> members = new LinkedHashMap<>();
        RecordComponent[] components = classes.get(record.name()).getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            Field field = record.fields().get(i);
            Object member = components[i].getAccessor().invoke(value);
            if (member != null || field.nullable() || !field.optional()) {
                members.put(field.key(), tree(member, field.type()));
            }
        }
        return members;
    }
}

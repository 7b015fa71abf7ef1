package harness.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** The names of a record's components: their keys wherever Java allows that, else the schema's names for them. */
final class Names {
    /** What the language keeps from components, since every object has methods of these names. */
    private static final Set<String> OF_EVERY_OBJECT =
            Set.of("clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    private Names() {}

    /** Returns the names for a record's fields, no two of which are alike. */
    static List<String> components(List<Map<?, ?>> fields) {
        List<String> found = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Map<?, ?> field : fields) {
            String name = (String) field.get("key");
            if (!isComponent(name) || fields.stream().anyMatch(other -> other != field && isNamed(other, field))) {
                name = (String) field.get("name");
            }
            if (!isComponent(name)) {
                name += "_field";
            }
            while (!taken.add(name)) {
                name += "_";
            }
            found.add(name);
        }
        return found;
    }

    private static boolean isNamed(Map<?, ?> other, Map<?, ?> field) {
        return other.get("name").equals(field.get("key"));
    }

    private static boolean isComponent(String name) {
        return name.matches("[A-Za-z][A-Za-z0-9_]*")
                && !SourceVersion.isKeyword(name)
                && !OF_EVERY_OBJECT.contains(name);
    }
}

package harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Avro's schemas with names that generated classes can have; no name is encoded. */
public final class Avsc {
    private Avsc() {}

    /** Puts every record of a schema into the namespace {@code avro} of a package, and leaves out the documents' keys. */
    public static String inPackage(String text, String name) {
        return Json.writeText(adapted(Json.readValue(text), name + ".avro"));
    }

    /** Returns the name of a record's class: those of Avro and of Protocol Buffers have a class {@code Builder} within. */
    public static String ownName(String record) {
        return record.equals("Builder") ? "BuilderType" : record;
    }

    private static Object adapted(Object form, String namespace) {
        if (form instanceof String name) {
            return ownName(name);
        }
        if (form instanceof List<?> items) {
            return items.stream().map(one -> adapted(one, namespace)).toList();
        }
        Map<Object, Object> made = new LinkedHashMap<>((Map<?, ?>) form);
        for (String place : List.of("type", "items", "values", "fields")) {
            made.computeIfPresent(place, (key, value) -> adapted(value, namespace));
        }
        made.remove("key"); // an attribute of ours, and none of a code generator's business
        if ("record".equals(made.get("type"))) {
            made.put("namespace", namespace);
            made.put("name", ownName((String) made.get("name")));
        }
        return made;
    }
}

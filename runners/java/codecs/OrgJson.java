package codecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Picker;
import harness.api.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;
import org.json.JSONTokener;

/**
 * org.json: its own tree, made in the call (by the library, or entry after entry so that nulls stay) or before. It knows no bytes,
 * so that strings are converted.
 */
@AutoService(Codec.class)
public final class OrgJson implements Codec {
    private static final Library LIBRARY =
            new Library("org.json", "json", "LicenseRef-Public-Domain", "https://github.com/stleary/JSON-java");
    private static final String DOCUMENTATION = "https://stleary.github.io/JSON-java/";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "org-json", "json")
                .api("JSONObject, JSONTokener")
                .documentation(DOCUMENTATION)
                .encode(() -> value -> text(value))
                .decode(() -> data -> new JSONTokener(new String(data, UTF_8)).nextValue())
                .natural(() -> value -> natural(value))
                .step(OrgJson::into);
        Row nulls = Row.of(LIBRARY, "org-json", "json")
                .variant("nulls")
                .api("JSONObject.put")
                .documentation(DOCUMENTATION)
                .encodeDriven(() -> value -> text(tree(value)));
        Row prebuilt = Row.of(LIBRARY, "org-json", "json")
                .variant("prebuilt")
                .api("JSONObject")
                .documentation(DOCUMENTATION)
                .prepare(() -> value -> tree(value))
                .encode(() -> value -> text(value));
        return List.of(plain, nulls, prebuilt);
    }

    /** Makes a tree of what is none yet. */
    private static byte[] text(Object value) {
        return JSONObject.valueToString(value).getBytes(UTF_8);
    }

    /** Puts entry after entry, since a constructor that is given a map drops its null entries. */
    private static Object tree(Object value) {
        if (value instanceof Map<?, ?> entries) {
            JSONObject object = new JSONObject();
            entries.forEach((key, item) -> object.put((String) key, tree(item)));
            return object;
        }
        if (value instanceof List<?> items) {
            JSONArray array = new JSONArray(items.size());
            items.forEach(item -> array.put(tree(item)));
            return array;
        }
        if (value instanceof byte[]) {
            return JSONObject.wrap(value);
        }
        return value == null ? JSONObject.NULL : value;
    }

    private static Object into(Object container, Object key) {
        Object found = null;
        if (container instanceof JSONObject object && key instanceof String name) {
            found = object.opt(name);
        } else if (container instanceof JSONArray array && key instanceof Integer index) {
            found = array.opt(index);
        }
        return found == null ? Picker.ABSENT : found;
    }

    /** Reads the tree as its users do: a decimal is asked for as a double. */
    private static Object natural(Object value) {
        if (value instanceof JSONObject object) {
            Map<String, Object> entries = new LinkedHashMap<>();
            object.keySet().forEach(key -> entries.put(key, natural(object.get(key))));
            return entries;
        }
        if (value instanceof JSONArray array) {
            List<Object> items = new ArrayList<>();
            array.forEach(item -> items.add(natural(item)));
            return items;
        }
        if (value instanceof BigDecimal number) {
            return number.doubleValue();
        }
        return value == JSONObject.NULL ? null : value;
    }
}

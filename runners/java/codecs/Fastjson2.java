package codecs;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import java.lang.reflect.Type;
import java.util.List;

/** fastjson2 for JSON: as it comes, and told to keep null entries and to make doubles of floats. */
@AutoService(Codec.class)
public final class Fastjson2 implements Codec {
    /** The library, of which {@link Fastjson2Jsonb} is a part. */
    static final Library LIBRARY =
            new Library("com.alibaba.fastjson2", "fastjson2", "Apache-2.0", "https://github.com/alibaba/fastjson2");

    private static final String DOCUMENTATION = "https://github.com/alibaba/fastjson2/wiki/Features_cn";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "fastjson2", "json")
                .api("JSON.toJSONBytes, parse, parseObject")
                .documentation(DOCUMENTATION)
                .unchecked()
                .encode(() -> value -> JSON.toJSONBytes(value))
                .decode(() -> data -> JSON.parse(data))
                .natural(() -> Decimals::asDoubles)
                .encodeTyped(types -> {
                    type(types);
                    return value -> JSON.toJSONBytes(value);
                })
                .decodeTyped(types -> {
                    Type type = type(types);
                    return data -> JSON.parseObject(data, type);
                });
        Row exact = Row.of(LIBRARY, "fastjson2", "json")
                .variant("exact")
                .api("WriteMapNullValue, UseDoubleForDecimals")
                .documentation(DOCUMENTATION)
                .unchecked()
                .encode(() -> value -> JSON.toJSONBytes(value, JSONWriter.Feature.WriteMapNullValue))
                .decode(() -> data -> JSON.parse(data, JSONReader.Feature.UseDoubleForDecimals))
                .encodeTyped(types -> {
                    type(types);
                    return value -> JSON.toJSONBytes(value, JSONWriter.Feature.WriteMapNullValue);
                });
        return List.of(plain, exact);
    }

    /** What a document is, if it has no key that the annotation cannot hold. */
    static Type type(Types types) {
        types.refuseKey("", "a JSONField without a name means the component's own");
        return types.root();
    }
}

package codecs;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.util.List;

/** fastjson2 for JSON. It drops null entries and makes decimals of floats unless it is told not to. */
@AutoService(Codec.class)
public final class Fastjson2 implements Codec {
    /** The library, of which {@link Fastjson2Jsonb} is a part. */
    static final Library LIBRARY =
            new Library("com.alibaba.fastjson2", "fastjson2", "Apache-2.0", "https://github.com/alibaba/fastjson2");

    @Override
    public List<Row> rows() {
        return List.of(Row.of(LIBRARY, "fastjson2", "json")
                .api("JSON, WriteMapNullValue, UseDoubleForDecimals")
                .documentation("https://github.com/alibaba/fastjson2/wiki/Features_cn")
                .encode(() -> value -> JSON.toJSONBytes(value, JSONWriter.Feature.WriteMapNullValue))
                .decode(() -> data -> JSON.parse(data, JSONReader.Feature.UseDoubleForDecimals)));
    }
}

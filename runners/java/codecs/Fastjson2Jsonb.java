package codecs;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONWriter;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Row;
import java.lang.reflect.Type;
import java.util.List;

/** fastjson2 for JSONB, its own binary format. It is told to keep null entries, since it is the format's reference. */
@AutoService(Codec.class)
public final class Fastjson2Jsonb implements Codec {
    @Override
    public List<Row> rows() {
        return List.of(Row.of(Fastjson2.LIBRARY, "fastjson2-jsonb", "jsonb")
                .api("JSONB, WriteNulls")
                .documentation("https://github.com/alibaba/fastjson2/wiki/jsonb_format_cn")
                .encode(() -> value -> JSONB.toBytes(value, JSONWriter.Feature.WriteNulls))
                .decode(() -> data -> JSONB.parse(data))
                .encodeTyped(types -> {
                    Fastjson2.type(types);
                    return value -> JSONB.toBytes(value, JSONWriter.Feature.WriteNulls);
                })
                .decodeTyped(types -> {
                    Type type = Fastjson2.type(types);
                    return data -> JSONB.parseObject(data, type);
                }));
    }
}

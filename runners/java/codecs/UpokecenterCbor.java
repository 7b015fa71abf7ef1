package codecs;

import com.google.auto.service.AutoService;
import com.upokecenter.cbor.CBORObject;
import com.upokecenter.cbor.CBORType;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** com.upokecenter:cbor: its own tree, made in the call or before. */
@AutoService(Codec.class)
public final class UpokecenterCbor implements Codec {
    private static final Library LIBRARY =
            new Library("com.upokecenter", "cbor", "CC0-1.0", "https://github.com/peteroupc/CBOR-Java");
    private static final String DOCUMENTATION = "https://github.com/peteroupc/CBOR-Java#examples";

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "upokecenter-cbor", "cbor")
                .api("CBORObject")
                .documentation(DOCUMENTATION)
                .encode(() -> value -> CBORObject.FromObject(value).EncodeToBytes())
                .decode(() -> data -> CBORObject.DecodeFromBytes(data))
                .natural(() -> value -> natural((CBORObject) value));
        Row prebuilt = Row.of(LIBRARY, "upokecenter-cbor", "cbor")
                .variant("prebuilt")
                .api("CBORObject")
                .documentation(DOCUMENTATION)
                .prepare(() -> value -> CBORObject.FromObject(value))
                .encode(() -> value -> ((CBORObject) value).EncodeToBytes());
        return List.of(plain, prebuilt);
    }

    private static Object natural(CBORObject value) {
        if (value.isNull()) {
            return null;
        }
        // A big integer is a number in this library only by its tag: its type is that of its bytes.
        if (value.isNumber() && value.AsNumber().IsInteger() && value.getType() != CBORType.FloatingPoint) {
            return new BigInteger(value.AsNumber().ToEInteger().toString());
        }
        return switch (value.getType()) {
            case Map -> {
                Map<String, Object> entries = new LinkedHashMap<>();
                value.getEntries().forEach(entry -> entries.put(entry.getKey().AsString(), natural(entry.getValue())));
                yield entries;
            }
            case Array -> {
                List<Object> items = new ArrayList<>();
                value.getValues().forEach(item -> items.add(natural(item)));
                yield items;
            }
            case TextString -> value.AsString();
            case FloatingPoint -> value.AsDoubleValue();
            case Boolean -> value.AsBoolean();
            case ByteString -> value.GetByteString();
            default -> throw new IllegalStateException(value.getType().toString());
        };
    }
}

package codecs;

import com.google.auto.service.AutoService;
import com.upokecenter.cbor.CBORObject;
import com.upokecenter.cbor.CBORType;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Picker;
import harness.api.Row;
import harness.api.Visitor;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/**
 * com.upokecenter:cbor: its own tree, made in the call or before. A tree read from bytes keeps its strings in UTF-8 until they are
 * asked for, so that it is scanned.
 */
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
                .access("lazy")
                .scan(() -> (data, visitor) -> scan(CBORObject.DecodeFromBytes(data), visitor))
                .open(() -> data -> CBORObject.DecodeFromBytes(data))
                .step(UpokecenterCbor::into)
                .natural(() -> found -> value((CBORObject) found));
        Row prebuilt = Row.of(LIBRARY, "upokecenter-cbor", "cbor")
                .variant("prebuilt")
                .map("sorted")
                .api("CBORObject")
                .documentation(DOCUMENTATION)
                .prepare(() -> value -> CBORObject.FromObject(value))
                .encode(() -> value -> ((CBORObject) value).EncodeToBytes());
        return List.of(plain, prebuilt);
    }

    private static Object into(Object container, Object key) {
        CBORObject object = (CBORObject) container;
        if (key instanceof Integer index) {
            return object.getType() == CBORType.Array && index < object.size() ? object.get(index) : Picker.ABSENT;
        }
        CBORObject found = object.getType() == CBORType.Map ? object.GetOrDefault(key, null) : null;
        return found == null ? Picker.ABSENT : found;
    }

    private static Object value(CBORObject found) {
        return switch (found.getType()) {
            case TextString -> found.AsString();
            case Integer ->
                found.CanValueFitInInt64()
                        ? (Object) found.AsInt64Value()
                        : new BigInteger(found.AsEIntegerValue().ToBytes(false));
            case ByteString ->
                found.isTagged()
                        ? (Object) new BigInteger(found.AsNumber().ToEInteger().ToBytes(false))
                        : found.GetByteString();
            case FloatingPoint -> found.AsDoubleValue();
            case Boolean -> found.AsBoolean();
            default -> null;
        };
    }

    private static void scan(CBORObject value, Visitor visitor) {
        switch (value.getType()) {
            case Map -> {
                visitor.beginMap();
                for (Map.Entry<CBORObject, CBORObject> entry : value.getEntries()) {
                    visitor.key(entry.getKey().AsString());
                    scan(entry.getValue(), visitor);
                }
                visitor.endMap();
            }
            case Array -> {
                visitor.beginArray();
                for (CBORObject item : value.getValues()) {
                    scan(item, visitor);
                }
                visitor.endArray();
            }
            case TextString -> visitor.value(value.AsString());
            case Integer -> {
                if (value.CanValueFitInInt64()) {
                    visitor.value(value.AsInt64Value());
                } else {
                    visitor.value(new BigInteger(value.AsEIntegerValue().ToBytes(false)));
                }
            }
            case ByteString -> {
                // What CBOR calls a bignum is bytes with a tag.
                if (value.isTagged()) {
                    visitor.value(new BigInteger(value.AsNumber().ToEInteger().ToBytes(false)));
                } else {
                    visitor.value(value.GetByteString());
                }
            }
            case FloatingPoint -> visitor.value(value.AsDoubleValue());
            case Boolean -> visitor.value(value.AsBoolean());
            case SimpleValue -> {
                if (!value.isNull()) {
                    throw new IllegalStateException(value.toString());
                }
                visitor.nothing();
            }
            default -> throw new IllegalStateException(value.getType().toString());
        }
    }
}

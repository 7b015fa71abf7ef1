package codecs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.google.auto.service.AutoService;
import harness.api.Codec;
import harness.api.Library;
import harness.api.Row;
import harness.api.Types;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Kryo, with the classes registered, as its documentation has it first: with a buffer for each document, and with one kept. */
@AutoService(Codec.class)
public final class Kryo5 implements Codec {
    private static final Library LIBRARY =
            new Library("com.esotericsoftware", "kryo", "BSD-3-Clause", "https://github.com/EsotericSoftware/kryo");
    private static final int ROOM = 1024;

    @Override
    public List<Row> rows() {
        Row plain = Row.of(LIBRARY, "kryo", "kryo")
                .api("register; writeObject, readObject")
                .documentation("https://github.com/EsotericSoftware/kryo#quickstart")
                .unchecked()
                .encodeTyped(types -> {
                    Kryo kryo = kryo(types);
                    return value -> {
                        Output output = new Output(ROOM, -1);
                        kryo.writeObject(output, value);
                        return output.toBytes();
                    };
                })
                .decodeTyped(types -> {
                    Kryo kryo = kryo(types);
                    Class<?> root = types.rootClass();
                    return data -> kryo.readObject(new Input(data), root);
                });
        Row reuse = Row.of(LIBRARY, "kryo", "kryo")
                .variant("reuse")
                .api("Output, Input, kept")
                .documentation("https://github.com/EsotericSoftware/kryo#reuse")
                .unchecked()
                .reusing()
                .encodeTyped(types -> {
                    Kryo kryo = kryo(types);
                    Output output = new Output(ROOM, -1);
                    return value -> {
                        output.reset();
                        kryo.writeObject(output, value);
                        return output.toBytes();
                    };
                })
                .decodeTyped(types -> {
                    Kryo kryo = kryo(types);
                    Class<?> root = types.rootClass();
                    Input input = new Input();
                    return data -> {
                        input.setBuffer(data);
                        return kryo.readObject(input, root);
                    };
                });
        return List.of(plain, reuse);
    }

    private static Kryo kryo(Types types) {
        Kryo kryo = new Kryo();
        kryo.register(ArrayList.class);
        kryo.register(LinkedHashMap.class);
        kryo.register(BigInteger.class);
        kryo.register(byte[].class);
        types.records().forEach(kryo::register);
        return kryo;
    }
}

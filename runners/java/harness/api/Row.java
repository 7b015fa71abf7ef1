package harness.api;

import java.util.concurrent.Callable;

/**
 * A codec in one variant: what describes it, and how its operations are set up.
 *
 * <p>Each {@link Callable} runs once, in a class loader of the row's own, and what it returns is then called in the timed loop.
 */
public final class Row {
    public final Library library;
    public final String codec;
    public final String format;
    public String variant;
    public String api = "";
    public String documentation = "";
    public String buffers = "fresh";
    public String utf8 = "checked";
    public String access = "tree";
    public String map = "hash";
    public boolean driven;
    public boolean rootIsMap;
    public Callable<Call<Object, ?>> prepare;
    public Callable<Call<Object, ?>> encode;
    public Callable<Call<byte[], ?>> decode;
    public Callable<Call<Object, ?>> natural;
    public Callable<Scan> scan;
    public Callable<Call<byte[], ?>> open;
    public Step step;
    public Callable<Picker> picker;
    public ForTypes<Object> encodeTyped;
    public ForTypes<byte[]> decodeTyped;
    public String own;

    private Row(Library library, String codec, String format) {
        this.library = library;
        this.codec = codec;
        this.format = format;
    }

    /** Begins a plain row: fresh buffers, UTF-8 checked, a tree in one call, whose maps are hash tables. */
    public static Row of(Library library, String codec, String format) {
        return new Row(library, codec, format);
    }

    /** Makes it a variant of that name. */
    public Row variant(String name) {
        variant = name;
        return this;
    }

    /** Says which of the library's interfaces is used, in a word or two. */
    public Row api(String words) {
        api = words;
        return this;
    }

    /** Names the page that shows the calls used. */
    public Row documentation(String address) {
        documentation = address;
        return this;
    }

    /** Says that a buffer or a writer is kept from call to call. */
    public Row reusing() {
        buffers = "reuse";
        return this;
    }

    /** Says that the decoder takes some bytes for UTF-8 that are not, such as overlong forms, and makes text of them. */
    public Row unchecked() {
        utf8 = "unchecked";
        return this;
    }

    /** Says that values are read only when they are asked for, or one after the other. */
    public Row access(String kind) {
        access = kind;
        return this;
    }

    /** Says what the tree's maps are, in the protocol's words: {@code list}, {@code hash} or {@code sorted}. */
    public Row map(String kind) {
        map = kind;
        return this;
    }

    /** Says that the format has nothing but maps at the root: an array becomes the one with the keys "0", "1", …. */
    public Row rootIsMap() {
        rootIsMap = true;
        return this;
    }

    /** Gives the encoder: from the natural tree, or from what {@link #prepare} makes of it, to bytes. */
    public Row encode(Callable<Call<Object, ?>> setUp) {
        encode = setUp;
        return this;
    }

    /** Gives an encoder that walks the natural tree itself and hands the library one value after the other. */
    public Row encodeDriven(Callable<Call<Object, ?>> setUp) {
        driven = true;
        return encode(setUp);
    }

    /** Says what its encoder starts from, in the protocol's words ("Tares"), or null without one. */
    public String startsFrom() {
        if (encode == null) {
            return null;
        }
        if (driven) {
            return "events";
        }
        return prepare == null ? "native" : "library";
    }

    /** Gives what makes the library's own tree, from which its encoder starts; it is not timed. */
    public Row prepare(Callable<Call<Object, ?>> setUp) {
        prepare = setUp;
        return this;
    }

    /** Gives the decoder: from bytes to the natural tree, or to what {@link #natural} reads. */
    public Row decode(Callable<Call<byte[], ?>> setUp) {
        decode = setUp;
        return this;
    }

    /** Gives what turns the library's own tree into the natural one, for checks; it is not timed. */
    public Row natural(Callable<Call<Object, ?>> setUp) {
        natural = setUp;
        return this;
    }

    /** Gives the streaming reader. */
    public Row scan(Callable<Scan> setUp) {
        scan = setUp;
        return this;
    }

    /** Says how to go into the containers of the library's own tree, of which {@link #natural} reads what is found. */
    public Row step(Step way) {
        step = way;
        return this;
    }

    /** Gives what opens a document for {@link #step}, where that takes less than to decode it. */
    public Row open(Callable<Call<byte[], ?>> setUp) {
        open = setUp;
        return this;
    }

    /** Returns what a tree to pick from is made by, or null without one. */
    public Callable<Call<byte[], ?>> opener() {
        return open == null ? decode : open;
    }

    /** Gives the library's own way to single values. Without it, what is decoded or opened is read. */
    public Row pick(Callable<Picker> setUp) {
        picker = setUp;
        return this;
    }

    /** Gives the encoder of the application's own types, or of the library's ({@link #own}). */
    public Row encodeTyped(ForTypes<Object> setUp) {
        encodeTyped = setUp;
        return this;
    }

    /** Gives the decoder to the application's own types, or to the library's ({@link #own}). */
    public Row decodeTyped(ForTypes<byte[]> setUp) {
        decodeTyped = setUp;
        return this;
    }

    /** Says that typed operations start from and end with the library's own classes, which a part of the generated code has. */
    public Row own(String part) {
        own = part;
        return this;
    }
}

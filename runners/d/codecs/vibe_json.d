/// The JSON of vibe.d, D's web framework, in the copy that dub, D's package manager, keeps of it.
module codecs.vibe_json;

import harness.codec;

private enum isFound = __traits(compiles, { import dub.internal.vibecompat.data.json : Json; });

static if (isFound)
{
    import std.algorithm : map;
    import std.array : array, assocArray;
    import std.sumtype : match;
    import std.typecons : tuple;

    import dub.internal.vibecompat.data.json : Json, parseJsonString;
    import dub.version_ : dubVersion;

    import harness.job;
    import harness.payload : UnsupportedException;
    import harness.value;

    private Json toTree(ref Value value)
    {
        return value.match!(
            (ref Items items) => Json(items.map!toTree.array),
            (ref Entries entries) =>
                Json(entries.map!((ref entry) => tuple(entry.key, toTree(entry.value))).assocArray),
            function Json(ref Bytes _) => throw new UnsupportedException("JSON has no bytes"),
            function Json(ref ulong _) => throw new UnsupportedException("it has no integers above 2^63 - 1"),
            (ref scalar) => Json(scalar));
    }

    private Json parse(string text)
    {
        return parseJsonString(text);
    }

    private Value toValue(Json tree)
    {
        final switch (tree.type)
        {
        case Json.Type.undefined, Json.Type.null_:
            return Value(null);
        case Json.Type.bool_:
            return Value(tree.get!bool);
        case Json.Type.int_:
            return Value(tree.get!long);
        case Json.Type.float_:
            return Value(tree.get!double);
        case Json.Type.string:
            return Value(tree.get!string);
        case Json.Type.array:
            return Value(tree.get!(Json[]).map!(item => toValue(item)).array);
        case Json.Type.object:
            return Value(
                tree.get!(Json[string]).byKeyValue.map!(entry => Entry!Value(entry.key, toValue(entry.value))).array);
        }
    }

    private Json* child(ref Json tree, ref const Step step)
    {
        return step.match!(
            (string key) => tree.type == Json.Type.object ? key in tree : null,
            (size_t index) => tree.type == Json.Type.array && index < tree.length ? &tree[index] : null);
    }

    private enum encode = &encoding!((ref Value value) => value, (ref Value value) => toTree(value).toString());
    private enum encodePrebuilt = &encoding!(toTree, (ref Json tree) => tree.toString());
    private enum decode = &decoding!(parse, toValue);
    private enum pick = &picking!(parse, child, toValue);
    private enum string missing = null;
}
else
{
    private enum Operation encode = null, encodePrebuilt = null, decode = null, pick = null;
    private enum dubVersion = "v0";
    private enum missing = "dub's source is not in third_party: weighbridge setup --force d";
}

shared static this()
{
    Codec plain = {
        name: "vibe-json",
        format: "json",
        library: "vibe.d's JSON in dub's copy",
        libraryVersion: dubVersion[1 .. $],
        homepage: "https://vibed.org",
        documentation: "https://vibed.org/api/vibe.data.json/",
        licence: "MIT",
        source: "codecs/vibe_json.d",
        api: "toString, parseJsonString",
        checksUtf8: true,
        map: "hash",
        startsFrom: StartsFrom.events,
        operations: ["encode": encode, "decode": decode, "pick": pick],
        missing: missing,
    };
    register(plain);

    Codec prebuilt = plain;
    prebuilt.variant = "prebuilt";
    prebuilt.api = "toString";
    prebuilt.startsFrom = StartsFrom.library;
    prebuilt.operations = ["encode": encodePrebuilt];
    register(prebuilt);
}

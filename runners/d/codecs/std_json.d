/// The JSON of D's standard library, whose `JSONValue` is what D's people take for a tree of anything.
module codecs.std_json;

import std.algorithm : map;
import std.array : array, assocArray;
import std.compiler : version_major, version_minor;
import std.format : format;
import std.json : JSONOptions, JSONType, JSONValue, parseJSON;
import std.sumtype : match;
import std.typecons : tuple;

import harness.codec;
import harness.job;
import harness.payload : UnsupportedException;
import harness.value;

private JSONValue toTree(ref Value value)
{
    return value.match!(
        (ref Items items) => JSONValue(items.map!toTree.array),
        (ref Entries entries) =>
            JSONValue(entries.map!((ref entry) => tuple(entry.key, toTree(entry.value))).assocArray),
        function JSONValue(ref Bytes _) => throw new UnsupportedException("JSON has no bytes"),
        (ref scalar) => JSONValue(scalar));
}

private JSONValue parse(string text)
{
    return parseJSON(text);
}

private Value toValue(const JSONValue tree)
{
    final switch (tree.type)
    {
    case JSONType.null_:
        return Value(null);
    case JSONType.true_, JSONType.false_:
        return Value(tree.boolean);
    case JSONType.integer:
        return Value(tree.integer);
    case JSONType.uinteger:
        return Value(tree.uinteger);
    case JSONType.float_:
        return Value(tree.floating);
    case JSONType.string:
        return Value(tree.str);
    case JSONType.array:
        return Value(tree.arrayNoRef.map!(item => toValue(item)).array);
    case JSONType.object:
        return Value(tree.objectNoRef.byKeyValue.map!(entry => Entry!Value(entry.key, toValue(entry.value))).array);
    }
}

private JSONValue* child(ref JSONValue tree, ref const Step step)
{
    return step.match!(
        (string key) => tree.type == JSONType.object ? key in tree : null,
        (size_t index) =>
            tree.type == JSONType.array && index < tree.arrayNoRef.length ? &tree.arrayNoRef[index] : null);
}

shared static this()
{
    Codec plain = {
        name: "std-json",
        format: "json",
        library: "std.json",
        libraryVersion: format!"%d.%03d"(version_major, version_minor),
        homepage: "https://dlang.org",
        documentation: "https://dlang.org/phobos/std_json.html",
        licence: "BSL-1.0",
        source: "codecs/std_json.d",
        api: "toString, parseJSON",
        map: "hash",
        startsFrom: StartsFrom.native,
        operations: [
            "encode": &encoding!(toTree, (ref JSONValue tree) => tree.toString()),
            "decode": &decoding!(parse, toValue),
            "pick": &picking!(parse, child, toValue),
        ],
    };
    register(plain);

    Codec unescaped = plain;
    unescaped.variant = "unescaped";
    unescaped.api = "toString(doNotEscapeSlashes)";
    unescaped.operations = [
        "encode": &encoding!(toTree, (ref JSONValue tree) => tree.toString(JSONOptions.doNotEscapeSlashes)),
    ];
    register(unescaped);
}

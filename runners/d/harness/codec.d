/// What a file in `codecs/` registers.
module harness.codec;

import harness.job;
import harness.payload;
import harness.value;

/// Makes an operation's job of a payload and the codec's format.
alias Operation = Job function(Payload, string);

/// What encoders start from.
enum StartsFrom : string
{
    native = "native",
    library = "library",
    events = "events",
}

struct Codec
{
    string name;
    string variant;
    string format;
    string library;
    string libraryVersion;
    string homepage;
    string documentation;
    string licence;
    string source;
    string api;
    bool checksUtf8;
    string map;
    StartsFrom startsFrom;
    Operation[string] operations;
    string missing; /// why its library is not there, and how to get it

    string fullName() const
    {
        return variant ? name ~ "[" ~ variant ~ "]" : name;
    }

    private string tare(string operation) const
    {
        return operation == "encode" && startsFrom == StartsFrom.events ? "visit" : "call";
    }

    Value describe() const
    {
        Items names = [];
        Entries tares = [];
        foreach (operation; ["encode", "decode", "pick"])
            if (operation in operations)
            {
                names ~= Value(operation);
                tares ~= Entry!Value(operation, Value(tare(operation)));
            }
        auto entry = [
            Entry!Value("codec", Value(name)),
            Entry!Value("variant", text(variant)),
            Entry!Value("format", Value(format)),
            Entry!Value("library", Value(library)),
            Entry!Value("operations", Value(names)),
        ];
        if (missing)
            return Value(entry ~ Entry!Value("reason", Value(missing)));
        return Value(entry ~ [
            Entry!Value("version", Value(libraryVersion)),
            Entry!Value("tare", Value(tares)),
            Entry!Value("policies", mapOf(
                "buffers", "fresh",
                "strings", "owned",
                "utf8", checksUtf8 ? "checked" : "unchecked",
                "access", "tree",
                "map", map,
                "api", api,
                "starts_from", "encode" in operations ? text(startsFrom) : Value(null),
                "threads", false)),
            Entry!Value("homepage", Value(homepage)),
            Entry!Value("licence", Value(licence)),
            Entry!Value("documentation", Value(documentation)),
            Entry!Value("source", Value(source)),
        ]);
    }

    private static Value text(string characters)
    {
        return characters ? Value(characters) : Value(null);
    }
}

private Codec[] registered;

/// The codecs that the program has, in the order of their files.
const(Codec)[] codecs()
{
    return registered;
}

void register(Codec codec)
{
    registered ~= codec;
}

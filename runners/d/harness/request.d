/// Requests: what they hold, or what is wrong with them.
module harness.request;

import std.base64 : Base64, Base64Exception;
import std.format : format;
import std.sumtype : match;

import harness.payload;
import harness.text;
import harness.value;

/// What a request is or names that does not exist.
class BadRequest : Exception
{
    this(string message)
    {
        super(message);
    }
}

/// A member of a request or of one of its parts, in its type.
T require(T)(ref Value part, string name)
{
    auto found = member(part, name);
    if (!found)
        throw new BadRequest(format!"there is no member '%s'"(name));
    return as!T(*found, name);
}

private T as(T)(ref Value value, string name)
{
    T refuse()
    {
        throw new BadRequest(format!"the member '%s' is no %s"(name, T.stringof));
    }

    return value.match!((ref T found) => found, (ref _) => refuse());
}

/// A member that is an integer of at least so much.
ulong natural(ref Value request, string name, long least)
{
    immutable number = require!long(request, name);
    if (number < least)
        throw new BadRequest(format!"the member '%s' is less than %d"(name, least));
    return number;
}

/// Reads one line.
Value parse(string line)
{
    try
        return read(line);
    catch (Exception error)
        throw new BadRequest(error.msg);
}

/// The documents of a `load`.
Payload documents(ref Value request)
{
    Payload payload;
    foreach (ref part; require!Items(request, "documents"))
        payload ~= document(part);
    if (payload.length == 0)
        throw new BadRequest("no documents");
    return payload;
}

private Document document(ref Value part)
{
    Document document;
    document.value = parse(require!string(part, "value"));
    foreach (ref entry; require!Entries(part, "encoded"))
        try
            document.encoded[entry.key] = Base64.decode(as!string(entry.value, entry.key)).idup;
        catch (Base64Exception error)
            throw new BadRequest("no base64: " ~ error.msg);
    if (auto picks = member(part, "pick"))
    {
        document.hasPicks = true;
        foreach (ref pick; as!Items(*picks, "pick"))
            document.picks ~= path(pick);
    }
    return document;
}

private Path path(ref Value part)
{
    auto found = Path(require!string(part, "at"));
    foreach (ref step; require!Items(part, "steps"))
        found.steps ~= step.match!(
            (ref string key) => Step(key),
            (ref long index) => index >= 0 ? Step(cast(size_t) index) : throw new BadRequest("an index below 0"),
            function Step(ref _) => throw new BadRequest("a step is a key or an index"));
    return found;
}

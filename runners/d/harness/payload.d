/// A payload: its documents, as they were loaded.
module harness.payload;

import harness.value;

/// Where a value is that is picked.
struct Path
{
    string at;
    Step[] steps;
}

struct Document
{
    Value value;
    Bytes[string] encoded; /// by format
    Path[] picks;
    bool hasPicks;
}

alias Payload = Document[];

/// What cannot be done by the nature of a codec or a payload.
class UnsupportedException : Exception
{
    this(string message)
    {
        super(message);
    }
}

/// The bytes of a document in a format.
Bytes encodedAs(ref Document document, string format)
{
    if (auto found = format in document.encoded)
        return *found;
    throw new UnsupportedException("the payload came without its bytes in " ~ format);
}

/// What values are handed to, one after the other.
module harness.visitor;

import std.sumtype : match;

import harness.value;

interface Visitor
{
    void nothing();
    void boolean(bool truth);
    void integer(long number);
    void unsigned(ulong number);
    void floating(double number);
    void text(string characters);
    void bytes(Bytes data);
    void key(string characters);
    void beginList();
    void endList();
    void beginMap();
    void endMap();
}

/// Reads what it is handed, and no more: the visitor of the timed loops.
final class Reader : Visitor
{
    private ulong sum;

    void nothing() { sum++; }
    void boolean(bool truth) { sum += truth; }
    void integer(long number) { sum += number; }
    void unsigned(ulong number) { sum += number; }
    void floating(double number) { sum += number > 0; }
    void text(string characters) { sum += characters.length + (characters.length ? characters[0] : 0); }
    void bytes(Bytes data) { sum += data.length + (data.length ? data[0] : 0); }
    void key(string characters) { text(characters); }
    void beginList() { sum++; }
    void endList() { sum++; }
    void beginMap() { sum++; }
    void endMap() { sum++; }
}

/// Makes the tree again: the visitor of checks.
final class Builder : Visitor
{
    /// A container that has not ended, and the key under which it will stand in the one around it.
    private static struct Frame
    {
        bool isMap;
        string key;
        Items items;
        Entries entries;
    }

    private Frame[] frames = [Frame()];
    private string lastKey;

    /// The tree, when the document is at its end.
    Value root()
    {
        if (frames.length != 1 || frames[0].items.length != 1)
            throw new Exception("the document is not at its end");
        return frames[0].items[0];
    }

    private void add(Value value)
    {
        if (frames[$ - 1].isMap)
            frames[$ - 1].entries ~= Entry!Value(lastKey, value);
        else
            frames[$ - 1].items ~= value;
    }

    private void begin(bool isMap)
    {
        frames ~= Frame(isMap, lastKey);
    }

    private void end()
    {
        Frame ended = frames[$ - 1];
        frames.length--;
        lastKey = ended.key;
        add(ended.isMap ? Value(ended.entries) : Value(ended.items));
    }

    void nothing() { add(Value(null)); }
    void boolean(bool truth) { add(Value(truth)); }
    void integer(long number) { add(Value(number)); }
    void unsigned(ulong number) { add(Value(number)); }
    void floating(double number) { add(Value(number)); }
    void text(string characters) { add(Value(characters)); }
    void bytes(Bytes data) { add(Value(data)); }
    void key(string characters) { lastKey = characters; }
    void beginList() { begin(false); }
    void endList() { end(); }
    void beginMap() { begin(true); }
    void endMap() { end(); }
}

/// Hands every value of a tree to a visitor.
void walk(ref const Value value, Visitor visitor)
{
    // Handlers take references, so that no kind of number is converted to another.
    value.match!(
        (ref const typeof(null) _) => visitor.nothing(),
        (ref const bool truth) => visitor.boolean(truth),
        (ref const long number) => visitor.integer(number),
        (ref const ulong number) => visitor.unsigned(number),
        (ref const double number) => visitor.floating(number),
        (ref const string characters) => visitor.text(characters),
        (ref const Bytes data) => visitor.bytes(data),
        (ref const Items items) {
            visitor.beginList();
            foreach (ref item; items)
                walk(item, visitor);
            visitor.endList();
        },
        (ref const Entries entries) {
            visitor.beginMap();
            foreach (ref entry; entries)
            {
                visitor.key(entry.key);
                walk(entry.value, visitor);
            }
            visitor.endMap();
        });
}

/// What a visitor is handed, as a thing to keep.
struct Event
{
    enum Kind : ubyte
    {
        nothing,
        boolean,
        integer,
        unsigned,
        floating,
        text,
        bytes,
        key,
        beginList,
        endList,
        beginMap,
        endMap,
    }

    Kind kind;
    union
    {
        bool truth;
        long integer;
        ulong unsigned;
        double floating;
        string text;
        Bytes bytes;
    }
}

/// Keeps what it is handed.
final class Recorder : Visitor
{
    Event[] events;

    private void add(Event.Kind kind, scope void delegate(ref Event) fill = null)
    {
        auto event = Event(kind);
        if (fill)
            fill(event);
        events ~= event;
    }

    void nothing() { add(Event.Kind.nothing); }
    void boolean(bool truth) { add(Event.Kind.boolean, (ref event) { event.truth = truth; }); }
    void integer(long number) { add(Event.Kind.integer, (ref event) { event.integer = number; }); }
    void unsigned(ulong number) { add(Event.Kind.unsigned, (ref event) { event.unsigned = number; }); }
    void floating(double number) { add(Event.Kind.floating, (ref event) { event.floating = number; }); }
    void text(string characters) { add(Event.Kind.text, (ref event) { event.text = characters; }); }
    void bytes(Bytes data) { add(Event.Kind.bytes, (ref event) { event.bytes = data; }); }
    void key(string characters) { add(Event.Kind.key, (ref event) { event.text = characters; }); }
    void beginList() { add(Event.Kind.beginList); }
    void endList() { add(Event.Kind.endList); }
    void beginMap() { add(Event.Kind.beginMap); }
    void endMap() { add(Event.Kind.endMap); }
}

/// Hands what was recorded to a visitor.
void replay(const Event[] events, Visitor visitor)
{
    foreach (ref event; events)
        final switch (event.kind)
        {
        case Event.Kind.nothing:
            visitor.nothing();
            break;
        case Event.Kind.boolean:
            visitor.boolean(event.truth);
            break;
        case Event.Kind.integer:
            visitor.integer(event.integer);
            break;
        case Event.Kind.unsigned:
            visitor.unsigned(event.unsigned);
            break;
        case Event.Kind.floating:
            visitor.floating(event.floating);
            break;
        case Event.Kind.text:
            visitor.text(event.text);
            break;
        case Event.Kind.bytes:
            visitor.bytes(event.bytes);
            break;
        case Event.Kind.key:
            visitor.key(event.text);
            break;
        case Event.Kind.beginList:
            visitor.beginList();
            break;
        case Event.Kind.endList:
            visitor.endList();
            break;
        case Event.Kind.beginMap:
            visitor.beginMap();
            break;
        case Event.Kind.endMap:
            visitor.endMap();
            break;
        }
}

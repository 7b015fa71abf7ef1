/// The value model.
module harness.value;

import std.sumtype : match, SumType, This;

alias Bytes = immutable(ubyte)[];

/// A map's entry.
struct Entry(T)
{
    string key;
    T value;
}

/// A value; a map's entries keep their order.
alias Value = SumType!(typeof(null), bool, long, ulong, double, string, Bytes, This[], Entry!This[]);
alias Items = Value[];
alias Entries = Entry!Value[];

/// A map of keys and what stands under them, in turn.
Value mapOf(Members...)(Members members)
{
    Entries entries = [];
    static foreach (index; 0 .. Members.length / 2)
    {
        static if (is(Members[2 * index + 1] == Value))
            entries ~= Entry!Value(members[2 * index], members[2 * index + 1]);
        else
            entries ~= Entry!Value(members[2 * index], Value(members[2 * index + 1]));
    }
    return Value(entries);
}

/// The entry of a map with a key, if the value is a map and has it.
inout(Value)* member(ref inout Value value, string key)
{
    foreach (ref entry; value.match!((ref inout Entries entries) => entries, (ref _) => null))
        if (entry.key == key)
            return &entry.value;
    return null;
}

/// A key or an index.
alias Step = SumType!(string, size_t);

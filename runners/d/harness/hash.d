/// The canonical hash of a value: docs/protocol.md.
module harness.hash;

import std.bitmanip : littleEndianToNative;
import std.format : format;
import std.math : isNaN;
import std.sumtype : match;

import harness.value;

string hexadecimal(ref const Value value)
{
    return format!"%016x"(hash(value));
}

private ulong absorb(ulong hash, ulong word)
{
    immutable mixed = (hash ^ word) * 0x9E3779B97F4A7C15;
    return mixed ^ (mixed >> 32);
}

private ulong hash(ref const Value value)
{
    return value.match!(
        (ref const typeof(null) _) => absorb('n', 0),
        (ref const bool truth) => absorb('b', truth),
        (ref const long number) => absorb('i', number),
        (ref const ulong number) => absorb(number > long.max ? 'u' : 'i', number),
        (ref const double number) => absorb('f', isNaN(number) ? 0x7FF8000000000000 : *cast(const ulong*)&number),
        (ref const string characters) => hashBytes('s', cast(Bytes) characters),
        (ref const Bytes data) => hashBytes('y', data),
        (ref const Items items) {
            ulong folded = 'a';
            foreach (ref item; items)
                folded = absorb(folded, hash(item));
            return absorb(folded, items.length);
        },
        (ref const Entries entries) {
            ulong sum;
            foreach (ref entry; entries)
                sum += absorb(absorb('e', hashBytes('s', cast(Bytes) entry.key)), hash(entry.value));
            return absorb(absorb('m', sum), entries.length);
        });
}

private ulong hashBytes(char letter, Bytes data)
{
    auto hash = absorb(letter, data.length);
    for (size_t at = 0; at < data.length; at += 8)
    {
        ubyte[8] word;
        auto part = data[at .. at + 8 < data.length ? at + 8 : $];
        word[0 .. part.length] = part;
        hash = absorb(hash, littleEndianToNative!ulong(word));
    }
    return hash;
}

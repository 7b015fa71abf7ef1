/// Value text (docs/protocol.md): JSON with four rules that keep every value exact. It reads requests, too.
/// `std.json` will not do: it misses the last bit of some floats, and orders maps as it likes.
module harness.text;

import core.stdc.stdlib : strtod;
import std.algorithm : canFind;
import std.array : Appender, appender;
import std.ascii : isDigit;
import std.base64 : Base64;
import std.conv : ConvException, to;
import std.exception : assumeUnique;
import std.format : format, formattedWrite;
import std.math : isInfinity, isNaN;
import std.string : toStringz;
import std.sumtype : match;
import std.utf : validate;

import harness.value;

private enum floatKey = "\0float";
private enum bytesKey = "\0bytes";

/// What is no value text.
class TextException : Exception
{
    this(string message)
    {
        super(message);
    }
}

Value read(string text)
{
    validate(text);
    auto parser = Parser(text);
    auto value = parser.value();
    parser.skipSpace();
    parser.demand(parser.rest.length == 0, "something after the value");
    return value;
}

string write(Value value)
{
    auto text = appender!string;
    put(text, value);
    return text[];
}

private struct Parser
{
    string text;
    size_t at;

    string rest() const
    {
        return text[at .. $];
    }

    void demand(bool holds, lazy string complaint)
    {
        if (!holds)
            throw new TextException(complaint ~ " at byte " ~ at.to!string);
    }

    void skipSpace()
    {
        while (at < text.length && " \t\r\n".canFind(text[at]))
            at++;
    }

    char next()
    {
        skipSpace();
        demand(at < text.length, "an early end");
        return text[at];
    }

    bool takes(char wanted)
    {
        if (next() != wanted)
            return false;
        at++;
        return true;
    }

    void take(char wanted)
    {
        demand(takes(wanted), "no '" ~ wanted ~ "'");
    }

    Value word(T)(string word, T value)
    {
        demand(rest.length >= word.length && rest[0 .. word.length] == word, "no value");
        at += word.length;
        return Value(value);
    }

    Value value()
    {
        switch (next())
        {
        case '{':
            return map();
        case '[':
            return list();
        case '"':
            return Value(characters());
        case 'n':
            return word("null", null);
        case 't':
            return word("true", true);
        case 'f':
            return word("false", false);
        default:
            return number();
        }
    }

    Value list()
    {
        take('[');
        Items items = [];
        if (takes(']'))
            return Value(items);
        do
            items ~= value();
        while (takes(','));
        take(']');
        return Value(items);
    }

    Value map()
    {
        take('{');
        Entries entries = [];
        if (takes('}'))
            return Value(entries);
        do
        {
            demand(next() == '"', "no key");
            auto key = characters();
            take(':');
            entries ~= Entry!Value(key, value());
        }
        while (takes(','));
        take('}');
        return exact(entries);
    }

    Value number()
    {
        immutable start = at;
        while (at < text.length && (isDigit(text[at]) || "+-.eE".canFind(text[at])))
            at++;
        auto digits = text[start .. at];
        demand(digits.length > 0 && isDigit(digits[$ - 1]), "no value");
        if (digits.canFind!(letter => ".eE".canFind(letter)))
        {
            const(char)* terminated = digits.toStringz, end;
            immutable found = strtod(terminated, &end);
            demand(end == terminated + digits.length, "no number");
            return Value(found);
        }
        try
            return digits[0] == '-' || digits.length < 19 ? Value(digits.to!long) : natural(digits.to!ulong);
        catch (ConvException)
            throw new TextException(digits[0 .. digits.length < 30 ? $ : 30] ~ " is no integer of 64 bits");
    }

    static Value natural(ulong number)
    {
        return number <= long.max ? Value(cast(long) number) : Value(number);
    }

    string characters()
    {
        take('"');
        auto found = appender!string;
        for (;;)
        {
            immutable start = at;
            while (at < text.length && text[at] != '"' && text[at] != '\\')
                at++;
            demand(at < text.length, "a string without an end");
            found ~= text[start .. at];
            if (text[at++] == '"')
                return found[];
            demand(at < text.length, "an early end");
            escape(found);
        }
    }

    void escape(ref Appender!string found)
    {
        switch (text[at++])
        {
        case '"', '\\', '/':
            found ~= text[at - 1];
            break;
        case 'b':
            found ~= '\b';
            break;
        case 'f':
            found ~= '\f';
            break;
        case 'n':
            found ~= '\n';
            break;
        case 'r':
            found ~= '\r';
            break;
        case 't':
            found ~= '\t';
            break;
        case 'u':
            found ~= character();
            break;
        default:
            demand(false, "no escape");
        }
    }

    dchar character()
    {
        auto unit = hexadecimal();
        if (unit < 0xD800 || unit > 0xDFFF)
            return unit;
        demand(unit < 0xDC00 && rest.length >= 6 && rest[0 .. 2] == `\u`, "half of a surrogate pair");
        at += 2;
        auto low = hexadecimal();
        demand(low >= 0xDC00 && low <= 0xDFFF, "half of a surrogate pair");
        return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }

    uint hexadecimal()
    {
        demand(rest.length >= 4, "an early end");
        auto digits = rest[0 .. 4];
        at += 4;
        try
            return digits.to!uint(16);
        catch (ConvException)
            throw new TextException("no hexadecimal digits: " ~ digits);
    }
}

/// What a map stands for: itself, or a float or bytes that JSON cannot write.
private Value exact(Entries entries)
{
    if (entries.length != 1 || entries[0].key != floatKey && entries[0].key != bytesKey)
        return Value(entries);
    auto text = entries[0].value.match!((ref string characters) => characters, (ref _) => null);
    if (entries[0].key == bytesKey)
        return Value(Base64.decode(text).assumeUnique);
    switch (text)
    {
    case "nan":
        return Value(double.nan);
    case "inf":
        return Value(double.infinity);
    case "-inf":
        return Value(-double.infinity);
    default:
        throw new TextException("no float: " ~ text);
    }
}

private void put(ref Appender!string text, ref Value value)
{
    value.match!(
        (ref typeof(null) _) { text ~= "null"; },
        (ref bool truth) { text ~= truth ? "true" : "false"; },
        (ref long number) { text.formattedWrite!"%d"(number); },
        (ref ulong number) { text.formattedWrite!"%d"(number); },
        (ref double number) { putFloat(text, number); },
        (ref string characters) { putText(text, characters); },
        (ref Bytes data) { putSpecial(text, bytesKey, Base64.encode(data)); },
        (ref Items items) {
            text ~= '[';
            foreach (index, ref item; items)
            {
                if (index)
                    text ~= ',';
                put(text, item);
            }
            text ~= ']';
        },
        (ref Entries entries) {
            text ~= '{';
            foreach (index, ref entry; entries)
            {
                if (index)
                    text ~= ',';
                putText(text, entry.key);
                text ~= ':';
                put(text, entry.value);
            }
            text ~= '}';
        });
}

private void putFloat(ref Appender!string text, double number)
{
    if (isNaN(number))
        return putSpecial(text, floatKey, "nan");
    if (isInfinity(number))
        return putSpecial(text, floatKey, number > 0 ? "inf" : "-inf");
    auto digits = format!"%.17g"(number);
    text ~= digits;
    if (!digits.canFind!(letter => letter == '.' || letter == 'e'))
        text ~= ".0";
}

private void putSpecial(ref Appender!string text, string key, const char[] content)
{
    text ~= '{';
    putText(text, key);
    text ~= ':';
    putText(text, content);
    text ~= '}';
}

private void putText(ref Appender!string text, const char[] characters)
{
    validate(characters); // a library may let anything pass
    text ~= '"';
    foreach (character; characters)
        if (character == '"' || character == '\\')
        {
            text ~= '\\';
            text ~= character;
        }
        else if (character < 0x20)
            text.formattedWrite!`\u%04x`(character);
        else
            text ~= character;
    text ~= '"';
}

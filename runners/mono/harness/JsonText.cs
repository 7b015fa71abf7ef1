using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Weighbridge
{
    /// <summary>
    /// The harness's own JSON: messages and value text. No library here keeps value text exact, and a codec that is
    /// weighed must not have been warmed by the harness.
    /// </summary>
    internal sealed class JsonText
    {
        private const string FloatKey = "\0float";
        private const string BytesKey = "\0bytes";

        private readonly string text;
        private readonly bool values;
        private int position;

        private JsonText(string text, bool values)
        {
            this.text = text;
            this.values = values;
        }

        /// <summary>Reads JSON text: long, ulong or BigInteger, double, string, bool, null, List, Dictionary.</summary>
        /// <param name="text">The text.</param>
        /// <param name="values">Whether it is value text, whose one-entry maps stand for bytes and non-finite
        /// floats.</param> <exception cref="FormatException">It is not JSON.</exception>
        public static object Read(string text, bool values)
        {
            var reader = new JsonText(text, values);
            var value = reader.ReadValue();
            reader.SkipSpace();
            if (reader.position < text.Length)
                throw reader.Fault("more than one value");
            return value;
        }

        /// <summary>Writes a tree of whatever types a library made as value text.</summary>
        /// <exception cref="OutsideModel">The tree holds what the value model lacks.</exception>
        public static string Write(object value)
        {
            var output = new StringBuilder();
            Write(output, value);
            return output.ToString();
        }

        private static void Write(StringBuilder output, object value)
        {
            if (value == null || value is DBNull)
                output.Append("null");
            else if (value is string text)
                WriteString(output, text);
            else if (value is bool boolean)
                output.Append(boolean ? "true" : "false");
            else if (value is double number)
                WriteFloat(output, number);
            else if (value is float single)
                WriteFloat(output, single);
            else if (Integers.From(value) is BigInteger integer)
                output.Append(integer.ToString(CultureInfo.InvariantCulture));
            else if (value is byte[] data)
                output.Append("{\"\\u0000bytes\":\"").Append(Convert.ToBase64String(data)).Append("\"}");
            else if (value is IDictionary map)
                WriteMap(output, map);
            else if (value is IList array)
                WriteArray(output, array);
            else
                throw new OutsideModel(value);
        }

        private static void WriteMap(StringBuilder output, IDictionary map)
        {
            var separator = '{';
            foreach (DictionaryEntry entry in map)
            {
                output.Append(separator);
                WriteString(output, entry.Key as string ?? throw new OutsideModel(entry.Key));
                output.Append(':');
                Write(output, entry.Value);
                separator = ',';
            }
            output.Append(separator == '{' ? "{}" : "}");
        }

        private static void WriteArray(StringBuilder output, IList array)
        {
            var separator = '[';
            foreach (var item in array)
            {
                output.Append(separator);
                Write(output, item);
                separator = ',';
            }
            output.Append(separator == '[' ? "[]" : "]");
        }

        private static void WriteFloat(StringBuilder output, double value)
        {
            if (double.IsNaN(value))
                output.Append("{\"\\u0000float\":\"nan\"}");
            else if (double.IsInfinity(value))
                output.Append("{\"\\u0000float\":\"").Append(value > 0 ? "inf" : "-inf").Append("\"}");
            else
                output.Append(ExactFloat.Format(value));
        }

        private static void WriteString(StringBuilder output, string text)
        {
            output.Append('"');
            foreach (var letter in text)
                if (letter == '"' || letter == '\\')
                    output.Append('\\').Append(letter);
                else if (letter < ' ')
                    output.Append("\\u").Append(((int)letter).ToString("x4"));
                else
                    output.Append(letter);
            output.Append('"');
        }

        private object ReadValue()
        {
            SkipSpace();
            switch (position < text.Length ? text[position] : '\0')
            {
            case '{': return ReadMap();
            case '[': return ReadArray();
            case '"': return ReadString();
            case 't': return ReadWord("true", true);
            case 'f': return ReadWord("false", false);
            case 'n': return ReadWord("null", null);
            default: return ReadNumber();
            }
        }

        private object ReadMap()
        {
            var map = new Dictionary<string, object>();
            position++;
            if (Accept('}'))
                return map;
            do
            {
                SkipSpace();
                if (position >= text.Length || text[position] != '"')
                    throw Fault("a name is due");
                var key = ReadString();
                Demand(':');
                if (map.ContainsKey(key))
                    throw Fault("a name twice");
                map.Add(key, ReadValue());
            } while (Accept(','));
            Demand('}');
            return values && map.Count == 1 ? Special(map) : map;
        }

        private object ReadArray()
        {
            var array = new List<object>();
            position++;
            if (Accept(']'))
                return array;
            do
            {
                array.Add(ReadValue());
            } while (Accept(','));
            Demand(']');
            return array;
        }

        private static object Special(Dictionary<string, object> map)
        {
            if (map.TryGetValue(BytesKey, out var bytes))
                return Convert.FromBase64String((string)bytes);
            if (!map.TryGetValue(FloatKey, out var name))
                return map;
            return (string)name == "nan"    ? double.NaN
                   : (string)name == "inf"  ? double.PositiveInfinity
                   : (string)name == "-inf" ? double.NegativeInfinity
                                            : throw new FormatException($"no float '{name}'");
        }

        private string ReadString()
        {
            var start = ++position;
            StringBuilder parts = null;
            while (true)
            {
                if (position >= text.Length)
                    throw Fault("a string without end");
                var letter = text[position];
                if (letter < ' ')
                    throw Fault("a control character in a string");
                if (letter == '"' || letter == '\\')
                {
                    if (letter == '"' && parts == null)
                        return text.Substring(start, position++ - start);
                    parts = (parts ?? new StringBuilder()).Append(text, start, position - start);
                    position++;
                    if (letter == '"')
                        return parts.ToString();
                    parts.Append(ReadEscape());
                    start = position;
                }
                else
                    position++;
            }
        }

        private char ReadEscape()
        {
            var letter = position < text.Length ? text[position++] : '\0';
            if (letter == 'u' && position + 4 <= text.Length &&
                ushort.TryParse(text.Substring(position, 4), NumberStyles.AllowHexSpecifier,
                                CultureInfo.InvariantCulture, out var code))
            {
                position += 4;
                return (char)code;
            }
            var index = "\"\\/bfnrt".IndexOf(letter);
            return index >= 0 ? "\"\\/\b\f\n\r\t"[index] : throw Fault("an escape that there is not");
        }

        private object ReadNumber()
        {
            var start = position;
            if (Peek() == '-')
                position++;
            var whole = position;
            SkipDigits();
            if (text[whole] == '0' && position > whole + 1)
                throw Fault("a number with a zero before it");
            var exact = true;
            if (Peek() == '.')
            {
                exact = false;
                position++;
                SkipDigits();
            }
            if (Peek() == 'e' || Peek() == 'E')
            {
                exact = false;
                position++;
                if (Peek() == '+' || Peek() == '-')
                    position++;
                SkipDigits();
            }
            var number = text.Substring(start, position - start);
            if (!exact)
                return ExactFloat.Parse(number);
            if (long.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer))
                return integer;
            if (ulong.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var unsigned))
                return unsigned;
            if (values)
                throw Fault("an integer of more than 64 bits");
            return BigInteger.Parse(number, CultureInfo.InvariantCulture);
        }

        private object ReadWord(string word, object value)
        {
            if (string.CompareOrdinal(text, position, word, 0, word.Length) != 0)
                throw Fault("no JSON");
            position += word.Length;
            return value;
        }

        private void SkipDigits()
        {
            var start = position;
            while (Peek() >= '0' && Peek() <= '9')
                position++;
            if (position == start)
                throw Fault("no JSON");
        }

        private char Peek() => position < text.Length ? text[position] : '\0';

        private bool Accept(char letter)
        {
            SkipSpace();
            if (Peek() != letter)
                return false;
            position++;
            return true;
        }

        private void Demand(char letter)
        {
            if (!Accept(letter))
                throw Fault($"a '{letter}' is due");
        }

        private void SkipSpace()
        {
            while (position < text.Length && (text[position] == ' ' || text[position] == '\t' ||
                                              text[position] == '\n' || text[position] == '\r'))
                position++;
        }

        private FormatException Fault(string problem) => new FormatException($"{problem}, at character {position}");
    }
}

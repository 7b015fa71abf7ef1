using System;
using System.Collections;
using System.Numerics;
using System.Text;

namespace Weighbridge
{
    /// <summary>The canonical hash of docs/protocol.md, over whatever tree a library made.</summary>
    internal static class CanonicalHash
    {
        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        /// <summary>Returns the hash as the protocol writes it.</summary>
        /// <exception cref="OutsideModel">The tree holds what the value model lacks.</exception>
        /// <exception cref="EncoderFallbackException">A string has a lone surrogate.</exception>
        public static string Text(object value) => Of(value).ToString("x16");

        private static ulong Of(object value)
        {
            if (value == null || value is DBNull)
                return Absorb('n', 0);
            if (value is bool boolean)
                return Absorb('b', boolean ? 1UL : 0UL);
            if (value is string text)
                return OfBytes('s', Utf8.GetBytes(text));
            if (value is double number)
                return Absorb('f', double.IsNaN(number) ? 0x7FF8000000000000
                                                        : (ulong)BitConverter.DoubleToInt64Bits(number));
            if (value is float single)
                return Of((double)single);
            if (Integers.From(value) is BigInteger integer)
            {
                if (integer >= long.MinValue && integer <= long.MaxValue)
                    return Absorb('i', (ulong)(long)integer);
                if (integer > 0 && integer <= ulong.MaxValue)
                    return Absorb('u', (ulong)integer);
                throw new OutsideModel(value);
            }
            if (value is byte[] data)
                return OfBytes('y', data);
            if (value is IDictionary map)
                return OfMap(map);
            if (value is IList array)
                return OfArray(array);
            throw new OutsideModel(value);
        }

        private static ulong OfMap(IDictionary map)
        {
            ulong sum = 0;
            foreach (DictionaryEntry entry in map)
            {
                if (!(entry.Key is string))
                    throw new OutsideModel(entry.Key);
                sum += Absorb(Absorb('e', Of(entry.Key)), Of(entry.Value));
            }
            return Absorb(Absorb('m', sum), (ulong)map.Count);
        }

        private static ulong OfArray(IList array)
        {
            ulong state = 'a';
            foreach (var item in array)
                state = Absorb(state, Of(item));
            return Absorb(state, (ulong)array.Count);
        }

        private static ulong OfBytes(ulong tag, byte[] data)
        {
            var state = Absorb(tag, (ulong)data.Length);
            for (var start = 0; start < data.Length; start += 8)
            {
                ulong word = 0;
                for (var index = Math.Min(start + 8, data.Length) - 1; index >= start; index--)
                    word = word << 8 | data[index];
                state = Absorb(state, word);
            }
            return state;
        }

        private static ulong Absorb(ulong state, ulong word)
        {
            var mixed = unchecked((state ^ word) * 0x9E3779B97F4A7C15);
            return mixed ^ mixed >> 32;
        }
    }

    /// <summary>The integers of whatever width a library chose.</summary>
    internal static class Integers
    {
        /// <summary>Returns the value as a BigInteger if it is an integer, and null otherwise.</summary>
        public static object From(object value)
        {
            if (value is BigInteger)
                return value;
            switch (value is Enum ? TypeCode.Object : Type.GetTypeCode(value.GetType()))
            {
            case TypeCode.SByte:
            case TypeCode.Int16:
            case TypeCode.Int32:
            case TypeCode.Int64: return new BigInteger(Convert.ToInt64(value));
            case TypeCode.Byte:
            case TypeCode.UInt16:
            case TypeCode.UInt32:
            case TypeCode.UInt64: return new BigInteger(Convert.ToUInt64(value));
            default: return null;
            }
        }
    }
}

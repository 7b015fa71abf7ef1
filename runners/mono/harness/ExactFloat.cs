using System;
using System.Globalization;
using System.Numerics;

namespace Weighbridge
{
    /// <summary>
    /// Reads and writes floats to the bit. Mono's own double.Parse and "R" miss the last bit of some (Mono 6.8: about
    /// one in a hundred and one in a thousand), which must not be blamed on a codec.
    /// </summary>
    internal static class ExactFloat
    {
        private const int MantissaBits = 53;
        private const int LeastExponent = -1074;
        private const long ExactMantissa = 1L << MantissaBits;

        private static readonly double[] Powers = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

        /// <summary>Reads a JSON number, rounding to nearest, ties to even.</summary>
        public static double Parse(string text)
        {
            var negative = text[0] == '-';
            var split = text.IndexOfAny(new[] { 'e', 'E' });
            var digits = split < 0 ? text.Substring(negative ? 1 : 0)
                                   : text.Substring(negative ? 1 : 0, split - (negative ? 1 : 0));
            var exponent =
                split < 0 ? BigInteger.Zero : BigInteger.Parse(text.Substring(split + 1), CultureInfo.InvariantCulture);
            var point = digits.IndexOf('.');
            if (point >= 0)
            {
                exponent -= digits.Length - point - 1;
                digits = digits.Remove(point, 1);
            }
            digits = digits.TrimStart('0');
            var magnitude = digits.Length == 0 ? 0.0 : Magnitude(digits, exponent);
            return negative ? -magnitude : magnitude;
        }

        /// <summary>Writes a finite float as value text does: shortly where the runtime's shortest form is
        /// right.</summary>
        public static string Format(double value)
        {
            foreach (var style in new[] { "R", "G17" })
            {
                var text = value.ToString(style, CultureInfo.InvariantCulture);
                if (text.IndexOfAny(new[] { '.', 'E' }) < 0)
                    text += ".0";
                // Older runtimes drop the sign of a zero.
                if (BitConverter.DoubleToInt64Bits(Parse(text)) == BitConverter.DoubleToInt64Bits(value))
                    return text;
            }
            return Expand(value);
        }

        private static double Magnitude(string digits, BigInteger exponent)
        {
            // The decimal exponent of the first digit: beyond these the value overflows or rounds to zero, whatever the
            // digits.
            var first = exponent + digits.Length;
            if (first > 310)
                return double.PositiveInfinity;
            if (first < -330)
                return 0;
            var power = (int)exponent;
            if (digits.Length <= 15 && Math.Abs(power) < Powers.Length)
            {
                // Both factors are exact, so that the one operation rounds correctly.
                var whole = (double)long.Parse(digits, CultureInfo.InvariantCulture);
                return power < 0 ? whole / Powers[-power] : whole * Powers[power];
            }
            var numerator = BigInteger.Parse(digits, CultureInfo.InvariantCulture);
            return power < 0 ? Divide(numerator, BigInteger.Pow(10, -power))
                             : Divide(numerator * BigInteger.Pow(10, power), BigInteger.One);
        }

        /// <summary>Divides exactly, and rounds once.</summary>
        private static double Divide(BigInteger numerator, BigInteger denominator)
        {
            var shift = Math.Max(BitLength(numerator) - BitLength(denominator) - MantissaBits, LeastExponent);
            if (shift < 0)
                numerator <<= -shift;
            else
                denominator <<= shift;
            var mantissa = (long)BigInteger.DivRem(numerator, denominator, out var rest);
            if (mantissa >= ExactMantissa)
            {
                // The quotient came out a bit longer: that bit goes to the rest.
                rest += (mantissa & 1) * denominator;
                denominator <<= 1;
                mantissa >>= 1;
                shift++;
            }
            var half = (rest << 1).CompareTo(denominator);
            if (half > 0 || (half == 0 && (mantissa & 1) == 1))
                mantissa++;
            return Scale(mantissa, shift);
        }

        /// <summary>Multiplies a mantissa of at most 53 bits (or 2⁵³) by a power of two; nothing is rounded.</summary>
        private static double Scale(long mantissa, int exponent)
        {
            if (mantissa == ExactMantissa)
            {
                mantissa >>= 1;
                exponent++;
            }
            if (mantissa < ExactMantissa / 2)
                return BitConverter.Int64BitsToDouble(mantissa);
            if (exponent > 971)
                return double.PositiveInfinity;
            return BitConverter.Int64BitsToDouble((long)(exponent - LeastExponent + 1) << (MantissaBits - 1) |
                                                  (mantissa & (ExactMantissa / 2 - 1)));
        }

        private static int BitLength(BigInteger value)
        {
            var bytes = value.ToByteArray();
            var top = bytes.Length - 1;
            while (top > 0 && bytes[top] == 0)
                top--;
            var length = top * 8;
            for (int last = bytes[top]; last > 0; last >>= 1)
                length++;
            return length;
        }

        /// <summary>Writes every digit of the float's exact value.</summary>
        private static string Expand(double value)
        {
            var bits = BitConverter.DoubleToInt64Bits(value);
            var biased = (int)(bits >> (MantissaBits - 1) & 0x7FF);
            var mantissa = bits & (ExactMantissa / 2 - 1) | (biased == 0 ? 0 : ExactMantissa / 2);
            var exponent = Math.Max(biased, 1) - 1 + LeastExponent;
            var sign = bits < 0 ? "-" : "";
            return exponent >= 0 ? $"{sign}{mantissa * BigInteger.Pow(2, exponent)}.0"
                                 : $"{sign}{mantissa * BigInteger.Pow(5, -exponent)}e{exponent}";
        }
    }
}

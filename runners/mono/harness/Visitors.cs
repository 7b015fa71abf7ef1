using System;
using System.Collections.Generic;

namespace Weighbridge
{
    /// <summary>Reads every value in the timed loop: adds up integers, lengths and first characters.</summary>
    internal struct Reader : IVisitor
    {
        public long Total;

        public void Value(object value)
        {
            if (value is long)
                Total += (long)value;
            else if (value is double)
                Total += BitConverter.DoubleToInt64Bits((double)value);
            else
                Total++;
        }

        public void Boolean(bool value) => Total += value ? 2 : 1;

        public void Integer(long value) => Total += value;

        public void Unsigned(ulong value) => Total += (long)value;

        public void Float(double value) => Total += BitConverter.DoubleToInt64Bits(value);

        public void String(string value) => Total += value.Length == 0 ? 0 : value.Length + value[0];

        public void Bytes(byte[] value) => Total += value.Length == 0 ? 0 : value.Length + value[0];

        public void Key(string key) => String(key);

        public void BeginMap(int count) => Total++;

        public void EndMap() => Total++;

        public void BeginArray(int count) => Total++;

        public void EndArray() => Total++;
    }

    /// <summary>The events of a document, by kind: reading them in order would cost the visit a decision for
    /// each.</summary>
    internal struct Events : IVisitor
    {
        private List<object> values;
        private List<bool> booleans;
        private List<long> integers;
        private List<ulong> unsigned;
        private List<double> floats;
        private List<string> strings;
        private List<byte[]> bytes;
        private List<string> keys;
        private int maps;
        private int arrays;

        public static EventArrays Of(object document)
        {
            var events = new Events {
                values = new List<object>(),  booleans = new List<bool>(), integers = new List<long>(),
                unsigned = new List<ulong>(), floats = new List<double>(), strings = new List<string>(),
                bytes = new List<byte[]>(),   keys = new List<string>(),
            };
            NaturalTree.Walk(document, ref events);
            return new EventArrays {
                Document = document,
                Values = events.values.ToArray(),
                Booleans = events.booleans.ToArray(),
                Integers = events.integers.ToArray(),
                Unsigned = events.unsigned.ToArray(),
                Floats = events.floats.ToArray(),
                Strings = events.strings.ToArray(),
                Bytes = events.bytes.ToArray(),
                Keys = events.keys.ToArray(),
                Maps = events.maps,
                Arrays = events.arrays,
            };
        }

        public void Value(object value) => values.Add(value);

        public void Boolean(bool value) => booleans.Add(value);

        public void Integer(long value) => integers.Add(value);

        public void Unsigned(ulong value) => unsigned.Add(value);

        public void Float(double value) => floats.Add(value);

        public void String(string value) => strings.Add(value);

        public void Bytes(byte[] value) => bytes.Add(value);

        public void Key(string key) => keys.Add(key);

        public void BeginMap(int count) => maps++;

        public void EndMap() {}

        public void BeginArray(int count) => arrays++;

        public void EndArray() {}
    }

    /// <summary>The events of a document by kind, ready to be handed over.</summary>
    internal sealed class EventArrays
    {
        public object Document;
        public object[] Values;
        public bool[] Booleans;
        public long[] Integers;
        public ulong[] Unsigned;
        public double[] Floats;
        public string[] Strings;
        public byte[][] Bytes;
        public string[] Keys;
        public int Maps;
        public int Arrays;

        public void Replay<TVisitor>(ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            foreach (var key in Keys)
                visitor.Key(key);
            foreach (var value in Strings)
                visitor.String(value);
            foreach (var value in Integers)
                visitor.Integer(value);
            foreach (var value in Floats)
                visitor.Float(value);
            foreach (var value in Booleans)
                visitor.Boolean(value);
            foreach (var value in Values)
                visitor.Value(value);
            foreach (var value in Unsigned)
                visitor.Unsigned(value);
            foreach (var value in Bytes)
                visitor.Bytes(value);
            for (var count = Maps; count > 0; count--)
            {
                visitor.BeginMap();
                visitor.EndMap();
            }
            for (var count = Arrays; count > 0; count--)
            {
                visitor.BeginArray();
                visitor.EndArray();
            }
        }
    }
}

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

        public void BeginMap() => Total++;

        public void EndMap() => Total++;

        public void BeginArray() => Total++;

        public void EndArray() => Total++;
    }

    /// <summary>Builds the tree that the events describe, for a check to hash.</summary>
    internal struct Builder : IVisitor
    {
        private Stack<object> open;
        private Stack<string> keys;

        public object Root { get; private set; }

        public void Value(object value)
        {
            if (open == null || open.Count == 0)
                Root = value;
            else if (open.Peek() is Dictionary<string, object> map)
                map.Add(keys.Pop(), value);
            else
                ((List<object>)open.Peek()).Add(value);
        }

        public void Boolean(bool value) => Value(value);

        public void Integer(long value) => Value(value);

        public void Unsigned(ulong value) => Value(value);

        public void Float(double value) => Value(value);

        public void String(string value) => Value(value);

        public void Bytes(byte[] value) => Value(value);

        public void Key(string key)
        {
            keys = keys ?? new Stack<string>();
            keys.Push(key);
        }

        public void BeginMap() => Begin(new Dictionary<string, object>());

        public void EndMap() => open.Pop();

        public void BeginArray() => Begin(new List<object>());

        public void EndArray() => open.Pop();

        private void Begin(object container)
        {
            Value(container);
            open = open ?? new Stack<object>();
            open.Push(container);
        }
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
            Walk(document, ref events);
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

        /// <summary>Hands over every value of a natural tree, in its order.</summary>
        public static void Walk<TVisitor>(object value, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            if (value is string text)
                visitor.String(text);
            else if (value is long integer)
                visitor.Integer(integer);
            else if (value is double number)
                visitor.Float(number);
            else if (value is bool boolean)
                visitor.Boolean(boolean);
            else if (value is ulong large)
                visitor.Unsigned(large);
            else if (value is byte[] data)
                visitor.Bytes(data);
            else if (value is Dictionary<string, object> map)
            {
                visitor.BeginMap();
                foreach (var entry in map)
                {
                    visitor.Key(entry.Key);
                    Walk(entry.Value, ref visitor);
                }
                visitor.EndMap();
            }
            else if (value is List<object> array)
            {
                visitor.BeginArray();
                foreach (var item in array)
                    Walk(item, ref visitor);
                visitor.EndArray();
            }
            else
                visitor.Value(value);
        }

        public void Value(object value) => values.Add(value);

        public void Boolean(bool value) => booleans.Add(value);

        public void Integer(long value) => integers.Add(value);

        public void Unsigned(ulong value) => unsigned.Add(value);

        public void Float(double value) => floats.Add(value);

        public void String(string value) => strings.Add(value);

        public void Bytes(byte[] value) => bytes.Add(value);

        public void Key(string key) => keys.Add(key);

        public void BeginMap() => maps++;

        public void EndMap() {}

        public void BeginArray() => arrays++;

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

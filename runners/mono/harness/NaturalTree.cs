using System.Collections.Generic;

namespace Weighbridge
{
    /// <summary>Builds the natural tree of what it is handed, in the timed loops of libraries that make none.</summary>
    internal struct NaturalTree : IVisitor
    {
        // The container that is open is in one of these two, those around it are in the array.
        private Dictionary<string, object> map;
        private List<object> array;
        private string key;
        private object[] around;
        private int depth;

        public object Root { get; private set; }

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
            else if (value is Dictionary<string, object> map)
            {
                visitor.BeginMap(map.Count);
                foreach (var entry in map)
                {
                    visitor.Key(entry.Key);
                    Walk(entry.Value, ref visitor);
                }
                visitor.EndMap();
            }
            else if (value is List<object> array)
            {
                visitor.BeginArray(array.Count);
                foreach (var item in array)
                    Walk(item, ref visitor);
                visitor.EndArray();
            }
            else if (value is ulong large)
                visitor.Unsigned(large);
            else if (value is byte[] data)
                visitor.Bytes(data);
            else
                visitor.Value(value);
        }

        public void Value(object value)
        {
            if (map != null)
                map[key] = value;
            else if (array != null)
                array.Add(value);
            else
                Root = value;
        }

        public void Boolean(bool value) => Value(value);

        public void Integer(long value) => Value(value);

        public void Unsigned(ulong value) => Value(Narrow(value));

        public void Float(double value) => Value(value);

        public void String(string value) => Value(value);

        public void Bytes(byte[] value) => Value(value);

        public void Key(string key) => this.key = key;

        public void BeginMap(int count)
        {
            var begun = new Dictionary<string, object>(count < 0 ? 0 : count);
            Begin(begun);
            map = begun;
            array = null;
        }

        public void EndMap() => End();

        public void BeginArray(int count)
        {
            var begun = new List<object>(count < 0 ? 0 : count);
            Begin(begun);
            map = null;
            array = begun;
        }

        public void EndArray() => End();

        private static object Narrow(ulong value)
        {
            if (value <= long.MaxValue)
                return (long)value;
            return value;
        }

        private void Begin(object container)
        {
            Value(container);
            if (around == null)
                around = new object[16];
            else if (depth == around.Length)
                System.Array.Resize(ref around, 2 * depth);
            around[depth++] = (object)map ?? array;
        }

        private void End()
        {
            var container = around[--depth];
            map = container as Dictionary<string, object>;
            array = container as List<object>;
        }
    }
}

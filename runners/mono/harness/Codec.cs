using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Weighbridge
{
    /// <summary>
    /// What a codec file declares, in a public static field of type Codec: one library's implementation of a format,
    /// in one variant. The members are those of `describe` in docs/protocol.md.
    /// </summary>
    internal sealed class Codec
    {
        private Dictionary<string, Operation> operations;

        public string Name;
        public string Variant;
        public string Format;
        public string Library;

        /// <summary>The struct that makes the calls into the library; null where this runtime lacks the library.</summary>
        public Type Calls;

        /// <summary>Where Calls is null: what it would offer.</summary>
        public string[] Offers;

        /// <summary>How to get the library where it is absent.</summary>
        public string Advice;

        /// <summary>Reads the version from the library; throws where its assembly is absent.</summary>
        public Func<string> Version;

        public string Buffers = "fresh";
        public string Strings = "owned";
        public string Utf8 = "checked";
        public string Access = "tree";
        public string Api;
        public string Homepage;
        public string Licence;
        public string Documentation;

        /// <summary>Says why the codec by its nature cannot encode a value, or null.</summary>
        public Func<object, string> Refuses = value => null;

        /// <summary>A type beyond the value model that the library makes of ordinary values by its nature.</summary>
        public Type Beyond;

        /// <summary>The codec's file, relative to the runner's folder.</summary>
        public string Source { get; private set; }

        public string Selector => Variant == null ? Name : $"{Name}[{Variant}]";

        /// <summary>The operations by name, in the protocol's order.</summary>
        public IReadOnlyDictionary<string, Operation> Operations
        {
            get
            {
                if (operations == null)
                {
                    operations = new Dictionary<string, Operation>();
                    Add("encode", typeof(IEncode), typeof(EncodeLoop<>));
                    Add("decode", typeof(IDecode), typeof(DecodeLoop<>));
                    Add("scan", typeof(IScan), typeof(ScanLoop<>));
                }
                return operations;
            }
        }

        /// <summary>Returns a row for the same library that differs in what the change sets.</summary>
        public Codec With(string variant, Action<Codec> change)
        {
            var other = (Codec)MemberwiseClone();
            other.operations = null;
            other.Variant = variant;
            change(other);
            return other;
        }

        /// <summary>Finds every codec of this program, sorted by selector.</summary>
        public static List<Codec> FindAll()
        {
            var found = new List<Codec>();
            foreach (var type in typeof(Codec).Assembly.GetTypes().Where(type => type.Namespace == "Weighbridge.Codecs"))
                foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
                    if (field.FieldType == typeof(Codec))
                    {
                        var codec = (Codec)field.GetValue(null);
                        codec.Source = $"codecs/{type.Name}.cs";
                        found.Add(codec);
                    }
            found.Sort((one, other) => string.CompareOrdinal(one.Selector, other.Selector));
            return found;
        }

        private void Add(string name, Type contract, Type loop)
        {
            if (Calls != null && contract.IsAssignableFrom(Calls))
                operations.Add(name, (Operation)Activator.CreateInstance(loop.MakeGenericType(Calls)));
        }
    }
}

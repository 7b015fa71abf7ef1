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

        /// <summary>The struct that makes the calls into the library; null where this runtime lacks the
        /// library.</summary>
        public Type Calls;

        /// <summary>Where Calls is null: what it would offer.</summary>
        public string[] Offers;

        /// <summary>Where Calls is null: why, and what to do about it.</summary>
        public string Missing;

        /// <summary>Reads the version from the library.</summary>
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

        public Codec() {}

        /// <summary>Makes a row for the same library; what the initialiser names is different.</summary>
        public Codec(Codec like)
        {
            Name = like.Name;
            Variant = like.Variant;
            Format = like.Format;
            Library = like.Library;
            Calls = like.Calls;
            Offers = like.Offers;
            Missing = like.Missing;
            Version = like.Version;
            Buffers = like.Buffers;
            Strings = like.Strings;
            Utf8 = like.Utf8;
            Access = like.Access;
            Api = like.Api;
            Homepage = like.Homepage;
            Licence = like.Licence;
            Documentation = like.Documentation;
            Refuses = like.Refuses;
            Beyond = like.Beyond;
        }

        /// <summary>The codec's file, relative to the runner's folder.</summary>
        public string Source { get; private set; }

        public string Selector => Variant == null ? Name : $"{Name}[{Variant}]";

        /// <summary>The operations by name, in the protocol's order.</summary>
        public IReadOnlyDictionary<string, Operation> Operations
        {
            get {
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

        /// <summary>What its encoder starts from, in the words of docs/protocol.md; null without one.</summary>
        public string StartsFrom => Operations.TryGetValue("encode", out var encode) ? encode.StartsFrom : null;

        /// <summary>Finds every codec of this program, sorted by selector.</summary>
        public static List<Codec> FindAll()
        {
            var found = new List<Codec>();
            foreach (var type in typeof(Codec).Assembly.GetTypes().Where(type =>
                                                                             type.Namespace == "Weighbridge.Codecs"))
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

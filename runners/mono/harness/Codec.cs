using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Weighbridge
{
    /// <summary>What a codec file declares on a struct that makes the calls into a library: one row. The members are
    /// those of `describe` in docs/protocol.md.</summary>
    [AttributeUsage(AttributeTargets.Struct)]
    internal sealed class CodecAttribute : Attribute
    {
        /// <param name="selector">The codec's name, with its variant in brackets if it has one.</param>
        /// <param name="format">The format's name.</param>
        /// <param name="type">A type of the library's, which leads to its name, its version and the rest.</param>
        /// <param name="file">The compiler fills it in.</param>
        public CodecAttribute(string selector, string format, Type type, [CallerFilePath] string file = null)
        {
            Selector = selector;
            Format = format;
            Type = type;
            File = file;
        }

        public string Selector { get; }
        public string Format { get; }
        public Type Type { get; }
        public string File { get; }

        public string Utf8 { get; set; } = "checked";
        public string Access { get; set; } = "tree";

        /// <summary>What the maps of its tree are.</summary>
        public string Map { get; set; } = "hash";

        /// <summary>Which of the library's interfaces, in a word or two; the type, if it does not say.</summary>
        public string Api { get; set; }

        /// <summary>The page that shows the calls used; Microsoft's of the type, if it does not say.</summary>
        public string Documentation { get; set; }

        /// <summary>Whether the format has nothing but maps at the root: an array becomes the one with the keys "0",
        /// "1", ….</summary>
        public bool RootIsMap { get; set; }

        /// <summary>A type beyond the value model that the library makes of ordinary values by its nature.</summary>
        public Type Beyond { get; set; }
    }

    /// <summary>A row: what its attribute declares, and the loops around the calls of its struct.</summary>
    internal sealed class Codec
    {
        private Codec(CodecAttribute declared, Type calls)
        {
            Declared = declared;
            var parts = declared.Selector.TrimEnd(']').Split('[');
            Name = parts[0];
            Variant = parts.Length > 1 ? parts[1] : null;
            Library = new Library(declared.Type);
            // The file's path from the runner's folder: all codecs are in its folder codecs.
            var folders = declared.File.Split(Path.DirectorySeparatorChar);
            Source = string.Join("/", folders.Skip(Array.LastIndexOf(folders, "codecs")));
            Add("encode", calls, typeof(IEncode), typeof(EncodeLoop<>));
            Add("decode", calls, typeof(IDecode), typeof(DecodeLoop<>));
            Add("decode", calls, typeof(IDecodeByValue), typeof(ScannedLoop<>));
            Add("scan", calls, typeof(IScan), typeof(ScanLoop<>));
        }

        public CodecAttribute Declared { get; }
        public string Name { get; }
        public string Variant { get; }
        public Library Library { get; }

        /// <summary>The codec's file, relative to the runner's folder.</summary>
        public string Source { get; }

        /// <summary>The operations by name, in the protocol's order.</summary>
        public Dictionary<string, Operation> Operations { get; } = new Dictionary<string, Operation>();

        public string Api => Declared.Api ?? Declared.Type.Name;

        public string Documentation =>
            Declared.Documentation ??
            $"https://learn.microsoft.com/en-us/dotnet/api/{Declared.Type.FullName.ToLowerInvariant()}";

        /// <summary>What the maps of its tree are; null if it has none.</summary>
        public string Map => Operations.Keys.All(name => name == "scan") ? null : Declared.Map;

        /// <summary>What its encoder starts from, in the words of docs/protocol.md; null without one.</summary>
        public string StartsFrom => Operations.TryGetValue("encode", out var encode) ? encode.StartsFrom : null;

        /// <summary>Returns the document that its encoder is given, before the timing.</summary>
        /// <exception cref="Unsupported">The format cannot hold it.</exception>
        public object Rooted(object document)
        {
            if (!Declared.RootIsMap || document is Dictionary<string, object>)
                return document;
            if (document is List<object> array)
                return Enumerable.Range(0, array.Count).ToDictionary(index => index.ToString(), index => array[index]);
            throw new Unsupported($"the root of {Declared.Format} is a map");
        }

        /// <summary>Finds every codec of this program, sorted by selector.</summary>
        public static List<Codec> FindAll()
        {
            var types = typeof(Codec).Assembly.GetTypes().Where(type => type.IsDefined(typeof(CodecAttribute)));
            var found = types.Select(type => new Codec(type.GetCustomAttribute<CodecAttribute>(), type));
            return found.OrderBy(codec => codec.Declared.Selector, StringComparer.Ordinal).ToList();
        }

        private void Add(string name, Type calls, Type contract, Type loop)
        {
            if (contract.IsAssignableFrom(calls))
                Operations.Add(name, (Operation)Activator.CreateInstance(loop.MakeGenericType(calls)));
        }
    }
}

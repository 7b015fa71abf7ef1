using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Xml;
using System.Xml.Serialization;

namespace Weighbridge.Codecs
{
    /// <summary>
    /// XmlSerializer, which refuses every IDictionary: it is given and makes these classes, which are written as
    /// DataContractSerializer writes the natural tree.
    /// </summary>
    internal static class XmlSerializer
    {
        public static readonly Codec Tree = new Codec {
            Name = "xml-serializer",
            Variant = "tree",
            Format = "xml",
            Library = "System.Xml",
            Calls = typeof(Calls),
            Version = Versions.OfRuntime,
            Api = "XmlSerializer",
            Homepage = "https://dotnet.microsoft.com",
            Licence = "MIT",
            Documentation = "https://learn.microsoft.com/en-us/dotnet/api/system.xml.serialization.xmlserializer",
        };

        private const string Serialization = "http://schemas.microsoft.com/2003/10/Serialization/";
        public const string Arrays = Serialization + "Arrays";

        private struct Calls : IEncode, IDecode, IOwnTree
        {
            // With extra types a serializer is not cached by the library, so its documentation says to keep it.
            private static readonly System.Xml.Serialization.XmlSerializer Serializer =
                new System.Xml.Serialization.XmlSerializer(
                    typeof(object), null, new[] { typeof(XmlMap), typeof(XmlArray) },
                    new XmlRootAttribute("anyType") { Namespace = Serialization, IsNullable = true }, null);

            // Strings may hold any character and line end.
            private static readonly XmlWriterSettings WriterSettings = new XmlWriterSettings {
                Encoding = new UTF8Encoding(false),
                CheckCharacters = false,
                NewLineHandling = NewLineHandling.Entitize,
            };

            private static readonly XmlReaderSettings ReaderSettings =
                new XmlReaderSettings { CheckCharacters = false };

            public byte[] Encode(object value)
            {
                var output = new MemoryStream();
                using (var writer = XmlWriter.Create(output, WriterSettings)) Serializer.Serialize(writer, value);
                return output.ToArray();
            }

            public object Decode(byte[] data)
            {
                using (var reader = XmlReader.Create(new MemoryStream(data),
                                                     ReaderSettings)) return Serializer.Deserialize(reader);
            }

            public object FromNatural(object value) => OwnTree(value);

            public object ToNatural(object tree) => NaturalTree(tree);

            private static object OwnTree(object value)
            {
                if (value is Dictionary<string, object> map)
                    return new XmlMap {
                        Entries = map.Select(entry => new XmlEntry { Key = entry.Key, Value = OwnTree(entry.Value) })
                                      .ToList(),
                    };
                if (value is List<object> array)
                    return new XmlArray { Items = array.Select(OwnTree).ToList() };
                return value;
            }

            private static object NaturalTree(object tree)
            {
                if (tree is XmlMap map)
                    return map.Entries.ToDictionary(entry => entry.Key, entry => NaturalTree(entry.Value));
                if (tree is XmlArray array)
                    return array.Items.Select(NaturalTree).ToList();
                return tree;
            }
        }
    }

    // The library wants its classes public.

    [XmlType("ArrayOfKeyValueOfstringanyType", Namespace = XmlSerializer.Arrays)]
    public class XmlMap
    {
        [XmlElement("KeyValueOfstringanyType")]
        public List<XmlEntry> Entries = new List<XmlEntry>();
    }

    [XmlType("KeyValueOfstringanyType", Namespace = XmlSerializer.Arrays)]
    public class XmlEntry
    {
        public string Key;

        [XmlElement(IsNullable = true)]
        public object Value;
    }

    [XmlType("ArrayOfanyType", Namespace = XmlSerializer.Arrays)]
    public class XmlArray
    {
        [XmlElement("anyType", IsNullable = true)]
        public List<object> Items = new List<object>();
    }
}

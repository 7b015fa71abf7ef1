using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Serializer = System.Xml.Serialization.XmlSerializer;

namespace Weighbridge.Codecs
{
    /// <summary>
    /// XmlSerializer, which refuses every IDictionary: it is given and makes these classes, which are written as
    /// DataContractSerializer writes the natural tree.
    /// </summary>
    [Codec("xml-serializer[tree]", "xml", typeof(Serializer), Map = "list")]
    internal struct XmlSerializer : IEncode, IDecode, IOwnTree
    {
        private const string Namespace = "http://schemas.microsoft.com/2003/10/Serialization/";
        public const string Arrays = Namespace + "Arrays";

        // With extra types a serializer is not cached by the library, so its documentation says to keep it.
        private static readonly Serializer Kept =
            new Serializer(typeof(object), null, new[] { typeof(XmlMap), typeof(XmlArray) },
                           new XmlRootAttribute("anyType") { Namespace = Namespace, IsNullable = true }, null);

        // Strings may hold any character and line end.
        private static readonly XmlWriterSettings WriterSettings = new XmlWriterSettings {
            Encoding = new UTF8Encoding(false),
            CheckCharacters = false,
            NewLineHandling = NewLineHandling.Entitize,
        };

        private static readonly XmlReaderSettings ReaderSettings = new XmlReaderSettings { CheckCharacters = false };

        public byte[] Encode(object value)
        {
            var output = new MemoryStream();
            using (var writer = XmlWriter.Create(output, WriterSettings)) Kept.Serialize(writer, value);
            return output.ToArray();
        }

        public object Decode(byte[] data)
        {
            using (var reader =
                       XmlReader.Create(new MemoryStream(data), ReaderSettings)) return Kept.Deserialize(reader);
        }

        public object FromNatural(object value)
        {
            if (value is Dictionary<string, object> map)
                return new XmlMap { Entries = map.Select(XmlEntry.Of).ToList() };
            return value is List<object> array ? new XmlArray { Items = array.Select(FromNatural).ToList() } : value;
        }

        public object ToNatural(object tree)
        {
            if (tree is XmlMap map)
                return map.Entries.ToDictionary(entry => entry.Key,
                                                entry => default(XmlSerializer).ToNatural(entry.Value));
            return tree is XmlArray array ? array.Items.Select(ToNatural).ToList() : tree;
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

        internal static XmlEntry Of(KeyValuePair<string, object> entry) => new XmlEntry {
            Key = entry.Key, Value = default(XmlSerializer).FromNatural(entry.Value)
        };
    }

    [XmlType("ArrayOfanyType", Namespace = XmlSerializer.Arrays)]
    public class XmlArray
    {
        [XmlElement("anyType", IsNullable = true)]
        public List<object> Items = new List<object>();
    }
}

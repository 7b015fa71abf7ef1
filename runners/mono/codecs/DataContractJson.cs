using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;

namespace Weighbridge.Codecs
{
    /// <summary>
    /// The JSON reader and writer beneath DataContractJsonSerializer, which show JSON as XML. The serializer itself
    /// needs types: in documents without, it writes and reads every inner map as an array of keys and values.
    /// </summary>
    internal static class DataContractJson
    {
        public static readonly Codec Plain = new Codec {
            Name = "datacontract-json",
            Format = "json",
            Library = "System.Runtime.Serialization",
            Calls = typeof(Calls),
            Version = Versions.OfRuntime,
            Access = "stream",
            Api = "JsonReaderWriterFactory",
            Homepage = "https://dotnet.microsoft.com",
            Licence = "MIT",
            Documentation =
                "https://learn.microsoft.com/en-us/dotnet/framework/wcf/feature-details/mapping-between-json-and-xml",
        };

        private static XmlDictionaryReader Open(byte[] data)
        {
            var reader = JsonReaderWriterFactory.CreateJsonReader(data, XmlDictionaryReaderQuotas.Max);
            reader.MoveToContent();
            return reader;
        }

        // A name that XML does not allow stands in an attribute.
        private static string Key(XmlReader reader) => reader.GetAttribute("item") ?? reader.LocalName;

        private static void Write(XmlWriter writer, object value)
        {
            if (value is Dictionary<string, object> map)
            {
                writer.WriteAttributeString("type", "object");
                foreach (var entry in map)
                {
                    writer.WriteStartElement("a", "item", "item");
                    writer.WriteAttributeString("item", entry.Key);
                    Write(writer, entry.Value);
                    writer.WriteEndElement();
                }
            }
            else if (value is List<object> array)
            {
                writer.WriteAttributeString("type", "array");
                foreach (var item in array)
                {
                    writer.WriteStartElement("item");
                    Write(writer, item);
                    writer.WriteEndElement();
                }
            }
            else if (value is string text)
                writer.WriteString(text);
            else if (value == null)
                writer.WriteAttributeString("type", "null");
            else if (value is bool boolean)
            {
                writer.WriteAttributeString("type", "boolean");
                writer.WriteValue(boolean);
            }
            else if (value is byte[] data)
                writer.WriteBase64(data, 0, data.Length);
            else
            {
                writer.WriteAttributeString("type", "number");
                if (value is long integer)
                    writer.WriteValue(integer);
                else if (value is double number)
                    writer.WriteValue(number);
                else
                    writer.WriteString(XmlConvert.ToString((ulong)value));
            }
        }

        private static object Number(string text)
        {
            if (text.IndexOfAny(Fraction) >= 0)
                return XmlConvert.ToDouble(text);
            return long.TryParse(text, System.Globalization.NumberStyles.AllowLeadingSign,
                                 System.Globalization.CultureInfo.InvariantCulture, out var integer)
                       ? (object)integer
                       : XmlConvert.ToUInt64(text);
        }

        private static readonly char[] Fraction = { '.', 'e', 'E', 'N' };

        private static object Read(XmlReader reader)
        {
            switch (reader.GetAttribute("type"))
            {
            case "object":
                var map = new Dictionary<string, object>();
                if (Enter(reader))
                {
                    while (reader.NodeType == XmlNodeType.Element)
                        map[Key(reader)] = Read(reader);
                    reader.ReadEndElement();
                }
                return map;
            case "array":
                var array = new List<object>();
                if (Enter(reader))
                {
                    while (reader.NodeType == XmlNodeType.Element)
                        array.Add(Read(reader));
                    reader.ReadEndElement();
                }
                return array;
            case "number":
                return Number(reader.ReadElementContentAsString());
            case "boolean":
                return reader.ReadElementContentAsBoolean();
            case "null":
                reader.Skip();
                return null;
            default:
                return reader.ReadElementContentAsString();
            }
        }

        private static void Visit<TVisitor>(XmlReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (reader.GetAttribute("type"))
            {
            case "object":
                visitor.BeginMap();
                if (Enter(reader))
                {
                    while (reader.NodeType == XmlNodeType.Element)
                    {
                        visitor.Key(Key(reader));
                        Visit(reader, ref visitor);
                    }
                    reader.ReadEndElement();
                }
                visitor.EndMap();
                break;
            case "array":
                visitor.BeginArray();
                if (Enter(reader))
                {
                    while (reader.NodeType == XmlNodeType.Element)
                        Visit(reader, ref visitor);
                    reader.ReadEndElement();
                }
                visitor.EndArray();
                break;
            case "number":
                visitor.Value(Number(reader.ReadElementContentAsString()));
                break;
            case "boolean":
                visitor.Boolean(reader.ReadElementContentAsBoolean());
                break;
            case "null":
                reader.Skip();
                visitor.Value(null);
                break;
            default:
                visitor.String(reader.ReadElementContentAsString());
                break;
            }
        }

        /// <summary>Goes to the first child of a container, or past it if there is none.</summary>
        private static bool Enter(XmlReader reader)
        {
            var filled = !reader.IsEmptyElement;
            reader.Read();
            return filled;
        }

        private struct Calls : IEncodeByValue, IDecode, IScan
        {
            public byte[] Encode(object value)
            {
                var output = new MemoryStream();
                using (var writer = JsonReaderWriterFactory.CreateJsonWriter(output, Encoding.UTF8, false))
                {
                    writer.WriteStartElement("root");
                    Write(writer, value);
                    writer.WriteEndElement();
                }
                return output.ToArray();
            }

            public object Decode(byte[] data)
            {
                using (var reader = Open(data)) return Read(reader);
            }

            public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                using (var reader = Open(data)) Visit(reader, ref visitor);
            }
        }
    }
}

using System.Collections.Generic;
using System.Globalization;
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
    [Codec("datacontract-json", "json", typeof(JsonReaderWriterFactory), Access = "stream",
           Documentation = "https://learn.microsoft.com/en-us/dotnet/framework/wcf/feature-details/" +
                           "mapping-between-json-and-xml")]
    internal struct DataContractJson : IEncodeByValue, IDecodeByValue
    {
        private static readonly char[] Fraction = { '.', 'e', 'E', 'N' };

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

        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            using (var reader = JsonReaderWriterFactory.CreateJsonReader(data, XmlDictionaryReaderQuotas.Max))
            {
                reader.MoveToContent();
                Visit(reader, ref visitor);
            }
        }

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
            else if (value is byte[] data)
                writer.WriteBase64(data, 0, data.Length);
            else
            {
                writer.WriteAttributeString("type", value == null ? "null" : value is bool ? "boolean" : "number");
                if (value is bool boolean)
                    writer.WriteValue(boolean);
                else if (value is long integer)
                    writer.WriteValue(integer);
                else if (value is double number)
                    writer.WriteValue(number);
                else if (value != null)
                    writer.WriteString(XmlConvert.ToString((ulong)value));
            }
        }

        private static void Visit<TVisitor>(XmlReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (reader.GetAttribute("type"))
            {
            case "object":
                visitor.BeginMap();
                for (var inside = Enter(reader); inside && !Leave(reader);)
                {
                    // A name that XML does not allow stands in an attribute.
                    visitor.Key(reader.GetAttribute("item") ?? reader.LocalName);
                    Visit(reader, ref visitor);
                }
                visitor.EndMap();
                break;
            case "array":
                visitor.BeginArray();
                for (var inside = Enter(reader); inside && !Leave(reader);)
                    Visit(reader, ref visitor);
                visitor.EndArray();
                break;
            case "number": Number(reader.ReadElementContentAsString(), ref visitor); break;
            case "boolean": visitor.Boolean(reader.ReadElementContentAsBoolean()); break;
            case "null":
                reader.Skip();
                visitor.Value(null);
                break;
            default: visitor.String(reader.ReadElementContentAsString()); break;
            }
        }

        /// <summary>Goes to the first child of a container, or past it if there is none.</summary>
        private static bool Enter(XmlReader reader)
        {
            var filled = !reader.IsEmptyElement;
            reader.Read();
            return filled;
        }

        /// <summary>Goes past a container if it is at its end.</summary>
        private static bool Leave(XmlReader reader)
        {
            var ends = reader.NodeType != XmlNodeType.Element;
            if (ends)
                reader.ReadEndElement();
            return ends;
        }

        private static void Number<TVisitor>(string text, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            if (text.IndexOfAny(Fraction) >= 0)
                visitor.Float(XmlConvert.ToDouble(text));
            else if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer))
                visitor.Integer(integer);
            else
                visitor.Unsigned(XmlConvert.ToUInt64(text));
        }
    }
}

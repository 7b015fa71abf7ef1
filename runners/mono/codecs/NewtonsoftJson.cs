using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
#if NET
using BsonReader = Newtonsoft.Json.Bson.BsonDataReader;
using BsonWriter = Newtonsoft.Json.Bson.BsonDataWriter;
#else
using Newtonsoft.Json.Bson;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>Json.NET: JSON as objects, by hand and as its own tree, and BSON.</summary>
    /// <remarks>Strings that look like dates are read as strings everywhere: by default they would become a
    /// DateTime.</remarks>
    internal static class NewtonsoftJson
    {
        /// <summary>JsonConvert, with the converter that makes natural trees, as most applications use the
        /// library.</summary>
        public static readonly Codec Plain = new Codec {
            Name = "newtonsoft-json",
            Format = "json",
            Library = "Newtonsoft.Json",
            Calls = typeof(Convert),
            Version = () => Versions.Of(typeof(JsonConvert)),
            Api = "JsonConvert",
            Homepage = "https://www.newtonsoft.com/json",
            Licence = "MIT",
            Documentation = "https://www.newtonsoft.com/json/help/html/SerializingJSON.htm",
        };

        /// <summary>Reading and writing token by token, which the library's own advice calls the fastest way.</summary>
        public static readonly Codec Manual = new Codec(Plain) {
            Variant = "manual",
            Calls = typeof(ByHand),
            Access = "stream",
            Api = "JsonTextReader, JsonTextWriter",
            Documentation = "https://www.newtonsoft.com/json/help/html/Performance.htm",
        };

        /// <summary>From and to JToken, the library's tree, which is what it makes of JSON without a type.</summary>
        public static readonly Codec Tree = new Codec(Plain) {
            Variant = "tree",
            Calls = typeof(Tokens),
            Api = "JToken",
            Documentation = "https://www.newtonsoft.com/json/help/html/LINQtoJSON.htm",
        };

        /// <summary>BSON, which newer releases keep in a package of its own.</summary>
        public static readonly Codec Bson = new Codec(Plain) {
            Name = "newtonsoft-bson",
            Format = "bson",
            Calls = typeof(BsonCalls),
#if NET
            Library = "Newtonsoft.Json.Bson",
            Version = () => Versions.Of(typeof(BsonReader)),
#endif
            Api = "BsonReader, BsonWriter",
            Documentation = "https://www.newtonsoft.com/json/help/html/SerializeToBson.htm",
            Refuses = value => value is Dictionary<string, object> ? null : "a BSON document is a map",
        };

        private static readonly JsonSerializer Serializer = new JsonSerializer();

        private static readonly JsonSerializerSettings Settings = new JsonSerializerSettings {
            DateParseHandling = DateParseHandling.None,
            Converters = new List<JsonConverter> { new NaturalTree() },
        };

        private static JsonTextReader Open(byte[] data)
        {
            var text = new StringReader(Encoding.UTF8.GetString(data));
            return new JsonTextReader(text) { DateParseHandling = DateParseHandling.None };
        }

        private static object Read(JsonReader reader)
        {
            switch (reader.TokenType)
            {
            case JsonToken.StartObject:
                var map = new Dictionary<string, object>();
                while (reader.Read() && reader.TokenType != JsonToken.EndObject)
                {
                    var key = (string)reader.Value;
                    reader.Read();
                    map[key] = Read(reader);
                }
                return map;
            case JsonToken.StartArray:
                var array = new List<object>();
                while (reader.Read() && reader.TokenType != JsonToken.EndArray)
                    array.Add(Read(reader));
                return array;
            default:
                return reader.Value;
            }
        }

        private static void Visit<TVisitor>(JsonReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            while (reader.Read())
                switch (reader.TokenType)
                {
                case JsonToken.StartObject:
                    visitor.BeginMap();
                    break;
                case JsonToken.EndObject:
                    visitor.EndMap();
                    break;
                case JsonToken.StartArray:
                    visitor.BeginArray();
                    break;
                case JsonToken.EndArray:
                    visitor.EndArray();
                    break;
                case JsonToken.PropertyName:
                    visitor.Key((string)reader.Value);
                    break;
                case JsonToken.String:
                    visitor.String((string)reader.Value);
                    break;
                case JsonToken.Boolean:
                    visitor.Boolean((bool)reader.Value);
                    break;
                case JsonToken.Float:
                    visitor.Float((double)reader.Value);
                    break;
                case JsonToken.Bytes:
                    visitor.Bytes((byte[])reader.Value);
                    break;
                default: // an integer may be a BigInteger
                    visitor.Value(reader.Value);
                    break;
                }
        }

        private static void Write(JsonWriter writer, object value)
        {
            if (value is Dictionary<string, object> map)
            {
                writer.WriteStartObject();
                foreach (var entry in map)
                {
                    writer.WritePropertyName(entry.Key);
                    Write(writer, entry.Value);
                }
                writer.WriteEndObject();
            }
            else if (value is List<object> array)
            {
                writer.WriteStartArray();
                foreach (var item in array)
                    Write(writer, item);
                writer.WriteEndArray();
            }
            else if (value is string text)
                writer.WriteValue(text);
            else if (value is long integer)
                writer.WriteValue(integer);
            else if (value is double number)
                writer.WriteValue(number);
            else if (value is bool boolean)
                writer.WriteValue(boolean);
            else
                writer.WriteValue(value);
        }

        private sealed class NaturalTree : JsonConverter
        {
            public override bool CanWrite => false;

            public override bool CanConvert(Type type) => type == typeof(object);

            public override object ReadJson(JsonReader reader, Type type, object existing,
                                            JsonSerializer serializer) => Read(reader);

            public override void WriteJson(JsonWriter writer, object value,
                                           JsonSerializer serializer) => throw new NotSupportedException();
        }

        private struct Convert : IEncode, IDecode
        {
            public byte[] Encode(object value) => Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(value));

            public object Decode(byte[] data) => JsonConvert.DeserializeObject<object>(Encoding.UTF8.GetString(data),
                                                                                       Settings);
        }

        private struct ByHand : IEncodeByValue, IDecode, IScan
        {
            public byte[] Encode(object value)
            {
                var text = new StringWriter();
                using (var writer = new JsonTextWriter(text)) Write(writer, value);
                return Encoding.UTF8.GetBytes(text.ToString());
            }

            public object Decode(byte[] data)
            {
                using (var reader = Open(data))
                {
                    reader.Read();
                    return Read(reader);
                }
            }

            public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                using (var reader = Open(data)) Visit(reader, ref visitor);
            }
        }

        private struct Tokens : IEncode, IDecode, IOwnTree
        {
            public byte[] Encode(object value) => Encoding.UTF8.GetBytes(((JToken)value).ToString(Formatting.None));

            public object Decode(byte[] data)
            {
                using (var reader = Open(data)) return JToken.ReadFrom(reader);
            }

            public object FromNatural(object value) => value == null ? JValue.CreateNull() : JToken.FromObject(value);

            public object ToNatural(object tree) => Natural((JToken)tree);

            private static object Natural(JToken tree)
            {
                if (tree is JObject map)
                    return map.Properties().ToDictionary(entry => entry.Name, entry => Natural(entry.Value));
                if (tree is JArray array)
                    return array.Select(Natural).ToList();
                return ((JValue)tree).Value;
            }
        }

        private struct BsonCalls : IEncode, IDecode, IScan
        {
            public byte[] Encode(object value)
            {
                var output = new MemoryStream();
                using (var writer = new BsonWriter(output)) Serializer.Serialize(writer, value);
                return output.ToArray();
            }

            public object Decode(byte[] data)
            {
                using (var reader = new BsonReader(new MemoryStream(data)))
                {
                    reader.Read();
                    return Read(reader);
                }
            }

            public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                using (var reader = new BsonReader(new MemoryStream(data))) Visit(reader, ref visitor);
            }
        }
    }
}

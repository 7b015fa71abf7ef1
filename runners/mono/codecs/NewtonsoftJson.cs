using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

[assembly:Weighbridge.Library("Newtonsoft.Json", "https://www.newtonsoft.com/json", "MIT")]

namespace Weighbridge.Codecs
{
    /// <summary>Json.NET as most applications use it: JsonConvert, here with a converter that makes natural trees,
    /// since without types it makes its own. Strings that look like dates are read as strings in every row: by default
    /// they would become a DateTime.</summary>
    [Codec("newtonsoft-json", "json", typeof(JsonConvert),
           Documentation = "https://www.newtonsoft.com/json/help/html/SerializingJSON.htm")]
    internal struct NewtonsoftJson : IEncode, IDecode
    {
        private static readonly JsonSerializerSettings Settings = new JsonSerializerSettings {
            DateParseHandling = DateParseHandling.None,
            Converters = new List<JsonConverter> { new Converter() },
        };

        public byte[] Encode(object value) => Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(value));

        public object Decode(byte[] data) => JsonConvert.DeserializeObject<object>(Encoding.UTF8.GetString(data),
                                                                                   Settings);

        public static JsonTextReader Open(byte[] data)
        {
            var text = new StringReader(Encoding.UTF8.GetString(data));
            return new JsonTextReader(text) { DateParseHandling = DateParseHandling.None };
        }

        public static void Scan<TVisitor>(JsonReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            using (reader)
            {
                Next(reader);
                Visit(reader, ref visitor);
                reader.Read(); // which refuses what follows
            }
        }

        /// <summary>Goes on to the next token: where the text ends early, the reader only says that there is none.
        /// </summary>
        private static void Next(JsonReader reader)
        {
            if (!reader.Read())
                throw new JsonReaderException("the document ends early");
        }

        /// <summary>Hands over the value that the reader stands at the beginning of.</summary>
        private static void Visit<TVisitor>(JsonReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (reader.TokenType)
            {
            case JsonToken.StartObject:
                visitor.BeginMap();
                for (Next(reader); reader.TokenType != JsonToken.EndObject; Next(reader))
                {
                    visitor.Key((string)reader.Value);
                    Next(reader);
                    Visit(reader, ref visitor);
                }
                visitor.EndMap();
                break;
            case JsonToken.StartArray:
                visitor.BeginArray();
                for (Next(reader); reader.TokenType != JsonToken.EndArray; Next(reader))
                    Visit(reader, ref visitor);
                visitor.EndArray();
                break;
            case JsonToken.String: visitor.String((string)reader.Value); break;
            default: visitor.Value(reader.Value); break; // as the object that the library made
            }
        }

        private sealed class Converter : JsonConverter
        {
            public override bool CanWrite => false;

            public override bool CanConvert(Type type) => type == typeof(object);

            public override object ReadJson(JsonReader reader, Type type, object existing, JsonSerializer serializer)
            {
                var tree = new NaturalTree();
                Visit(reader, ref tree);
                return tree.Root;
            }

            public override void WriteJson(JsonWriter writer, object value,
                                           JsonSerializer serializer) => throw new NotSupportedException();
        }
    }

    /// <summary>Reading and writing token by token, which the library's own advice calls the fastest way.</summary>
    [Codec("newtonsoft-json[manual]", "json", typeof(JsonConvert), Api = "JsonTextReader, JsonTextWriter",
           Access = "stream", Documentation = "https://www.newtonsoft.com/json/help/html/Performance.htm")]
    internal struct NewtonsoftManual : IEncodeByValue, IDecodeByValue
    {
        public byte[] Encode(object value)
        {
            var text = new StringWriter();
            using (var writer = new JsonTextWriter(text))
            {
                var values = new Writer { To = writer };
                NaturalTree.Walk(value, ref values);
            }
            return Encoding.UTF8.GetBytes(text.ToString());
        }

        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            NewtonsoftJson.Scan(NewtonsoftJson.Open(data), ref visitor);
        }

        private struct Writer : IVisitor
        {
            public JsonTextWriter To;

            public void Value(object value) => To.WriteValue(value);
            public void Boolean(bool value) => To.WriteValue(value);
            public void Integer(long value) => To.WriteValue(value);
            public void Unsigned(ulong value) => To.WriteValue(value);
            public void Float(double value) => To.WriteValue(value);
            public void String(string value) => To.WriteValue(value);
            public void Bytes(byte[] value) => To.WriteValue(value);
            public void Key(string key) => To.WritePropertyName(key);
            public void BeginMap(int count) => To.WriteStartObject();
            public void EndMap() => To.WriteEndObject();
            public void BeginArray(int count) => To.WriteStartArray();
            public void EndArray() => To.WriteEndArray();
        }
    }

    /// <summary>From and to JToken, the library's tree, which is what it makes of JSON without a type.</summary>
    [Codec("newtonsoft-json[tree]", "json", typeof(JsonConvert), Api = "JToken",
           Documentation = "https://www.newtonsoft.com/json/help/html/LINQtoJSON.htm")]
    internal struct NewtonsoftTree : IEncode, IDecode, IOwnTree
    {
        public byte[] Encode(object value) => Encoding.UTF8.GetBytes(((JToken)value).ToString(Formatting.None));

        public object Decode(byte[] data)
        {
            using (var reader = NewtonsoftJson.Open(data))
            {
                var tree = JToken.ReadFrom(reader);
                reader.Read(); // which refuses what follows, as JToken.Parse does
                return tree;
            }
        }

        public object FromNatural(object value) => value == null ? JValue.CreateNull() : JToken.FromObject(value);

        public object ToNatural(object tree)
        {
            if (tree is JObject map)
                return map.Properties().ToDictionary(entry => entry.Name,
                                                     entry => new NewtonsoftTree().ToNatural(entry.Value));
            return tree is JArray array ? array.Select(ToNatural).ToList() : ((JValue)tree).Value;
        }
    }
}

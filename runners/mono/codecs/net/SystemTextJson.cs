using System;
using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Weighbridge.Codecs
{
    /// <summary>System.Text.Json, which is part of .NET, reading with the converter that its documentation gives for
    /// values of type object: without, it makes a JsonElement of each.</summary>
    [Codec("system-text-json", "json", typeof(JsonSerializer),
           Documentation = Pages + "converters-how-to#deserialize-inferred-types-to-object-properties")]
    internal struct SystemTextJson : IEncode, IDecode
    {
        public const string Pages = "https://learn.microsoft.com/en-us/dotnet/standard/serialization/system-text-json/";

        private static readonly JsonSerializerOptions Options =
            new JsonSerializerOptions { Converters = { new Converter() } };

        // Writing needs no converter: the library itself writes an object as what it is at run time.
        public byte[] Encode(object value) => JsonSerializer.SerializeToUtf8Bytes(value);

        public object Decode(byte[] data) => JsonSerializer.Deserialize<object>(data, Options);

        /// <summary>Hands over the value that the reader stands at the beginning of.</summary>
        public static void Visit<TVisitor>(ref Utf8JsonReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (reader.TokenType)
            {
            case JsonTokenType.StartObject:
                visitor.BeginMap();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
                {
                    visitor.Key(reader.GetString());
                    reader.Read();
                    Visit(ref reader, ref visitor);
                }
                visitor.EndMap();
                break;
            case JsonTokenType.StartArray:
                visitor.BeginArray();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                    Visit(ref reader, ref visitor);
                visitor.EndArray();
                break;
            case JsonTokenType.String: visitor.String(reader.GetString()); break;
            case JsonTokenType.True: visitor.Boolean(true); break;
            case JsonTokenType.False: visitor.Boolean(false); break;
            case JsonTokenType.Null: visitor.Value(null); break;
            default:
                if (reader.ValueSpan.IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0)
                    visitor.Float(reader.GetDouble());
                else if (reader.TryGetInt64(out var integer))
                    visitor.Integer(integer);
                else
                    visitor.Unsigned(reader.GetUInt64());
                break;
            }
        }

        private sealed class Converter : JsonConverter<object>
        {
            public override object Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
            {
                var tree = new NaturalTree();
                Visit(ref reader, ref tree);
                return tree.Root;
            }

            public override void Write(Utf8JsonWriter writer, object value,
                                       JsonSerializerOptions options) => throw new NotSupportedException();
        }
    }

    /// <summary>The serializer told to write UTF-8 as it stands: by default it escapes all but ASCII, for
    /// HTML.</summary>
    [Codec("system-text-json[unescaped]", "json", typeof(JsonSerializer), Api = "UnsafeRelaxedJsonEscaping",
           Documentation = SystemTextJson.Pages + "character-encoding")]
    internal struct SystemTextJsonUnescaped : IEncode
    {
        private static readonly JsonSerializerOptions Options =
            new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        public byte[] Encode(object value) => JsonSerializer.SerializeToUtf8Bytes(value, Options);
    }

    /// <summary>Reading and writing token by token.</summary>
    [Codec("system-text-json[manual]", "json", typeof(JsonSerializer), Api = "Utf8JsonReader, Utf8JsonWriter",
           Access = "stream", Documentation = SystemTextJson.Pages + "use-utf8jsonreader")]
    internal struct SystemTextJsonManual : IEncodeByValue, IDecodeByValue
    {
        public byte[] Encode(object value)
        {
            var output = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(output))
            {
                var values = new Writer { To = writer };
                NaturalTree.Walk(value, ref values);
            }
            return output.WrittenSpan.ToArray();
        }

        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            var reader = new Utf8JsonReader(data);
            reader.Read();
            SystemTextJson.Visit(ref reader, ref visitor);
        }

        private struct Writer : IVisitor
        {
            public Utf8JsonWriter To;

            public void Value(object value) => To.WriteNullValue();
            public void Boolean(bool value) => To.WriteBooleanValue(value);
            public void Integer(long value) => To.WriteNumberValue(value);
            public void Unsigned(ulong value) => To.WriteNumberValue(value);
            public void Float(double value) => To.WriteNumberValue(value);
            public void String(string value) => To.WriteStringValue(value);
            public void Bytes(byte[] value) => To.WriteBase64StringValue(value);
            public void Key(string key) => To.WritePropertyName(key);
            public void BeginMap(int count) => To.WriteStartObject();
            public void EndMap() => To.WriteEndObject();
            public void BeginArray(int count) => To.WriteStartArray();
            public void EndArray() => To.WriteEndArray();
        }
    }

    /// <summary>JsonDocument, which indexes the text and decodes a value when it is asked for.</summary>
    [Codec("system-text-json[document]", "json", typeof(JsonSerializer), Api = "JsonDocument", Access = "lazy",
           Documentation = SystemTextJson.Pages + "use-dom#use-jsondocument")]
    internal struct SystemTextJsonDocument : IScan
    {
        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            using (var document = JsonDocument.Parse(data)) Visit(document.RootElement, ref visitor);
        }

        private static void Visit<TVisitor>(JsonElement element, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (element.ValueKind)
            {
            case JsonValueKind.Object:
                visitor.BeginMap();
                foreach (var entry in element.EnumerateObject())
                {
                    visitor.Key(entry.Name);
                    Visit(entry.Value, ref visitor);
                }
                visitor.EndMap();
                break;
            case JsonValueKind.Array:
                visitor.BeginArray();
                foreach (var item in element.EnumerateArray())
                    Visit(item, ref visitor);
                visitor.EndArray();
                break;
            case JsonValueKind.String: visitor.String(element.GetString()); break;
            case JsonValueKind.True: visitor.Boolean(true); break;
            case JsonValueKind.False: visitor.Boolean(false); break;
            case JsonValueKind.Null: visitor.Value(null); break;
            default:
                // An element does not tell how its number is written, so it is asked as what it could be.
                if (element.TryGetInt64(out var integer))
                    visitor.Integer(integer);
                else if (element.TryGetUInt64(out var unsigned))
                    visitor.Unsigned(unsigned);
                else
                    visitor.Float(element.GetDouble());
                break;
            }
        }
    }
}

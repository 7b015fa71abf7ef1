#if NET
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>System.Text.Json, which is part of .NET: as objects, by hand and lazily.</summary>
    internal static class SystemTextJson
    {
        /// <summary>JsonSerializer, reading with the converter that its documentation gives for values of type
        /// object: without, it makes a JsonElement of each.</summary>
        public static readonly Codec Plain = new Codec {
            Name = "system-text-json",
            Format = "json",
            Library = "System.Text.Json",
#if NET
            Calls = typeof(Serializer),
            Version = () => Versions.Of(typeof(JsonSerializer)),
#else
            Offers = new[] { "encode", "decode" },
#endif
            Missing = "It needs .NET: install its SDK, then run: weighbridge setup mono:dotnet",
            Api = "JsonSerializer",
            Homepage = "https://learn.microsoft.com/en-us/dotnet/standard/serialization/system-text-json/overview",
            Licence = "MIT",
            Documentation = "https://learn.microsoft.com/en-us/dotnet/standard/serialization/system-text-json/" +
                            "converters-how-to#deserialize-inferred-types-to-object-properties",
        };

        /// <summary>Reading and writing token by token.</summary>
        public static readonly Codec Manual = new Codec(Plain) {
            Variant = "manual",
#if NET
            Calls = typeof(ByHand),
#else
            Offers = new[] { "encode", "decode", "scan" },
#endif
            Access = "stream",
            Api = "Utf8JsonReader, Utf8JsonWriter",
            Documentation = "https://learn.microsoft.com/en-us/dotnet/standard/" +
                            "serialization/system-text-json/use-utf8jsonreader",
        };

        /// <summary>JsonDocument, which indexes the text and decodes a value when it is asked for.</summary>
        public static readonly Codec Document = new Codec(Plain) {
            Variant = "document",
#if NET
            Calls = typeof(Elements),
#else
            Offers = new[] { "scan" },
#endif
            Access = "lazy",
            Api = "JsonDocument",
            Documentation = "https://learn.microsoft.com/en-us/dotnet/standard/" +
                            "serialization/system-text-json/use-dom#use-jsondocument",
        };

#if NET
        // The default encoder escapes all but ASCII, for HTML; over a wire, UTF-8 stands as it is. Writing needs no
        // converter: the library itself writes an object as what it is at run time.
        private static readonly JsonSerializerOptions EncodeOptions =
            new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        private static readonly JsonSerializerOptions DecodeOptions =
            new JsonSerializerOptions { Converters = { new NaturalTree() } };

        private static readonly JsonWriterOptions WriterOptions =
            new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        private static object Number(ref Utf8JsonReader reader)
        {
            if (reader.ValueSpan.IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0)
                return reader.GetDouble();
            return reader.TryGetInt64(out var integer) ? (object)integer : reader.GetUInt64();
        }

        private static object Read(ref Utf8JsonReader reader)
        {
            switch (reader.TokenType)
            {
            case JsonTokenType.StartObject:
                var map = new Dictionary<string, object>();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndObject)
                {
                    var key = reader.GetString();
                    reader.Read();
                    map[key] = Read(ref reader);
                }
                return map;
            case JsonTokenType.StartArray:
                var array = new List<object>();
                while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
                    array.Add(Read(ref reader));
                return array;
            case JsonTokenType.String:
                return reader.GetString();
            case JsonTokenType.Number:
                return Number(ref reader);
            case JsonTokenType.True:
                return true;
            case JsonTokenType.False:
                return false;
            default:
                return null;
            }
        }

        private static void Write(Utf8JsonWriter writer, object value)
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
                writer.WriteStringValue(text);
            else if (value is long integer)
                writer.WriteNumberValue(integer);
            else if (value is double number)
                writer.WriteNumberValue(number);
            else if (value is bool boolean)
                writer.WriteBooleanValue(boolean);
            else if (value == null)
                writer.WriteNullValue();
            else if (value is ulong unsigned)
                writer.WriteNumberValue(unsigned);
            else
                writer.WriteBase64StringValue((byte[])value);
        }

        private sealed class NaturalTree : JsonConverter<object>
        {
            public override object Read(ref Utf8JsonReader reader, Type type,
                                        JsonSerializerOptions options) => SystemTextJson.Read(ref reader);

            public override void Write(Utf8JsonWriter writer, object value,
                                       JsonSerializerOptions options) => throw new NotSupportedException();
        }

        private struct Serializer : IEncode, IDecode
        {
            public byte[] Encode(object value) => JsonSerializer.SerializeToUtf8Bytes(value, EncodeOptions);

            public object Decode(byte[] data) => JsonSerializer.Deserialize<object>(data, DecodeOptions);
        }

        private struct ByHand : IEncodeByValue, IDecode, IScan
        {
            public byte[] Encode(object value)
            {
                var output = new ArrayBufferWriter<byte>();
                using (var writer = new Utf8JsonWriter(output, WriterOptions)) SystemTextJson.Write(writer, value);
                return output.WrittenSpan.ToArray();
            }

            public object Decode(byte[] data)
            {
                var reader = new Utf8JsonReader(data);
                reader.Read();
                return SystemTextJson.Read(ref reader);
            }

            public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                var reader = new Utf8JsonReader(data);
                while (reader.Read())
                    switch (reader.TokenType)
                    {
                    case JsonTokenType.StartObject:
                        visitor.BeginMap();
                        break;
                    case JsonTokenType.EndObject:
                        visitor.EndMap();
                        break;
                    case JsonTokenType.StartArray:
                        visitor.BeginArray();
                        break;
                    case JsonTokenType.EndArray:
                        visitor.EndArray();
                        break;
                    case JsonTokenType.PropertyName:
                        visitor.Key(reader.GetString());
                        break;
                    case JsonTokenType.String:
                        visitor.String(reader.GetString());
                        break;
                    case JsonTokenType.Number:
                        Visit(ref reader, ref visitor);
                        break;
                    case JsonTokenType.True:
                    case JsonTokenType.False:
                        visitor.Boolean(reader.GetBoolean());
                        break;
                    default:
                        visitor.Value(null);
                        break;
                    }
            }

            private static void Visit<TVisitor>(ref Utf8JsonReader reader, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                if (reader.ValueSpan.IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0)
                    visitor.Float(reader.GetDouble());
                else if (reader.TryGetInt64(out var integer))
                    visitor.Integer(integer);
                else
                    visitor.Unsigned(reader.GetUInt64());
            }
        }

        private struct Elements : IScan
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
                case JsonValueKind.String:
                    visitor.String(element.GetString());
                    break;
                case JsonValueKind.Number:
                    // An element does not tell how its number is written, so it is asked as what it could be.
                    if (element.TryGetInt64(out var integer))
                        visitor.Integer(integer);
                    else if (element.TryGetUInt64(out var unsigned))
                        visitor.Unsigned(unsigned);
                    else
                        visitor.Float(element.GetDouble());
                    break;
                case JsonValueKind.True:
                case JsonValueKind.False:
                    visitor.Boolean(element.GetBoolean());
                    break;
                default:
                    visitor.Value(null);
                    break;
                }
            }
        }
#endif
    }
}

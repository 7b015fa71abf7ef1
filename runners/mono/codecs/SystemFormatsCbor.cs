#if NET
using System.Collections.Generic;
using System.Formats.Cbor;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>System.Formats.Cbor, a reader and a writer: it has no serializer of objects.</summary>
    internal static class SystemFormatsCbor
    {
        public static readonly Codec Plain = new Codec {
            Name = "system-formats-cbor",
            Format = "cbor",
            Library = "System.Formats.Cbor",
#if NET
            Calls = typeof(Calls),
            Version = () => Versions.Of(typeof(CborReader)),
#else
            Offers = new[] { "encode", "decode", "scan" },
#endif
            Missing = "It needs .NET: install its SDK, then run: weighbridge setup mono:dotnet",
            Access = "stream",
            Api = "CborReader, CborWriter",
            Homepage = "https://learn.microsoft.com/en-us/dotnet/api/system.formats.cbor",
            Licence = "MIT",
            Documentation = "https://learn.microsoft.com/en-us/dotnet/api/system.formats.cbor.cborreader",
        };

#if NET
        private static void Write(CborWriter writer, object value)
        {
            if (value is Dictionary<string, object> map)
            {
                writer.WriteStartMap(map.Count);
                foreach (var entry in map)
                {
                    writer.WriteTextString(entry.Key);
                    Write(writer, entry.Value);
                }
                writer.WriteEndMap();
            }
            else if (value is List<object> array)
            {
                writer.WriteStartArray(array.Count);
                foreach (var item in array)
                    Write(writer, item);
                writer.WriteEndArray();
            }
            else if (value is string text)
                writer.WriteTextString(text);
            else if (value is long integer)
                writer.WriteInt64(integer);
            else if (value is double number)
                writer.WriteDouble(number);
            else if (value is bool boolean)
                writer.WriteBoolean(boolean);
            else if (value == null)
                writer.WriteNull();
            else if (value is ulong unsigned)
                writer.WriteUInt64(unsigned);
            else
                writer.WriteByteString((byte[])value);
        }

        private static object Read(CborReader reader)
        {
            switch (reader.PeekState())
            {
            case CborReaderState.StartMap:
                var map = new Dictionary<string, object>(reader.ReadStartMap() ?? 0);
                while (reader.PeekState() != CborReaderState.EndMap)
                {
                    var key = reader.ReadTextString();
                    map[key] = Read(reader);
                }
                reader.ReadEndMap();
                return map;
            case CborReaderState.StartArray:
                var array = new List<object>(reader.ReadStartArray() ?? 0);
                while (reader.PeekState() != CborReaderState.EndArray)
                    array.Add(Read(reader));
                reader.ReadEndArray();
                return array;
            case CborReaderState.TextString:
                return reader.ReadTextString();
            case CborReaderState.UnsignedInteger:
                var unsigned = reader.ReadUInt64();
                return unsigned <= long.MaxValue ? (object)(long)unsigned : unsigned;
            case CborReaderState.NegativeInteger:
                return reader.ReadInt64();
            case CborReaderState.HalfPrecisionFloat:
            case CborReaderState.SinglePrecisionFloat:
            case CborReaderState.DoublePrecisionFloat:
                return reader.ReadDouble();
            case CborReaderState.Boolean:
                return reader.ReadBoolean();
            case CborReaderState.ByteString:
                return reader.ReadByteString();
            default:
                reader.ReadNull();
                return null;
            }
        }

        private struct Calls : IEncodeByValue, IDecode, IScan
        {
            public byte[] Encode(object value)
            {
                var writer = new CborWriter();
                Write(writer, value);
                return writer.Encode();
            }

            public object Decode(byte[] data) => Read(new CborReader(data));

            public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
                where TVisitor : struct, IVisitor => Visit(new CborReader(data), ref visitor);

            private static void Visit<TVisitor>(CborReader reader, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                switch (reader.PeekState())
                {
                case CborReaderState.StartMap:
                    visitor.BeginMap();
                    reader.ReadStartMap();
                    while (reader.PeekState() != CborReaderState.EndMap)
                    {
                        visitor.Key(reader.ReadTextString());
                        Visit(reader, ref visitor);
                    }
                    reader.ReadEndMap();
                    visitor.EndMap();
                    break;
                case CborReaderState.StartArray:
                    visitor.BeginArray();
                    reader.ReadStartArray();
                    while (reader.PeekState() != CborReaderState.EndArray)
                        Visit(reader, ref visitor);
                    reader.ReadEndArray();
                    visitor.EndArray();
                    break;
                case CborReaderState.TextString:
                    visitor.String(reader.ReadTextString());
                    break;
                case CborReaderState.UnsignedInteger:
                    var unsigned = reader.ReadUInt64();
                    if (unsigned <= long.MaxValue)
                        visitor.Integer((long)unsigned);
                    else
                        visitor.Unsigned(unsigned);
                    break;
                case CborReaderState.NegativeInteger:
                    visitor.Integer(reader.ReadInt64());
                    break;
                case CborReaderState.HalfPrecisionFloat:
                case CborReaderState.SinglePrecisionFloat:
                case CborReaderState.DoublePrecisionFloat:
                    visitor.Float(reader.ReadDouble());
                    break;
                case CborReaderState.Boolean:
                    visitor.Boolean(reader.ReadBoolean());
                    break;
                case CborReaderState.ByteString:
                    visitor.Bytes(reader.ReadByteString());
                    break;
                default:
                    reader.ReadNull();
                    visitor.Value(null);
                    break;
                }
            }
        }
#endif
    }
}

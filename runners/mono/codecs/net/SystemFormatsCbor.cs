using System.Formats.Cbor;

namespace Weighbridge.Codecs
{
    /// <summary>System.Formats.Cbor, a reader and a writer: it has no serializer of objects.</summary>
    [Codec("system-formats-cbor", "cbor", typeof(CborReader), Access = "stream", Api = "CborReader, CborWriter")]
    internal struct SystemFormatsCbor : IEncodeByValue, IDecodeByValue
    {
        public byte[] Encode(object value)
        {
            var values = new Writer { To = new CborWriter() };
            NaturalTree.Walk(value, ref values);
            return values.To.Encode();
        }

        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            Visit(new CborReader(data), ref visitor);
        }

        private struct Writer : IVisitor
        {
            public CborWriter To;

            public void Value(object value) => To.WriteNull();
            public void Boolean(bool value) => To.WriteBoolean(value);
            public void Integer(long value) => To.WriteInt64(value);
            public void Unsigned(ulong value) => To.WriteUInt64(value);
            public void Float(double value) => To.WriteDouble(value);
            public void String(string value) => To.WriteTextString(value);
            public void Bytes(byte[] value) => To.WriteByteString(value);
            public void Key(string key) => To.WriteTextString(key);
            public void BeginMap(int count) => To.WriteStartMap(count);
            public void EndMap() => To.WriteEndMap();
            public void BeginArray(int count) => To.WriteStartArray(count);
            public void EndArray() => To.WriteEndArray();
        }

        private static void Visit<TVisitor>(CborReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (reader.PeekState())
            {
            case CborReaderState.StartMap:
                visitor.BeginMap(reader.ReadStartMap() ?? -1);
                while (reader.PeekState() != CborReaderState.EndMap)
                {
                    visitor.Key(reader.ReadTextString());
                    Visit(reader, ref visitor);
                }
                reader.ReadEndMap();
                visitor.EndMap();
                break;
            case CborReaderState.StartArray:
                visitor.BeginArray(reader.ReadStartArray() ?? -1);
                while (reader.PeekState() != CborReaderState.EndArray)
                    Visit(reader, ref visitor);
                reader.ReadEndArray();
                visitor.EndArray();
                break;
            case CborReaderState.TextString: visitor.String(reader.ReadTextString()); break;
            case CborReaderState.UnsignedInteger: visitor.Unsigned(reader.ReadUInt64()); break;
            case CborReaderState.NegativeInteger: visitor.Integer(reader.ReadInt64()); break;
            case CborReaderState.HalfPrecisionFloat:
            case CborReaderState.SinglePrecisionFloat:
            case CborReaderState.DoublePrecisionFloat: visitor.Float(reader.ReadDouble()); break;
            case CborReaderState.Boolean: visitor.Boolean(reader.ReadBoolean()); break;
            case CborReaderState.ByteString: visitor.Bytes(reader.ReadByteString()); break;
            default:
                reader.ReadNull();
                visitor.Value(null);
                break;
            }
        }
    }
}

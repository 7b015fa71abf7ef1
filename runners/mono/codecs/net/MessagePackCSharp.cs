using System.Buffers;
using MessagePack;

[assembly:Weighbridge.Library("MessagePack", "https://github.com/MessagePack-CSharp/MessagePack-CSharp", "MIT")]

namespace Weighbridge.Codecs
{
    /// <summary>MessagePack for C#, without types: maps come back as Dictionary&lt;object, object&gt;, arrays as
    /// object[].</summary>
    [Codec("messagepack-csharp", "msgpack", typeof(MessagePackSerializer),
           Api = "MessagePackSerializer; MessagePackReader",
           Documentation = "https://github.com/MessagePack-CSharp/MessagePack-CSharp#quick-start")]
    internal struct MessagePackCSharp : IEncode, IDecode, IScan
    {
        public byte[] Encode(object value) => MessagePackSerializer.Serialize(value);

        public object Decode(byte[] data) => MessagePackSerializer.Deserialize<object>(data);

        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            var reader = new MessagePackReader(data);
            Visit(ref reader, ref visitor);
        }

        private static void Visit<TVisitor>(ref MessagePackReader reader, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            switch (reader.NextMessagePackType)
            {
            case MessagePackType.Map:
                visitor.BeginMap();
                for (var count = reader.ReadMapHeader(); count > 0; count--)
                {
                    visitor.Key(reader.ReadString());
                    Visit(ref reader, ref visitor);
                }
                visitor.EndMap();
                break;
            case MessagePackType.Array:
                visitor.BeginArray();
                for (var count = reader.ReadArrayHeader(); count > 0; count--)
                    Visit(ref reader, ref visitor);
                visitor.EndArray();
                break;
            case MessagePackType.String: visitor.String(reader.ReadString()); break;
            case MessagePackType.Integer when reader.NextCode == MessagePackCode.UInt64:
                visitor.Unsigned(reader.ReadUInt64());
                break;
            case MessagePackType.Integer: visitor.Integer(reader.ReadInt64()); break;
            case MessagePackType.Float: visitor.Float(reader.ReadDouble()); break;
            case MessagePackType.Boolean: visitor.Boolean(reader.ReadBoolean()); break;
            case MessagePackType.Binary: visitor.Bytes(reader.ReadBytes().Value.ToArray()); break;
            default:
                reader.ReadNil();
                visitor.Value(null);
                break;
            }
        }
    }
}

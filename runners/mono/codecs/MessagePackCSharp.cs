#if NET
using System.Buffers;
using MessagePack;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>MessagePack for C#, without types: maps come back as Dictionary&lt;object, object&gt;, arrays as
    /// object[].</summary>
    internal static class MessagePackCSharp
    {
        public static readonly Codec Plain = new Codec {
            Name = "messagepack-csharp",
            Format = "msgpack",
            Library = "MessagePack",
#if NET
            Calls = typeof(Calls),
            Version = () => Versions.Of(typeof(MessagePackSerializer)),
#else
            Offers = new[] { "encode", "decode", "scan" },
#endif
            Missing = "It needs .NET: install its SDK, then run: weighbridge setup mono:dotnet",
            Api = "MessagePackSerializer; MessagePackReader",
            Homepage = "https://github.com/MessagePack-CSharp/MessagePack-CSharp",
            Licence = "MIT",
            Documentation = "https://github.com/MessagePack-CSharp/MessagePack-CSharp#quick-start",
        };

#if NET
        private struct Calls : IEncode, IDecode, IScan
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
                case MessagePackType.String:
                    visitor.String(reader.ReadString());
                    break;
                case MessagePackType.Integer:
                    if (reader.NextCode == MessagePackCode.UInt64)
                        Visit(reader.ReadUInt64(), ref visitor);
                    else
                        visitor.Integer(reader.ReadInt64());
                    break;
                case MessagePackType.Float:
                    visitor.Float(reader.ReadDouble());
                    break;
                case MessagePackType.Boolean:
                    visitor.Boolean(reader.ReadBoolean());
                    break;
                case MessagePackType.Binary:
                    visitor.Bytes(reader.ReadBytes().Value.ToArray());
                    break;
                default:
                    reader.ReadNil();
                    visitor.Value(null);
                    break;
                }
            }

            private static void Visit<TVisitor>(ulong value, ref TVisitor visitor)
                where TVisitor : struct, IVisitor
            {
                if (value <= long.MaxValue)
                    visitor.Integer((long)value);
                else
                    visitor.Unsigned(value);
            }
        }
#endif
    }
}

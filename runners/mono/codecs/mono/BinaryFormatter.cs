using System.IO;
using Formatter = System.Runtime.Serialization.Formatters.Binary.BinaryFormatter;

namespace Weighbridge.Codecs
{
    /// <summary>.NET's native format, which .NET 9 took out for its dangers. Never feed it bytes of unknown
    /// origin.</summary>
    [Codec("binary-formatter", "dotnet-binary", typeof(Formatter), Utf8 = "unchecked")]
    internal struct BinaryFormatter : IEncode, IDecode
    {
        public byte[] Encode(object value)
        {
            var output = new MemoryStream();
            new Formatter().Serialize(output, value);
            return output.ToArray();
        }

        public object Decode(byte[] data) => new Formatter().Deserialize(new MemoryStream(data));
    }
}

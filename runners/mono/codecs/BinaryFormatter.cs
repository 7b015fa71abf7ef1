#if !NET
using System.IO;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>BinaryFormatter, .NET's native format. Never feed it bytes of unknown origin.</summary>
    internal static class BinaryFormatter
    {
        public static readonly Codec Plain = new Codec {
            Name = "binary-formatter",
            Format = "dotnet-binary",
            Library = "mscorlib",
#if NET
            Offers = new[] { "encode", "decode" },
#else
            Calls = typeof(Formatter),
#endif
            Version = Versions.OfRuntime,
            Missing = ".NET 9 took it out for its dangers; Mono and .NET Framework have it.",
            Api = "BinaryFormatter",
            Homepage = "https://www.mono-project.com",
            Licence = "MIT",
            Documentation = "https://learn.microsoft.com/en-us/dotnet/api/" +
                            "system.runtime.serialization.formatters.binary.binaryformatter",
        };

#if !NET
        private struct Formatter : IEncode, IDecode
        {
            public byte[] Encode(object value)
            {
                var output = new MemoryStream();
                Make().Serialize(output, value);
                return output.ToArray();
            }

            public object Decode(byte[] data) => Make().Deserialize(new MemoryStream(data));

            private static System.Runtime.Serialization.Formatters.Binary.BinaryFormatter Make() =>
                new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter();
        }
#endif
    }
}

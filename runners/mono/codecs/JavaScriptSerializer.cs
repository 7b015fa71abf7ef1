#if !NET
using System.Text;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>ASP.NET's JavaScriptSerializer. It reads every number with a fraction as a System.Decimal.</summary>
    internal static class JavaScriptSerializer
    {
        public static readonly Codec Plain = new Codec {
            Name = "javascript-serializer",
            Format = "json",
            Library = "System.Web.Extensions",
#if NET
            Offers = new[] { "encode", "decode" },
#else
            Calls = typeof(Serializer),
#endif
            Version = Versions.OfRuntime,
            Missing = "It is part of Mono and .NET Framework; .NET has no System.Web.",
            Api = "JavaScriptSerializer",
            Homepage = "https://www.mono-project.com",
            Licence = "MIT",
            Documentation =
                "https://learn.microsoft.com/en-us/dotnet/api/system.web.script.serialization.javascriptserializer",
            Beyond = typeof(decimal),
        };

#if !NET
        private struct Serializer : IEncode, IDecode
        {
            public byte[] Encode(object value) => Encoding.UTF8.GetBytes(Make().Serialize(value));

            public object Decode(byte[] data) => Make().DeserializeObject(Encoding.UTF8.GetString(data));

            // By default it refuses texts of more than 2 MB.
            private static System.Web.Script.Serialization.JavaScriptSerializer Make() =>
                new System.Web.Script.Serialization.JavaScriptSerializer { MaxJsonLength = int.MaxValue };
        }
#endif
    }
}

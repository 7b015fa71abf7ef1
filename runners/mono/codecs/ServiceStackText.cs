#if NET
using System.Text;
using ServiceStack;
#endif

namespace Weighbridge.Codecs
{
    /// <summary>ServiceStack's JSON, by the calls that it has for documents without types.</summary>
    internal static class ServiceStackText
    {
        public static readonly Codec Plain = new Codec {
            Name = "servicestack-text",
            Format = "json",
            Library = "ServiceStack.Text",
#if NET
            Calls = typeof(Calls),
            Version = () => Versions.Of(typeof(ServiceStack.Text.JsonSerializer)),
#else
            Offers = new[] { "encode", "decode" },
#endif
            Missing = "It needs .NET: install its SDK, then run: weighbridge setup mono:dotnet",
            Api = "JSON",
            Homepage = "https://docs.servicestack.net",
            Licence = "LicenseRef-ServiceStack",
            Documentation = "https://docs.servicestack.net/js-utils",
        };

#if NET
        private struct Calls : IEncode, IDecode
        {
            public byte[] Encode(object value) => Encoding.UTF8.GetBytes(JSON.stringify(value));

            public object Decode(byte[] data) => JSON.parse(Encoding.UTF8.GetString(data));
        }
#endif
    }
}

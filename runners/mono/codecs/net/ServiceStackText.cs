using System.Text;
using ServiceStack;

[assembly:Weighbridge.Library("ServiceStack.Text", "https://docs.servicestack.net", "LicenseRef-ServiceStack")]

namespace Weighbridge.Codecs
{
    /// <summary>ServiceStack's JSON, by the calls that it has for documents without types.</summary>
    [Codec("servicestack-text", "json", typeof(ServiceStack.Text.JsonSerializer), Api = "JSON",
           Documentation = "https://docs.servicestack.net/js-utils")]
    internal struct ServiceStackText : IEncode, IDecode
    {
        public byte[] Encode(object value) => Encoding.UTF8.GetBytes(JSON.stringify(value));

        public object Decode(byte[] data) => JSON.parse(Encoding.UTF8.GetString(data));
    }
}

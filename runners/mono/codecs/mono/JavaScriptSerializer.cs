using System.Text;
using Serializer = System.Web.Script.Serialization.JavaScriptSerializer;

namespace Weighbridge.Codecs
{
    /// <summary>ASP.NET's, which .NET does not have. It reads every number with a fraction as a decimal.</summary>
    [Codec("javascript-serializer", "json", typeof(Serializer), Beyond = typeof(decimal))]
    internal struct JavaScriptSerializer : IEncode, IDecode
    {
        public byte[] Encode(object value) => Encoding.UTF8.GetBytes(Make().Serialize(value));

        public object Decode(byte[] data) => Make().DeserializeObject(Encoding.UTF8.GetString(data));

        // By default it refuses texts of more than 2 MB.
        private static Serializer Make() => new Serializer { MaxJsonLength = int.MaxValue };
    }
}

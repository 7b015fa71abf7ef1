using System.IO;
using Newtonsoft.Json;
using Newtonsoft.Json.Bson;

namespace Weighbridge.Codecs
{
    /// <summary>Json.NET's BSON, which newer releases keep in a package of its own, with other names for the same
    /// classes (weighbridge-mono.csproj).</summary>
    [Codec("newtonsoft-bson", "bson", typeof(BsonReader), Utf8 = "unchecked", RootIsMap = true,
           Api = "BsonReader, BsonWriter",
           Documentation = "https://www.newtonsoft.com/json/help/html/SerializeToBson.htm")]
    internal struct NewtonsoftBson : IEncode, IDecodeByValue
    {
        private static readonly JsonSerializer Serializer = new JsonSerializer();

        public byte[] Encode(object value)
        {
            var output = new MemoryStream();
            using (var writer = new BsonWriter(output)) Serializer.Serialize(writer, value);
            return output.ToArray();
        }

        public void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor
        {
            NewtonsoftJson.Scan(new BsonReader(new MemoryStream(data)), ref visitor);
        }
    }
}

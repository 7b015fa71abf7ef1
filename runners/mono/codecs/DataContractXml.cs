using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using System.Xml;

namespace Weighbridge.Codecs
{
    /// <summary>DataContractSerializer, which writes the natural tree as XML and says every value's type.</summary>
    [Codec("datacontract-xml", "xml", typeof(DataContractSerializer))]
    internal struct DataContractXml : IEncode, IDecode
    {
        // One serializer is meant to be made once and kept: making it costs milliseconds.
        private static readonly DataContractSerializer Serializer = new DataContractSerializer(
            typeof(object), new[] { typeof(Dictionary<string, object>), typeof(List<object>), typeof(byte[]) });

        public byte[] Encode(object value)
        {
            var output = new MemoryStream();
            using (var writer = XmlDictionaryWriter.CreateTextWriter(output)) Serializer.WriteObject(writer, value);
            return output.ToArray();
        }

        public object Decode(byte[] data)
        {
            using (var reader = XmlDictionaryReader.CreateTextReader(
                       data, XmlDictionaryReaderQuotas.Max)) return Serializer.ReadObject(reader);
        }
    }
}

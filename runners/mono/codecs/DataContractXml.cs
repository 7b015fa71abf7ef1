using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization;
using System.Xml;

namespace Weighbridge.Codecs
{
    /// <summary>
    /// DataContractSerializer, which writes the natural tree as XML and says every value's type. XmlSerializer cannot:
    /// it refuses whatever is an IDictionary.
    /// </summary>
    internal static class DataContractXml
    {
        public static readonly Codec Plain = new Codec {
            Name = "datacontract-xml",
            Format = "xml",
            Library = "System.Runtime.Serialization",
            Calls = typeof(Calls),
            Version = Versions.OfRuntime,
            Api = "DataContractSerializer",
            Homepage = "https://dotnet.microsoft.com",
            Licence = "MIT",
            Documentation =
                "https://learn.microsoft.com/en-us/dotnet/api/system.runtime.serialization.datacontractserializer",
        };

        private struct Calls : IEncode, IDecode
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
}

namespace Weighbridge
{
    // What a codec file implements, in a struct. The loops are generic over it, and the JIT compiles a generic method
    // anew for every struct: each codec has a loop of its own, and calls in it are direct.

    /// <summary>Makes bytes, as they would go over a wire, from a natural tree.</summary>
    /// <remarks>The natural tree: null, bool, long (ulong above its range), double, string, byte[], List&lt;object&gt;
    /// and Dictionary&lt;string, object&gt;.</remarks>
    internal interface IEncode
    {
        byte[] Encode(object value);
    }

    /// <summary>An encoder whose library writes one value after the other: `NaturalTree.Walk` hands them to a visitor
    /// of the adapter's, or the adapter walks the natural tree itself.</summary>
    internal interface IEncodeByValue : IEncode
    {
    }

    /// <summary>Makes a tree from the bytes of one document.</summary>
    internal interface IDecode
    {
        object Decode(byte[] data);
    }

    /// <summary>Hands every value in the bytes of one document to a visitor, as the library comes upon it.</summary>
    internal interface IScan
    {
        void Scan<TVisitor>(byte[] data, ref TVisitor visitor)
            where TVisitor : struct, IVisitor;
    }

    /// <summary>For libraries that read one value after the other and make no tree: what the scan hands over becomes
    /// the natural tree, in the timed loop.</summary>
    internal interface IDecodeByValue : IScan
    {
    }

    /// <summary>For variants that start from and end with the library's own tree; never timed.</summary>
    internal interface IOwnTree
    {
        object FromNatural(object value);

        object ToNatural(object tree);
    }

    /// <summary>What a scan hands its values to, and what a natural tree can be handed to.</summary>
    internal interface IVisitor
    {
        /// <summary>Takes a null, or a value that the library gives as an object.</summary>
        void Value(object value);

        void Boolean(bool value);

        void Integer(long value);

        /// <summary>Takes an integer of an unsigned type; it may be small.</summary>
        void Unsigned(ulong value);

        void Float(double value);

        void String(string value);

        void Bytes(byte[] value);

        void Key(string key);

        /// <summary>Keys and values follow, so many if that is known: a scan need not tell.</summary>
        void BeginMap(int count = -1);

        void EndMap();

        void BeginArray(int count = -1);

        void EndArray();
    }
}

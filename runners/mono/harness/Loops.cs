using System;
using System.Runtime.CompilerServices;

namespace Weighbridge
{
    /// <summary>Where every result goes, so that no compiler can leave the work out.</summary>
    internal static class Sink
    {
        public static volatile object Result;
        public static long Total;
    }

    internal static class Scanned
    {
        /// <summary>Returns the natural tree of what a scan hands over.</summary>
        public static object Tree<TCodec>(TCodec codec, byte[] document)
            where TCodec : struct, IScan
        {
            var tree = new NaturalTree();
            codec.Scan(document, ref tree);
            return tree.Root;
        }
    }

    /// <summary>One operation of one codec, or a tare: its documents, its loop, and its check.</summary>
    internal abstract class Operation
    {
        /// <summary>The tare that is subtracted.</summary>
        public abstract string Tare { get; }

        /// <summary>What an encoder starts from, in the words of docs/protocol.md; null for anything else.</summary>
        public virtual string StartsFrom => null;

        /// <summary>Whether the operation starts from values; the others start from bytes.</summary>
        public abstract bool FromValues { get; }

        /// <summary>Makes what the loop starts from of a document; never timed.</summary>
        public virtual object Prepare(object document) => document;

        /// <summary>Makes an array of the prepared documents, of the type that the loop wants.</summary>
        public abstract Array Gather(object[] documents);

        /// <summary>The timed loop.</summary>
        public abstract void Run(Array documents, long iterations);

        /// <summary>Runs the operation once: bytes for an encoder, a natural tree otherwise.</summary>
        public abstract object Check(object document);

        protected static T[] GatherAs<T>(object[] documents) => Array.ConvertAll(documents, document => (T)document);
    }

    internal sealed class EncodeLoop<TCodec> : Operation
        where TCodec : struct, IEncode
    {
        public override string Tare => StartsFrom == "events" ? "visit" : "call";

        public override string StartsFrom => default(TCodec) is IEncodeByValue ? "events"
                                             : default(TCodec) is IOwnTree     ? "library"
                                                                               : "native";

        public override bool FromValues => true;

        public override object Prepare(object document) => default(TCodec) is IOwnTree own ? own.FromNatural(document)
                                                                                           : document;

        public override Array Gather(object[] documents) => documents;

        public override void Run(Array documents, long iterations)
        {
            var inputs = (object[])documents;
            var codec = default(TCodec);
            for (; iterations > 0; iterations--)
                for (var index = 0; index < inputs.Length; index++)
                    Sink.Result = codec.Encode(inputs[index]);
        }

        public override object Check(object document) => default(TCodec).Encode(document);
    }

    internal sealed class DecodeLoop<TCodec> : Operation
        where TCodec : struct, IDecode
    {
        public override string Tare => "call";

        public override bool FromValues => false;

        public override Array Gather(object[] documents) => GatherAs<byte[]>(documents);

        public override void Run(Array documents, long iterations)
        {
            var inputs = (byte[][])documents;
            var codec = default(TCodec);
            for (; iterations > 0; iterations--)
                for (var index = 0; index < inputs.Length; index++)
                    Sink.Result = codec.Decode(inputs[index]);
        }

        public override object Check(object document)
        {
            var result = default(TCodec).Decode((byte[])document);
            return default(TCodec) is IOwnTree own ? own.ToNatural(result) : result;
        }
    }

    internal sealed class ScannedLoop<TCodec> : Operation
        where TCodec : struct, IDecodeByValue
    {
        public override string Tare => "call";

        public override bool FromValues => false;

        public override Array Gather(object[] documents) => GatherAs<byte[]>(documents);

        public override void Run(Array documents, long iterations)
        {
            var inputs = (byte[][])documents;
            var codec = default(TCodec);
            for (; iterations > 0; iterations--)
                for (var index = 0; index < inputs.Length; index++)
                {
                    var tree = new NaturalTree();
                    codec.Scan(inputs[index], ref tree);
                    Sink.Result = tree.Root;
                }
        }

        public override object Check(object document) => Scanned.Tree(default(TCodec), (byte[])document);
    }

    internal sealed class ScanLoop<TCodec> : Operation
        where TCodec : struct, IScan
    {
        public override string Tare => "visit";

        public override bool FromValues => false;

        public override Array Gather(object[] documents) => GatherAs<byte[]>(documents);

        public override void Run(Array documents, long iterations)
        {
            var inputs = (byte[][])documents;
            var codec = default(TCodec);
            var reader = new Reader();
            for (; iterations > 0; iterations--)
                for (var index = 0; index < inputs.Length; index++)
                    codec.Scan(inputs[index], ref reader);
            Sink.Total = reader.Total;
        }

        public override object Check(object document) => Scanned.Tree(default(TCodec), (byte[])document);
    }

    /// <summary>What an empty call costs.</summary>
    internal sealed class CallTare : Operation
    {
        public override string Tare => null;

        public override bool FromValues => true;

        public override Array Gather(object[] documents) => documents;

        public override void Run(Array documents, long iterations)
        {
            var inputs = (object[])documents;
            for (; iterations > 0; iterations--)
                for (var index = 0; index < inputs.Length; index++)
                    Sink.Result = Same(inputs[index]);
        }

        public override object Check(object document) => Same(document);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static object Same(object document) => document;
    }

    /// <summary>What handing every value to the visitor costs.</summary>
    internal sealed class VisitTare : Operation
    {
        public override string Tare => null;

        public override bool FromValues => true;

        public override Array Gather(object[] documents) => Array.ConvertAll(documents, Events.Of);

        public override void Run(Array documents, long iterations)
        {
            var inputs = (EventArrays[])documents;
            var reader = new Reader();
            for (; iterations > 0; iterations--)
                for (var index = 0; index < inputs.Length; index++)
                    inputs[index].Replay(ref reader);
            Sink.Total = reader.Total;
        }

        public override object Check(object document)
        {
            var tree = new NaturalTree();
            NaturalTree.Walk(((EventArrays)document).Document, ref tree);
            return tree.Root;
        }
    }
}

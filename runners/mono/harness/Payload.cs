using System;
using System.Collections.Generic;
using System.Linq;

namespace Weighbridge
{
    /// <summary>A loaded payload: its documents as natural trees, and as bytes in each format that came with all of
    /// them.</summary>
    internal sealed class Payload
    {
        private readonly Dictionary<Operation, Array> prepared = new Dictionary<Operation, Array>();

        public Payload(IReadOnlyCollection<object> documents)
        {
            Values = documents.Select(document => JsonText.Read(Member.Of<string>(document, "value"), true)).ToArray();
            var encodings =
                documents.Select(document => Member.Of<Dictionary<string, object>>(document, "encoded")).ToList();
            foreach (var format in encodings[0].Keys.Where(name =>
                                                               encodings.All(encoding => encoding.ContainsKey(name))))
                Encoded[format] =
                    encodings.Select(encoding => (object)Convert.FromBase64String(Member.Of<string>(encoding, format)))
                        .ToArray();
        }

        public object[] Values { get; }

        public Dictionary<string, object[]> Encoded { get; } = new Dictionary<string, object[]>();

        /// <summary>Returns what an operation's loop starts from, made when it is first wanted.</summary>
        public Array Prepared(Operation operation, object[] documents)
        {
            if (!prepared.TryGetValue(operation, out var inputs))
                prepared[operation] = inputs = operation.Gather(Array.ConvertAll(documents, operation.Prepare));
            return inputs;
        }
    }

    /// <summary>Members of a request.</summary>
    internal static class Member
    {
        /// <summary>Takes a member of a given JSON type.</summary>
        /// <exception cref="BadRequest">It is absent, or of another type.</exception>
        public static T Of<T>(object message, string name)
        {
            if (!(message is Dictionary<string, object> map))
                throw new BadRequest("not an object");
            if (!map.TryGetValue(name, out var value))
                throw new BadRequest($"no member '{name}'");
            return value is T ? (T)value : throw new BadRequest($"member '{name}' is of another type");
        }

        /// <summary>Takes a count of at least so many.</summary>
        public static long Count(object message, string name, long least)
        {
            var count = Of<long>(message, name);
            return count >= least ? count : throw new BadRequest($"member '{name}' is out of range");
        }
    }
}

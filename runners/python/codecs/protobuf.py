"""Protocol Buffers by Google's library, in its implementation upon upb. Its messages are its own types."""

from base64 import b64decode
from dataclasses import replace

from codec import Codec
from typed import Filling, FromLibrary, content, may_lack


class Into(Filling):
    wraps = True

    def fill(self, kind, to, name, value, *, sometimes=False):
        found = f"{to}.{name}"
        if kind["kind"] == "list":
            return self.each(kind["element"], to, value, f"{found}.extend({value})", f"{found}.add()")
        if kind["kind"] == "map":
            return self.each(kind["value"], to, value, f"{found}.update({value})", f"{found}[key]", "key, ", ".items()")
        if kind["kind"] != "record":
            return [f"{found} = {value}"]
        filled = [f"of_{kind['record']}({value}, {found})"]
        return [f"{found}.SetInParent()", *filled] if self.may_stay_empty(kind) else filled

    def each(self, slot, to, value, at_once, place, key="", items=""):
        """Fill a list or map: at once, if its scalars stand in it themselves."""
        kind, name = slot["type"], to.replace(".", "_")
        item = f"{name}_item"
        if not slot["nullable"] and kind["kind"] == "record":
            filled = [f"of_{kind['record']}({item}, {place})"]
        elif slot["nullable"] or kind["kind"] in ("list", "map"):
            inner = f"{name}_in"
            filled = [f"{inner} = {place}", *self.box(slot, inner, item)]
        else:
            return [at_once]
        return [f"for {key}{item} in {value}{items}:", *(f"    {statement}" for statement in filled)]

    def field(self, slot, to, name, value):
        kind = slot["type"]
        if name == "value" and slot.get("box") and kind["kind"] in ("list", "map"):
            # In a box, a list or map is in a record of its own, which is there even if it is empty.
            inner = [f"{to}.value.SetInParent()", *self.fill(kind, f"{to}.value", content(kind), value)]
            return [f"if {value} is not None:", *(f"    {statement}" for statement in inner)]
        return super().field(slot, to, name, value)

    def may_stay_empty(self, kind):
        """Tell whether nothing might be assigned in a record, so that nobody would know that it is there."""
        fields = self.types.records[kind["record"]]["fields"]
        return all(may_lack(one) or one["type"]["kind"] in ("record", "list", "map") for one in fields)


class OutOf(FromLibrary):
    wraps = True

    def member(self, one):
        kind, found = one["type"], f"it.{one['name']}"
        if not may_lack(one):
            return self.value(kind, found)
        if kind["kind"] in ("list", "map"):
            return f"{self.value(kind, found)} or None"
        return f"{self.value(kind, found)} if it.HasField({one['name']!r}) else None"

    def boxed(self, slot, value):
        made = self.value(slot["type"], f"{value}.value", within=True)
        return f'{made} if {value}.HasField("value") else None' if slot["nullable"] else made

    def copied(self, container, value):
        return f"{container}({value})"


def prepare(types, descriptor_pb2, descriptor_pool, message_factory):
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet.FromString(b64decode(types.text("proto-compiled"))).file
    for file in files:
        pool.Add(file)
    made = message_factory.GetMessageClassesForFiles([file.name for file in files], pool)
    classes = {name.rpartition(".")[2]: message for name, message in made.items()}
    root, fill = classes[types.root_name], Into(types).function()

    def into(value):
        message = root()
        fill(value, message)
        return message

    return {"root": root, "into": into, "out_of": OutOf(types).function()}


def with_messages(types, *modules):
    names = prepare(types, *modules)
    return {**names, **types.stand_for(names["into"], names["out_of"])}


SETUP = """\
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.internal import api_implementation
modules = descriptor_pb2, descriptor_pool, message_factory
"""

PLAIN = Codec(
    name="protobuf",
    format="protobuf",
    library="protobuf",
    # Without its extension the package falls back to Python, which is a row of its own.
    setup=f'{SETUP}if api_implementation.Type() != "upb":\n    raise ImportError("its extension upb is not there")',
    cpython_only=True,
    types="prepare(types, *modules)",
    encode_typed="into(value).SerializeToString()",
    decode_typed="out_of(root.FromString(data))",
    api="SerializeToString, FromString",
    homepage="https://protobuf.dev/",
    documentation="https://protobuf.dev/getting-started/pythontutorial/",
    licence="BSD-3-Clause",
)

OWN_TYPES = replace(
    PLAIN,
    variant="own-types",
    types="with_messages(types, *modules)",
    encode_typed="value.SerializeToString()",
    decode_typed="root.FromString(data)",
)

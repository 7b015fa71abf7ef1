"""Protocol Buffers by Google's library, in its implementation upon upb. Its messages are its own types."""

from base64 import b64decode
from dataclasses import replace

from codec import Codec
from typed import FromLibrary, ToLibrary, may_lack


class Into(ToLibrary):
    wraps = True


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
    return {
        "Root": classes[types.root_name],
        "into": Into(types, classes).function(),
        "out_of": OutOf(types).function(),
    }


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
    decode_typed="out_of(Root.FromString(data))",
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
    decode_typed="Root.FromString(data)",
)

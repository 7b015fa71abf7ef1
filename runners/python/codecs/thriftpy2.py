"""thriftpy2: Thrift's binary protocol, by its extension, and the compact one, written in Python.

Its structs are its own types.
"""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from codec import Codec
from typed import FromLibrary, ToLibrary

BITS = 2**64


class Into(ToLibrary):
    def scalar(self, kind, value):
        return f"({value} - {BITS} if {value} >= {BITS // 2} else {value})" if kind["kind"] == "uint64" else value


class OutOf(FromLibrary):
    def scalar(self, kind, value):
        return f"{value} % {BITS}" if kind["kind"] == "uint64" else value


def prepare(types, parse):
    with TemporaryDirectory() as folder:
        file = Path(folder, "schema.thrift")
        file.write_text(types.text("thrift"), encoding="utf-8")
        module = parse(str(file), enable_cache=False)
    structs = {struct.__name__: struct for struct in module.__thrift_meta__["structs"]}
    # Some fields are called otherwise than in the schema, since Thrift has more words that are reserved.
    called = types.called(lambda record, one: structs[record["name"]].thrift_spec[one["number"]][1])
    return {
        "Root": structs[types.root_name],
        "into": Into(called, structs).function(),
        "out_of": OutOf(called).function(),
    }


def with_structs(types, parse):
    names = prepare(types, parse)
    return {**names, **types.stand_for(names["into"], names["out_of"])}


BINARY = Codec(
    name="thriftpy2-binary",
    format="thrift-binary",
    library="thriftpy2",
    setup="""\
from thriftpy2.parser.parser import parse
from thriftpy2.protocol import TCyBinaryProtocolFactory
from thriftpy2.utils import deserialize, serialize
protocol = TCyBinaryProtocolFactory()
""",
    cpython_only=True,
    types="prepare(types, parse)",
    encode_typed="serialize(into(value), protocol)",
    decode_typed="out_of(deserialize(Root(), data, protocol))",
    api="serialize, deserialize",
    licence="MIT",
    documentation="https://thriftpy2.readthedocs.io/en/latest/",
)

BINARY_STRUCTS = replace(
    BINARY,
    variant="own-types",
    types="with_structs(types, parse)",
    encode_typed="serialize(value, protocol)",
    decode_typed="deserialize(Root(), data, protocol)",
)

COMPACT_SETUP = BINARY.setup.replace("TCyBinaryProtocolFactory", "TCompactProtocolFactory")

COMPACT = replace(BINARY, name="thriftpy2-compact", format="thrift-compact", setup=COMPACT_SETUP, cpython_only=False)

COMPACT_STRUCTS = replace(
    BINARY_STRUCTS, name="thriftpy2-compact", format="thrift-compact", setup=COMPACT_SETUP, cpython_only=False
)

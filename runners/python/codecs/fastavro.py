"""fastavro: one document without a header, by the schema alone. It writes and reads dicts, which are its own types.

It is told which branch of a union is meant where it would otherwise search: of records, lists and maps.
"""

from dataclasses import replace
from json import loads

from codec import Codec
from typed import ToDicts, ToObjects

BITS = 2**64


class IntoDicts(ToDicts):
    def key(self, one):
        return one["name"]

    def leaves_out(self, one):
        return False

    def or_none(self, slot, value, *, within=False):
        nullable = slot["nullable"] or slot.get("optional", False)
        kind = slot["type"]
        branch = {"record": kind.get("record"), "list": "array", "map": "map"}.get(kind["kind"])
        if nullable and branch:
            return f"None if (found := {value}) is None else ({branch!r}, {self.value(kind, 'found')})"
        return super().or_none({**slot, "nullable": nullable}, value, within=within)

    def scalar(self, kind, value):
        return f"({value} - {BITS} if {value} >= {BITS // 2} else {value})" if kind["kind"] == "uint64" else value


class OutOfDicts(ToObjects):
    def found(self, one):
        return f"it[{one['name']!r}]"

    def scalar(self, kind, value):
        return f"{value} % {BITS}" if kind["kind"] == "uint64" else value


def prepare(types, fastavro):
    return {
        "schema": fastavro.parse_schema(loads(types.text("avsc"))),
        "written": fastavro.parse_schema(loads(types.texts.get("avsc-written", types.text("avsc")))),
        # Resolving one schema by another takes time, which nobody spends where they are the same.
        "reader": fastavro.parse_schema(loads(types.text("avsc"))) if "avsc-written" in types.texts else None,
        "into": IntoDicts(types).function(),
        "out_of": OutOfDicts(types).function(),
    }


def with_dicts(types, fastavro):
    names = prepare(types, fastavro)
    return {**names, **types.stand_for(names["into"], names["out_of"])}


SETUP = """\
import fastavro
from io import BytesIO
def write(schema, record):
    out = BytesIO()
    fastavro.schemaless_writer(out, schema, record)
    return out.getvalue()
"""

PLAIN = Codec(
    name="fastavro",
    format="avro",
    library="fastavro",
    setup=SETUP,
    types="prepare(types, fastavro)",
    encode_typed="write(schema, into(value))",
    decode_typed="out_of(fastavro.schemaless_reader(BytesIO(data), written, reader))",
    api="schemaless_writer, schemaless_reader",
    licence="MIT",
    documentation="https://fastavro.readthedocs.io/en/latest/writer.html#fastavro._write_py.schemaless_writer",
)

OWN_TYPES = replace(
    PLAIN,
    variant="own-types",
    types="with_dicts(types, fastavro)",
    encode_typed="write(schema, value)",
    decode_typed="fastavro.schemaless_reader(BytesIO(data), written, reader)",
)

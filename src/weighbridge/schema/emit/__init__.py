"""Schemas written for formats that need one: one module a schema language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from weighbridge.schema.emit import avsc, capnp, fbs, json_schema, proto, thrift
from weighbridge.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Target:
    """A schema language.

    Attributes:
        title: its name for people.
        ending: of its files, with the dot.
        write: makes the text of a schema.
    """

    title: str
    ending: str
    write: Callable[[Schema], str]


TARGETS = {
    "proto": Target("Protocol Buffers (proto3)", ".proto", proto.write),
    "fbs": Target("FlatBuffers", ".fbs", fbs.write),
    "avsc": Target("Avro", ".avsc", avsc.write),
    "capnp": Target("Cap'n Proto", ".capnp", capnp.write),
    "thrift": Target("Thrift", ".thrift", thrift.write),
    "json-schema": Target("JSON Schema (2020-12)", ".schema.json", json_schema.write),
    "weighbridge": Target("Weighbridge's own", ".json", Schema.to_json),
}
"""By the name that commands know them by."""

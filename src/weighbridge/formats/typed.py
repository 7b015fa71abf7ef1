"""The formats that hold no documents without a schema.

`weighbridge.schema.references` has their codecs, or a runner that was built for the schema lends them: those formats
are what one library makes of types.
"""

from weighbridge.formats.format import Format


def _typed(name: str, title: str, specification: str) -> Format:
    return Format(name, title, (), text=False, specification=specification, schemaless=False)


_THRIFT = "https://github.com/apache/thrift/blob/master/doc/specs"

TYPED_FORMATS = {
    form.name: form
    for form in (
        _typed("avro", "Avro", "https://avro.apache.org/docs/1.12.0/specification/"),
        _typed("capnp", "Cap'n Proto", "https://capnproto.org/encoding.html"),
        _typed("flatbuffers", "FlatBuffers", "https://flatbuffers.dev/internals/"),
        _typed("protobuf", "Protocol Buffers", "https://protobuf.dev/programming-guides/encoding/"),
        _typed("thrift-binary", "Thrift (binary)", f"{_THRIFT}/thrift-binary-protocol.md"),
        _typed("thrift-compact", "Thrift (compact)", f"{_THRIFT}/thrift-compact-protocol.md"),
    )
}
"""By name."""

LENT_TYPED_FORMATS = {
    form.name: form
    for form in (
        # A stream tells of its types by names of fields in Go, which only Go's types can read it by.
        Format(
            "gob-structs",
            "gob (structs)",
            (),
            text=False,
            specification="https://pkg.go.dev/encoding/gob",
            made_for="Go",
            schemaless=False,
        ),
        # The keys of the schema's records are not in the messages.
        Format(
            "msgpackr-structures",
            "msgpackr structures",
            (),
            text=False,
            specification="https://github.com/kriszyp/msgpackr#shared-record-structures",
            made_for="JavaScript",
            schemaless=False,
        ),
    )
}
"""Those that a runner lends, by name: their codecs have typed operations only."""


def needs_schema(name: str) -> bool:
    """Tell whether a format of this name holds no documents without a schema."""
    return name in TYPED_FORMATS or name in LENT_TYPED_FORMATS

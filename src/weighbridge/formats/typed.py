"""The formats that hold no documents without a schema.

`weighbridge.schema.references` has their codecs, or a runner that was built for the schema lends them: those formats
are what one library makes of types.
"""

from weighbridge.formats.format import Format


def _typed(name: str, title: str, specification: str) -> Format:
    return Format(name, title, (), text=False, specification=specification, schemaless=False)


def _lent(name: str, title: str, specification: str, made_for: str = "") -> Format:
    return Format(name, title, (), text=False, specification=specification, made_for=made_for, schemaless=False)


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
        # Fory's own format for Java, which is not that of its cross-language mode.
        _lent("fory-java", "Fory (Java)", "https://fory.apache.org/docs/specification/java_serialization_spec", "Java"),
        # A stream tells of its types by names of fields in Go, which only Go's types can read it by.
        _lent("gob-structs", "gob (structs)", "https://pkg.go.dev/encoding/gob", "Go"),
        # The records' classes are named, and only these can read it.
        _lent(
            "java-serialization-records",
            "Java serialization (records)",
            "https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/protocol.html",
            "Java",
        ),
        # The keys of the schema's records are not in the messages.
        _lent(
            "msgpackr-structures",
            "msgpackr structures",
            "https://github.com/kriszyp/msgpackr#shared-record-structures",
            "JavaScript",
        ),
        # Fields without names or numbers, in the order in which Kryo has them.
        _lent("kryo", "Kryo", "https://github.com/EsotericSoftware/kryo", "Java"),
        # Like Protocol Buffers, but for what it makes of nested messages, lists and maps.
        _lent("protostuff", "Protostuff", "https://protostuff.github.io/docs/", "Java"),
        # What is written has no names of fields: it is read by types whose fields are in the same order.
        _lent("bincode", "bincode", "https://docs.rs/bincode/2.0.1/bincode/spec/index.html", "Rust"),
        _lent("bitcode", "bitcode", "https://docs.rs/bitcode", "Rust"),
        _lent("borsh", "Borsh", "https://borsh.io"),
        _lent(
            "cbor-arrays",
            "CBOR (arrays)",
            "https://docs.rs/minicbor-derive/latest/minicbor_derive/#cbor-encoding",
        ),
        _lent(
            "msgpack-arrays",
            "MessagePack (arrays)",
            "https://docs.rs/rmp-serde/latest/rmp_serde/#representations",
        ),
        _lent("postcard", "Postcard", "https://postcard.jamesmunns.com/wire-format", "Rust"),
        _lent("rkyv", "rkyv", "https://rkyv.org/format.html", "Rust"),
    )
}
"""Those that a runner lends, by name: their codecs have typed operations only."""


def needs_schema(name: str) -> bool:
    """Tell whether a format of this name holds no documents without a schema."""
    return name in TYPED_FORMATS or name in LENT_TYPED_FORMATS

"""FlexBuffers of the flatbuffers package, written in Python: whole trees, and references followed in place."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="flexbuffers",
    format="flexbuffers",
    library="flatbuffers",
    setup="from flatbuffers import flexbuffers",
    encode="flexbuffers.Dumps(value)",
    decode="flexbuffers.Loads(data)",
    api="Dumps, Loads",
    homepage="https://flatbuffers.dev/",
    documentation="https://flatbuffers.dev/flexbuffers/",
    licence="Apache-2.0",
)

REFERENCES = replace(
    PLAIN,
    variant="ref",
    encode=None,
    decode=None,
    scan="scan(flexbuffers.GetRoot(data), visitor)",
    api="Ref",
    access="lazy",
)


def scan(ref, visitor):
    if ref.IsMap:
        entries = ref.AsMap
        visitor.begin_map(None)
        for key, value in zip(entries.Keys, entries.Values):
            visitor.key(key.AsKey)
            scan(value, visitor)
        visitor.end_map(None)
    elif ref.IsVector or ref.IsTypedVector or ref.IsFixedTypedVector:
        visitor.begin_array(None)
        for element in (
            ref.AsVector if ref.IsVector else ref.AsTypedVector if ref.IsTypedVector else ref.AsFixedTypedVector
        ):
            scan(element, visitor)
        visitor.end_array(None)
    else:
        visitor.value(ref.Value)

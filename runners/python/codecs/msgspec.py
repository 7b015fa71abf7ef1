"""msgspec, without types. An encoder that is kept, as its page on performance has it, is no faster here."""

from dataclasses import replace

from codec import Codec

JSON = Codec(
    name="msgspec-json",
    format="json",
    library="msgspec",
    setup="import msgspec",
    cpython_only=True,
    encode="msgspec.json.encode(value)",
    decode="msgspec.json.decode(data)",
    api="encode, decode",
    documentation="https://jcristharif.com/msgspec/usage.html",
)

MSGPACK = replace(
    JSON,
    name="msgspec-msgpack",
    format="msgpack",
    encode="msgspec.msgpack.encode(value)",
    decode="msgspec.msgpack.decode(data)",
)

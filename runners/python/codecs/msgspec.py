"""msgspec, without types. Its page on performance tells to keep the encoder and the decoder; each result is fresh."""

from dataclasses import replace

from codec import Codec

JSON = Codec(
    name="msgspec-json",
    format="json",
    library="msgspec",
    setup="import msgspec\nencoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder()",
    cpython_only=True,
    encode="encoder.encode(value)",
    decode="decoder.decode(data)",
    api="Encoder, Decoder",
    homepage="https://msgspec.dev",
    documentation="https://jcristharif.com/msgspec/perf-tips.html#reuse-encoders-decoders",
    licence="BSD-3-Clause",
)

MSGPACK = replace(
    JSON,
    name="msgspec-msgpack",
    format="msgpack",
    setup="import msgspec\nencoder, decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder()",
)

"""mashumaro, which writes code for the application's dataclasses, with orjson under it."""

from codec import Codec


def prepare(types, encoder, decoder):
    # Keys other than attributes have to stand in the application's classes, in a way of the library's own.
    types.require_names()
    return {"encode": encoder(types.root).encode, "decode": decoder(types.root).decode}


MASHUMARO = Codec(
    name="mashumaro",
    format="json",
    library="mashumaro",
    setup="from mashumaro.codecs.orjson import ORJSONDecoder, ORJSONEncoder",
    cpython_only=True,
    types="prepare(types, ORJSONEncoder, ORJSONDecoder)",
    encode_typed="encode(value)",
    decode_typed="decode(data)",
    api="ORJSONEncoder, ORJSONDecoder",
    documentation="https://github.com/Fatal1ty/mashumaro#mashumarocodecs",
)

"""python-rapidjson, a binding of the C++ library RapidJSON."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="rapidjson",
    format="json",
    library="python-rapidjson",
    setup="import rapidjson",
    encode="rapidjson.dumps(value, ensure_ascii=False).encode()",
    decode="rapidjson.loads(data)",
    api="dumps, loads",
    homepage="https://github.com/python-rapidjson/python-rapidjson",
    documentation="https://python-rapidjson.readthedocs.io/en/latest/quickstart.html",
    licence="MIT",
)

# dumps reads its options at each call, an encoder once. A decoder kept is no faster than loads.
REUSE = replace(
    PLAIN,
    variant="reuse",
    setup="import rapidjson\nencode = rapidjson.Encoder(ensure_ascii=False)",
    encode="encode(value).encode()",
    decode=None,
    api="Encoder",
    buffers="reuse",
    documentation="https://python-rapidjson.readthedocs.io/en/latest/encoder.html",
)

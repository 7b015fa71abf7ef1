"""python-rapidjson, a binding of the C++ library RapidJSON. [unescaped] writes UTF-8, and keeps its encoder."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="rapidjson",
    format="json",
    library="python-rapidjson",
    setup="import rapidjson",
    encode="rapidjson.dumps(value).encode()",
    decode="rapidjson.loads(data)",
    api="dumps, loads",
    documentation="https://python-rapidjson.readthedocs.io/en/latest/quickstart.html",
    licence="MIT",
)

# A decoder kept is no faster than loads.
UNESCAPED = replace(
    PLAIN,
    variant="unescaped",
    setup="import rapidjson\nencode = rapidjson.Encoder(ensure_ascii=False)",
    encode="encode(value).encode()",
    decode=None,
    api="Encoder: UTF-8",
    documentation="https://python-rapidjson.readthedocs.io/en/latest/encoder.html",
)

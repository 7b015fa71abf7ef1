"""orjson, whose own functions take and give bytes."""

from codec import Codec

ORJSON = Codec(
    name="orjson",
    format="json",
    library="orjson",
    setup="import orjson",
    cpython_only=True,
    encode="orjson.dumps(value)",
    decode="orjson.loads(data)",
    api="dumps, loads",
    documentation="https://github.com/ijl/orjson#quickstart",
)

"""orjson, whose own functions take and give bytes. It writes dataclasses by itself; objects are made of its dicts."""

from codec import Codec

ORJSON = Codec(
    name="orjson",
    format="json",
    library="orjson",
    setup="import orjson",
    cpython_only=True,
    encode="orjson.dumps(value)",
    decode="orjson.loads(data)",
    types='{"dumps": types.renamed or orjson.dumps, "load": types.from_dicts()}',
    encode_typed="dumps(value)",
    decode_typed="load(orjson.loads(data))",
    api="dumps, loads",
    documentation="https://github.com/ijl/orjson#quickstart",
)

"""ormsgpack, orjson's sibling for MessagePack."""

from codec import Codec

ORMSGPACK = Codec(
    name="ormsgpack",
    format="msgpack",
    library="ormsgpack",
    setup="import ormsgpack",
    cpython_only=True,
    encode="ormsgpack.packb(value)",
    decode="ormsgpack.unpackb(data)",
    api="packb, unpackb",
    documentation="https://github.com/ormsgpack/ormsgpack#quickstart",
)

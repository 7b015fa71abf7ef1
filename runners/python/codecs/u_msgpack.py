"""u-msgpack-python, written in Python alone."""

from codec import Codec

U_MSGPACK = Codec(
    name="u-msgpack",
    format="msgpack",
    library="u-msgpack-python",
    setup="import umsgpack",
    encode="umsgpack.packb(value)",
    decode="umsgpack.unpackb(data)",
    api="packb, unpackb",
    documentation="https://github.com/vsergeev/u-msgpack-python#examples",
    licence="MIT",
)

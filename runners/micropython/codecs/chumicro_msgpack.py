"""ChuMicro's msgpack, written in Python for small boards. What needs more than 32 bits, or 8 levels, it refuses."""

from codec import Codec

CHUMICRO_MSGPACK = Codec(
    name="chumicro-msgpack",
    format="msgpack",
    library="chumicro-msgpack",
    setup="import chumicro_msgpack",
    version='open(chumicro_msgpack.__file__.partition("/src/")[0] + "/VERSION").read().strip()',
    encode="chumicro_msgpack.packb(value)",
    decode="chumicro_msgpack.unpackb(data)",
    utf8="unchecked",
    api="packb, unpackb",
    homepage="https://github.com/ChuMicro/ChuMicro",
    licence="MIT",
    documentation="https://chumicro.com/ChuMicro/msgpack/stable/",
)

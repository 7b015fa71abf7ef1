"""msgpack: its C extension, the same with its packer kept, and its fallback written in Python.

A packer brings a buffer of 256 KB, out of which each result is copied.
"""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="msgpack",
    format="msgpack",
    library="msgpack",
    # Without the C extension the package falls back silently to what is a row of its own here.
    setup="import msgpack\nimport msgpack._cmsgpack",
    cpython_only=True,
    encode="msgpack.packb(value)",
    decode="msgpack.unpackb(data)",
    api="packb, unpackb",
    documentation="https://msgpack-python.readthedocs.io/en/latest/api.html",
)

PACKER = replace(
    PLAIN,
    variant="packer",
    setup=PLAIN.setup + "\npacker = msgpack.Packer()",
    encode="packer.pack(value)",
    decode=None,
    api="Packer",
)

PURE = replace(
    PLAIN,
    variant="pure",
    cpython_only=False,
    setup="from msgpack import fallback",
    encode="fallback.Packer().pack(value)",
    decode="fallback.unpackb(data)",
    api="fallback",
)

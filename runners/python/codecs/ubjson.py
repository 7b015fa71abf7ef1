"""py-ubjson: its C extension, and the same written in Python."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="ubjson",
    format="ubjson",
    library="py-ubjson",
    setup="from _ubjson import dumpb, loadb",
    cpython_only=True,
    encode="dumpb(value)",
    decode="loadb(data)",
    api="dumpb, loadb",
    documentation="https://github.com/Iotic-Labs/py-ubjson#usage",
    licence="Apache-2.0",
)

PURE = replace(
    PLAIN,
    variant="pure",
    cpython_only=False,
    setup="from ubjson.decoder import loadb\nfrom ubjson.encoder import dumpb",
)

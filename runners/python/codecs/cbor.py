"""cbor: its C extension, and the same written in Python."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="cbor",
    format="cbor",
    library="cbor",
    setup="from cbor._cbor import dumps, loads",
    cpython_only=True,
    encode="dumps(value)",
    decode="loads(data)",
    api="dumps, loads",
    documentation="https://bitbucket.org/bodhisnarkva/cbor",
    licence="Apache-2.0",
)

PURE = replace(PLAIN, variant="pure", cpython_only=False, setup="from cbor.cbor import dumps, loads")

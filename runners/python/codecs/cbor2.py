"""cbor2."""

from codec import Codec

CBOR2 = Codec(
    name="cbor2",
    format="cbor",
    library="cbor2",
    setup="import cbor2",
    encode="cbor2.dumps(value)",
    decode="cbor2.loads(data)",
    api="dumps, loads",
    documentation="https://cbor2.readthedocs.io/en/latest/usage.html",
)

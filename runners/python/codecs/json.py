"""The standard library's json, writing UTF-8 without needless spaces, as what goes over a wire is written."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="json",
    format="json",
    library="json",
    version="python_version()",
    setup="import json\nfrom platform import python_version",
    encode='json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()',
    decode="json.loads(data)",
    api="dumps, loads",
    homepage="https://docs.python.org/3/library/json.html",
    documentation="https://docs.python.org/3/library/json.html#basic-usage",
    licence="PSF-2.0",
)

# With arguments, dumps makes an encoder for each call; loads finds out the encoding of bytes.
REUSE = replace(
    PLAIN,
    variant="reuse",
    setup=PLAIN.setup
    + """
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
decode = json.JSONDecoder().decode
""",
    encode="encode(value).encode()",
    decode="decode(data.decode())",
    api="JSONEncoder, JSONDecoder",
    buffers="reuse",
    documentation="https://docs.python.org/3/library/json.html#encoders-and-decoders",
)

"""simplejson with its C speed-ups, and as it is without, writing UTF-8 without needless spaces."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="simplejson",
    format="json",
    library="simplejson",
    # Without its C speed-ups the package falls back silently to what is written in Python.
    setup="import simplejson\nimport simplejson._speedups",
    cpython_only=True,
    encode='simplejson.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()',
    decode="simplejson.loads(data)",
    api="dumps, loads",
    homepage="https://github.com/simplejson/simplejson",
    documentation="https://simplejson.readthedocs.io/en/latest/#basic-usage",
    licence="MIT OR AFL-2.1",
)

# With arguments, dumps makes an encoder for each call; loads finds out the encoding of bytes.
REUSE = replace(
    PLAIN,
    variant="reuse",
    setup=PLAIN.setup
    + """
encode = simplejson.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
decode = simplejson.JSONDecoder().decode
""",
    encode="encode(value).encode()",
    decode="decode(data.decode())",
    api="JSONEncoder, JSONDecoder",
    buffers="reuse",
    documentation="https://simplejson.readthedocs.io/en/latest/#encoders-and-decoders",
)

PURE = replace(
    PLAIN,
    variant="pure",
    cpython_only=False,
    setup='from codec import import_without\nsimplejson = import_without("simplejson._speedups")',
)

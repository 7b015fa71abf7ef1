"""simplejson with its C speed-ups, and without. [compact] writes UTF-8 without spaces, and keeps its encoder."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="simplejson",
    format="json",
    library="simplejson",
    # Without its C speed-ups the package falls back silently to what is written in Python.
    setup="import simplejson\nimport simplejson._speedups",
    cpython_only=True,
    encode="simplejson.dumps(value).encode()",
    decode="simplejson.loads(data)",
    api="dumps, loads",
    documentation="https://simplejson.readthedocs.io/en/latest/#basic-usage",
    licence="MIT OR AFL-2.1",
)

COMPACT = replace(
    PLAIN,
    variant="compact",
    setup=PLAIN.setup + '\nencode = simplejson.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode',
    encode="encode(value).encode()",
    decode=None,
    api="JSONEncoder: UTF-8, no spaces",
    documentation="https://simplejson.readthedocs.io/en/latest/#encoders-and-decoders",
)

PURE = replace(
    PLAIN,
    variant="pure",
    cpython_only=False,
    setup='from codec import import_without\nsimplejson = import_without("simplejson._speedups")',
)

"""simplejson with its C speed-ups, writing UTF-8 without needless spaces."""

from codec import Codec

SIMPLEJSON = Codec(
    name="simplejson",
    format="json",
    library="simplejson",
    setup="import simplejson",
    encode='simplejson.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()',
    decode="simplejson.loads(data)",
    api="dumps, loads",
    homepage="https://github.com/simplejson/simplejson",
    documentation="https://simplejson.readthedocs.io/en/latest/#basic-usage",
    licence="MIT OR AFL-2.1",
)

"""UltraJSON, told to write UTF-8 and no needless escapes."""

from codec import Codec

UJSON = Codec(
    name="ujson",
    format="json",
    library="ujson",
    setup="import ujson",
    encode="ujson.dumps(value, ensure_ascii=False, escape_forward_slashes=False).encode()",
    decode="ujson.loads(data)",
    api="dumps, loads",
    homepage="https://github.com/ultrajson/ultrajson",
    documentation="https://github.com/ultrajson/ultrajson#usage",
    licence="BSD-3-Clause AND TCL",
)

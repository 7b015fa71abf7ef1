"""UltraJSON; [unescaped] writes UTF-8, and slashes as they are."""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="ujson",
    format="json",
    library="ujson",
    setup="import ujson",
    encode="ujson.dumps(value).encode()",
    decode="ujson.loads(data)",
    api="dumps, loads",
    utf8="unchecked",  # lone surrogates pass
    documentation="https://github.com/ultrajson/ultrajson#usage",
    licence="BSD-3-Clause AND TCL",
)

UNESCAPED = replace(
    PLAIN,
    variant="unescaped",
    encode="ujson.dumps(value, ensure_ascii=False, escape_forward_slashes=False).encode()",
    decode=None,
    api="dumps: UTF-8",
    documentation="https://github.com/ultrajson/ultrajson#encoder-options",
)

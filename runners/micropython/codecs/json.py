"""MicroPython's own json, written in C; [compact] leaves out the spaces."""

from codec import Codec


def _json(**facts):
    return Codec(
        name="json",
        format="json",
        library="MicroPython",
        setup="import json, sys",
        version='".".join([str(part) for part in sys.implementation.version[:3]])',
        utf8="unchecked",
        homepage="https://micropython.org",
        licence="MIT",
        documentation="https://docs.micropython.org/en/latest/library/json.html",
        **facts,
    )


PLAIN = _json(encode="json.dumps(value).encode()", decode="json.loads(data)", api="dumps, loads")
COMPACT = _json(
    variant="compact",
    encode='json.dumps(value, separators=(",", ":")).encode()',
    decode=None,
    api="dumps: no spaces",
)

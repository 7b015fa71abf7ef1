"""The standard library's json, as its page begins: with its defaults, which are ASCII with spaces.

Typed, it is what one writes by hand without a library for types: dicts of the objects, and objects of the dicts.

`dumps` without arguments keeps one encoder for all calls; with arguments it makes one for each, so [compact] keeps its
own. `loads` of bytes finds out their encoding first, which is a tenth to a third of what a small document takes.
"""

from dataclasses import replace

from codec import Codec

PLAIN = Codec(
    name="json",
    format="json",
    library="json",
    version="python_version()",
    setup="import json\nfrom platform import python_version",
    encode="json.dumps(value).encode()",
    decode="json.loads(data.decode())",
    encode_typed="json.dumps(dump(value)).encode()",
    decode_typed="load(json.loads(data.decode()))",
    types='{"dump": types.plain, "load": types.from_dicts()}',
    api="dumps, loads",
    homepage="https://docs.python.org/3/library/json.html",
    documentation="https://docs.python.org/3/library/json.html#basic-usage",
    licence="PSF-2.0",
)

COMPACT = replace(
    PLAIN,
    variant="compact",
    setup=PLAIN.setup + '\nencode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode',
    encode="encode(value).encode()",
    decode=None,
    encode_typed="encode(dump(value)).encode()",
    decode_typed=None,
    api="JSONEncoder: UTF-8, no spaces",
    documentation="https://docs.python.org/3/library/json.html#encoders-and-decoders",
)

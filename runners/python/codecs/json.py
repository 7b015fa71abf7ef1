"""The standard library's json, writing UTF-8 without needless spaces, as what goes over a wire is written."""

from codec import Codec

JSON = Codec(
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

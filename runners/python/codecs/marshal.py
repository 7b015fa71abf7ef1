"""The standard library's marshal, which writes bytecode files; its format is that of one Python version."""

from codec import Codec

MARSHAL = Codec(
    name="marshal",
    format="marshal",
    library="marshal",
    version="python_version()",
    setup="import marshal\nfrom platform import python_version",
    encode="marshal.dumps(value)",
    decode="marshal.loads(data)",
    api="dumps, loads",
    utf8="unchecked",  # lone surrogates pass
    homepage="https://docs.python.org/3/library/marshal.html",
    documentation="https://docs.python.org/3/library/marshal.html#marshal.dumps",
    licence="PSF-2.0",
)

"""The standard library's pickle, in its highest protocol. Never unpickle what you do not trust."""

from codec import Codec

PICKLE = Codec(
    name="pickle",
    format="pickle",
    library="pickle",
    version="python_version()",
    setup="import pickle\nfrom platform import python_version",
    encode="pickle.dumps(value, pickle.HIGHEST_PROTOCOL)",
    decode="pickle.loads(data)",
    api="dumps, loads, highest protocol",
    utf8="unchecked",  # lone surrogates pass
    homepage="https://docs.python.org/3/library/pickle.html",
    documentation="https://docs.python.org/3/library/pickle.html#module-interface",
    licence="PSF-2.0",
)

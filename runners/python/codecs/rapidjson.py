"""python-rapidjson, a binding of the C++ library RapidJSON."""

from codec import Codec

RAPIDJSON = Codec(
    name="rapidjson",
    format="json",
    library="python-rapidjson",
    setup="import rapidjson",
    encode="rapidjson.dumps(value, ensure_ascii=False).encode()",
    decode="rapidjson.loads(data)",
    api="dumps, loads",
    homepage="https://github.com/python-rapidjson/python-rapidjson",
    documentation="https://python-rapidjson.readthedocs.io/en/latest/quickstart.html",
    licence="MIT",
)

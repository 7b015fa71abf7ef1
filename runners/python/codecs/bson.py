"""BSON as MongoDB's driver has it, with its C extension."""

from codec import Codec

BSON = Codec(
    name="bson",
    format="bson",
    library="pymongo",
    setup="import bson\nimport bson._cbson",
    encode="bson.encode(value)",
    decode="bson.decode(data)",
    api="encode, decode",
    homepage="https://github.com/mongodb/mongo-python-driver",
    documentation="https://pymongo.readthedocs.io/en/stable/api/bson/index.html",
    licence="Apache-2.0",
)

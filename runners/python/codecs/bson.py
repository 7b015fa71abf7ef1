"""BSON as MongoDB's driver has it: with its C extension, and as it is without. It has no array at its root."""

from dataclasses import replace

from codec import Codec


def document(value):
    return {str(index): item for index, item in enumerate(value)} if isinstance(value, list) else value


PLAIN = Codec(
    name="bson",
    format="bson",
    library="pymongo",
    setup="import bson\nimport bson._cbson",
    cpython_only=True,
    prepare=document,
    encode="bson.encode(value)",
    decode="bson.decode(data)",
    api="encode, decode",
    documentation="https://pymongo.readthedocs.io/en/stable/api/bson/index.html",
)

PURE = replace(
    PLAIN,
    variant="pure",
    cpython_only=False,
    setup='from codec import import_without\nbson = import_without("bson._cbson")',
)

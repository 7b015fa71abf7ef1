"""msgspec: without types, with the application's dataclasses, and with structs of its own.

An encoder that is kept, as its page on performance has it, is no faster for documents as trees. Dataclasses cannot be
given other keys than the names of their fields; structs can.
"""

import re
from dataclasses import replace

from codec import Codec, Unsupported
from typed import may_lack


def coders(msgspec, root):
    return {
        "to_json": msgspec.json.Encoder().encode,
        "of_json": msgspec.json.Decoder(root).decode,
        "to_msgpack": msgspec.msgpack.Encoder().encode,
        "of_msgpack": msgspec.msgpack.Decoder(root).decode,
    }


def with_dataclasses(msgspec, types):
    types.require_names()
    return coders(msgspec, types.root)


def with_structs(msgspec, types):
    def struct(name, fields):
        # It writes them into its encoders' output as they are.
        refused = next((one["key"] for one, _ in fields if re.search(r'[\\"\x00-\x1f]', one["key"])), None)
        if refused is not None:
            raise Unsupported(
                f"its structs take no key with a quote, a backslash or a control character: {refused[:80]!r}"
            )
        return msgspec.defstruct(
            name,
            [(one["attribute"], annotation, *([None] if may_lack(one) else [])) for one, annotation in fields],
            rename={one["attribute"]: one["key"] for one, _ in fields},
            kw_only=True,
        )

    structs = types.family(struct)
    return {**coders(msgspec, types.annotation(types.schema["root"], structs)), **types.between(structs)}


JSON = Codec(
    name="msgspec-json",
    format="json",
    library="msgspec",
    setup="import msgspec",
    cpython_only=True,
    encode="msgspec.json.encode(value)",
    decode="msgspec.json.decode(data)",
    types="with_dataclasses(msgspec, types)",
    encode_typed="to_json(value)",
    decode_typed="of_json(data)",
    api="encode, decode; Encoder, Decoder",
    documentation="https://jcristharif.com/msgspec/usage.html",
)

JSON_STRUCTS = replace(
    JSON,
    variant="own-types",
    encode=None,
    decode=None,
    types="with_structs(msgspec, types)",
    api="Struct; Encoder, Decoder",
    documentation="https://jcristharif.com/msgspec/structs.html",
)

MSGPACK = replace(
    JSON,
    name="msgspec-msgpack",
    format="msgpack",
    encode="msgspec.msgpack.encode(value)",
    decode="msgspec.msgpack.decode(data)",
    encode_typed="to_msgpack(value)",
    decode_typed="of_msgpack(data)",
)

MSGPACK_STRUCTS = replace(
    MSGPACK,
    variant="own-types",
    encode=None,
    decode=None,
    types="with_structs(msgspec, types)",
    api=JSON_STRUCTS.api,
    documentation=JSON_STRUCTS.documentation,
)

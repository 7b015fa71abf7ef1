"""cattrs, which structures the application's dataclasses, with orjson under it."""

from codec import Codec


def prepare(types, make_converter, gen):
    converter = make_converter()
    for name, record in types.records.items():
        made = types.classes[name]
        keys = {
            one["attribute"]: gen.override(rename=one["key"])
            for one in record["fields"]
            if one["attribute"] != one["key"]
        }
        if keys:
            converter.register_unstructure_hook(made, gen.make_dict_unstructure_fn(made, converter, **keys))
            converter.register_structure_hook(made, gen.make_dict_structure_fn(made, converter, **keys))
    return {"converter": converter, "root": types.root}


CATTRS = Codec(
    name="cattrs",
    format="json",
    library="cattrs",
    setup="from cattrs import gen\nfrom cattrs.preconf.orjson import make_converter",
    cpython_only=True,
    types="prepare(types, make_converter, gen)",
    encode_typed="converter.dumps(value, unstructure_as=root)",
    decode_typed="converter.loads(data, root)",
    api="preconf.orjson",
    licence="MIT",
    documentation="https://catt.rs/en/stable/preconf.html",
)

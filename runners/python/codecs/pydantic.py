"""pydantic: the application's dataclasses by a type adapter, and models of its own. It validates what it decodes."""

from dataclasses import replace

from codec import Codec
from typed import may_lack


def with_dataclasses(pydantic, types):
    types.require_names()
    return adapted(pydantic, types.root)


def with_models(pydantic, types):
    def model(name, fields):
        # By the names of the schema: attributes of a model may not begin with an underscore, nor be a model's own.
        return pydantic.create_model(
            name,
            __config__=pydantic.ConfigDict(serialize_by_alias=True, validate_by_name=True, protected_namespaces=()),
            **{
                one["name"]: (annotation, pydantic.Field(None if may_lack(one) else ..., alias=one["key"]))
                for one, annotation in fields
            },
        )

    types = types.apart_from(pydantic.BaseModel)
    models = types.family(model)
    return {
        **adapted(pydantic, types.annotation(types.schema["root"], models)),
        **types.between(models, "name"),
    }


def adapted(pydantic, root):
    adapter = pydantic.TypeAdapter(root)
    return {"dump_json": adapter.dump_json, "validate_json": adapter.validate_json}


PLAIN = Codec(
    name="pydantic",
    format="json",
    library="pydantic",
    setup="import pydantic",
    cpython_only=True,
    types="with_dataclasses(pydantic, types)",
    encode_typed="dump_json(value)",
    decode_typed="validate_json(data)",
    api="TypeAdapter",
    homepage="https://pydantic.dev/docs/validation/",
    documentation="https://pydantic.dev/docs/validation/latest/concepts/type_adapter/",
)

OWN_TYPES = replace(PLAIN, variant="own-types", types="with_models(pydantic, types)", api="BaseModel, TypeAdapter")

"""Reference codecs of formats that need a schema: one module a format, by the format's name.

Each has ``LIBRARY``, the library with its version; ``LANGUAGE``, the schema language, by its name in
`weighbridge.schema.emit`; ``TELLS_EMPTY``, whether the format tells an empty list or map from none; and ``Codec``,
which `weighbridge.schema.binding` makes for a schema. Where runners are given what the language's compiler makes of a
schema, ``compiled`` makes it.
"""

"""Reference codecs of formats that need a schema: one module a format, by the format's name.

Each has ``LIBRARY``, the library with its version; ``LANGUAGE``, its schema language, one of
`weighbridge.schema.emit.TARGETS`; ``TELLS_EMPTY``, whether the format tells an empty list or map from none; and
``Codec``, which `weighbridge.schema.binding` makes for a schema. Where runners need what the language's compiler makes
of a schema, ``compiled`` gives it as text.
"""

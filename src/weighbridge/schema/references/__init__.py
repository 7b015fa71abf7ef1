"""Reference codecs of formats that need a schema: one module a format, by the format's name.

Each has ``Codec``, which is made for a schema, and encodes and decodes documents. Where runners need what the schema
language's compiler makes of a schema, ``compiled`` gives it as text.

Their libraries are written in C and C++, and are given names, texts and bytes of unknown origin: they are loaded and
run in a process of their own alone (`weighbridge.schema.references.process`), which `weighbridge.schema.apart` asks.
What is known of them without loading them is here.
"""

from __future__ import annotations

from dataclasses import dataclass

from weighbridge import extras


@dataclass(frozen=True, slots=True)
class Reference:
    """A format's reference codec.

    Attributes:
        package: of its library.
        language: its schema language, one of `weighbridge.schema.emit.TARGETS`.
        tells_empty: whether the format tells an empty list or map from none.
        reads_with_both: whether a document can be read only by the schema that it was written by, which another schema
            says what to make of.
        is_compiled: whether its module has ``compiled``.
        compiler: the package of the schema language's compiler, where it needs one.
    """

    package: str
    language: str
    tells_empty: bool = True
    reads_with_both: bool = False
    is_compiled: bool = False
    compiler: str = ""

    @property
    def library(self) -> str:
        """Its library, with the version."""
        return extras.library(self.package)

    @property
    def lack(self) -> str:
        """What of it is not installed, and how to get that; nothing where all is."""
        return extras.lack(self.package, self.compiler)


REFERENCES = {
    "avro": Reference("fastavro", "avsc", reads_with_both=True),
    "capnp": Reference("pycapnp", "capnp"),
    "flatbuffers": Reference("flatbuffers", "fbs"),
    "protobuf": Reference("protobuf", "proto", tells_empty=False, is_compiled=True, compiler="grpcio-tools"),
    "thrift-binary": Reference("thriftpy2", "thrift"),
    "thrift-compact": Reference("thriftpy2", "thrift"),
}
"""By the format's name."""

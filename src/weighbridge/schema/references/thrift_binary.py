"""Thrift's binary protocol, by thriftpy2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thriftpy2.protocol import TBinaryProtocolFactory

from weighbridge.schema.references import thrift

LIBRARY = thrift.LIBRARY
LANGUAGE = thrift.LANGUAGE
TELLS_EMPTY = thrift.TELLS_EMPTY


class Codec(thrift.Codec):
    """The reference codec of a schema, see `weighbridge.schema.binding`."""

    protocol: Callable[[], Any] = TBinaryProtocolFactory

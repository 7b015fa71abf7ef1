"""JSON, by Python's standard library."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable

from weighbridge.formats.format import Format, Lack, Malformed
from weighbridge.formats.guard import TOO_DEEP
from weighbridge.formats.json_positions import find_json_fault
from weighbridge.formats.model import find_fault, pointer, require_encodable
from weighbridge_kit.values import Value, integer_of_64_bits

_LACKS = frozenset({Lack.BYTES, Lack.NON_FINITE})
_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class BeyondGrammar(Exception):
    """Stops the reader; where and what the fault is gets looked for afterwards."""


def _unique(entries: list[tuple[str, Value]]) -> dict[str, Value]:
    found = dict(entries)
    if len(found) != len(entries):
        raise BeyondGrammar
    return found


def _refuse(_word: str) -> Value:
    raise BeyondGrammar


def _encode(value: Value) -> bytes:
    require_encodable(value, "JSON", _LACKS)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


read_value = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse).raw_decode
"""Reads the value that begins at a character of a text, and returns it and where it ends. It raises `ValueError`,
`RecursionError` or `BeyondGrammar` where there is none, or it has a fault; not all that no payload may hold is one."""


def refuse_mark(data: bytes) -> None:
    """Check that a text does not begin with a byte-order mark.

    Raises:
        Malformed: it does.
    """
    for mark, name in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            raise Malformed(f"a byte-order mark of {name}", hint="save it as UTF-8 without one", line=1, offset=0)


def not_utf8(reason: str, line: int, offset: int) -> Malformed:
    """Say that bytes are not UTF-8, and where."""
    return Malformed(f"not UTF-8: {reason}", hint="save it as UTF-8, or give its format", line=line, offset=offset)


def something_follows(line: int, column: int) -> Malformed:
    """Say that a text goes on after its value."""
    problem = "something follows after the end of the document"
    return Malformed(problem, hint="one document a line is .ndjson", line=line, column=column)


def _text(data: bytes) -> str:
    refuse_mark(data)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise not_utf8(error.reason, data.count(b"\n", 0, error.start) + 1, error.start) from None


def _decode(data: bytes, integer: Callable[[str], Value] = int) -> Value:
    text = _text(data)
    if not text.strip():
        raise Malformed("is empty")
    fault = None
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=integer)
        fault = find_fault(value, frozenset({Lack.NON_FINITE}))
        if not fault:
            return value
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise something_follows(error.lineno, error.colno) from None
        problem = f"not JSON: {error.msg}"
        raise Malformed(problem, hint="correct it there", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError, BeyondGrammar):
        pass  # ValueError: an integer of more digits than Python converts.
    found = find_json_fault(text)
    if found:
        line = text.count("\n", 0, found.position) + 1
        column = found.position - text.rfind("\n", 0, found.position)
        raise Malformed(found.problem, hint=found.hint, line=line, column=column)
    raise Malformed(f"{pointer(fault[0])}: {fault[1]}" if fault else TOO_DEEP)


FORMAT = Format(
    name="json",
    title="JSON",
    endings=(".json",),
    text=True,
    specification="https://www.rfc-editor.org/rfc/rfc8259",
    library=f"json {platform.python_version()}",
    encode=_encode,
    decode=_decode,
    forgive=lambda data: _decode(data, integer_of_64_bits),
    lacks=_LACKS,
)

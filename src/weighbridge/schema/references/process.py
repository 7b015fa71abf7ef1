"""The process that holds reference codecs: questions on standard input, answers on standard output, as JSON lines.

A question has the ``format`` and the ``fingerprint`` of a schema, the first one about a schema also the ``schema``, and

* ``encode``, a document as value text: ``encoded``, in base64, is the answer;
* ``decode``, bytes in base64: ``decoded``, value text, is the answer;
* or neither: ``compiled``, what the schema language's compiler makes of the schema, is the answer.

Other answers are ``malformed``, ``unrepresentable``, and ``failed``, where there can be no codec for the schema. What
takes too much time or memory ends the process, as a crash does.
"""

from __future__ import annotations

import base64
import importlib
import json
import os
import signal
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from weighbridge import landlock
from weighbridge.formats.confined import NO_MEMORY, lift, limit, told
from weighbridge.formats.format import Malformed, Unrepresentable
from weighbridge.formats.guard import malformed, unrepresentable
from weighbridge.formats.model import shorten
from weighbridge.schema.model import Schema, read_schema
from weighbridge_kit.values import from_text, to_text

_LONGEST = 200
"""Characters of what a library says."""


_SCHEMAS: dict[str, Schema] = {}
"""By fingerprint."""


def _module(form: str) -> Any:
    return importlib.import_module(f"weighbridge.schema.references.{form.replace('-', '_')}")


@lru_cache(maxsize=64)
def _codec(form: str, fingerprint: str) -> Any:
    return _module(form).Codec(_SCHEMAS[fingerprint])


def _answer(question: dict[str, str]) -> dict[str, Any]:
    form, fingerprint = question["format"], question["fingerprint"]
    if "schema" in question:
        _SCHEMAS[fingerprint] = read_schema(question["schema"])
    if "encode" in question:
        codec = _codec(form, fingerprint)
        with unrepresentable(form):
            return {"encoded": base64.b64encode(codec.encode(from_text(question["encode"]))).decode()}
    if "decode" in question:
        codec = _codec(form, fingerprint)
        with malformed(form):
            return {"decoded": to_text(codec.decode(base64.b64decode(question["decode"])))}
    return {"compiled": _module(form).compiled(_SCHEMAS[fingerprint])}


def _respond(question: dict[str, str]) -> dict[str, Any]:
    try:
        return _answer(question)
    except (Malformed, Unrepresentable) as error:
        if isinstance(error.__cause__, MemoryError):
            raise error.__cause__ from None
        return {"malformed": told(error)} if isinstance(error, Malformed) else {"unrepresentable": str(error)}
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 (a library's, of a schema that it does not take)
        return {"failed": shorten(f"{type(error).__name__}: {error}", _LONGEST)}


def main() -> None:
    """Answer every question."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process sees to it
    landlock.keep_to_reading(Path(tempfile.gettempdir()))
    for line in sys.stdin.buffer:
        question = json.loads(line)
        lift()
        _module(question["format"])  # what the library itself takes is no fault of what is asked
        limit(len(line), for_ever=False)
        try:
            answer = json.dumps(_respond(question))
        except MemoryError:
            os._exit(NO_MEMORY)
        answers.write(answer.encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()

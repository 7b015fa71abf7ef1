"""The engine: the model behind advice and charts, which ``web/src/engine.ts`` holds for the page and for Python alike.

``make page`` builds it into ``engine.js``, which ships in the package and runs here in QuickJS.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import quickjs  # type: ignore[import-untyped]

_SCRIPT = Path(__file__).with_name("engine.js")


class EngineNotBuilt(Exception):
    """This checkout has no built engine."""


class Refusal(ValueError):
    """The engine cannot do what was asked for; the message says why, and what to do."""


def call(function: str, *arguments: str) -> Any:
    """Call a function of the engine.

    Args:
        function: its name in ``web/src/engine.ts``.
        arguments: each as JSON, so that a run's document is written once for several calls.

    Returns:
        What it returns, read from JSON.

    Raises:
        EngineNotBuilt: this checkout has no built engine.
        Refusal: what was asked for cannot be had.
    """
    answer = json.loads(_engine()(function, *arguments))
    if "refused" in answer:
        raise Refusal(answer["refused"])
    return answer["result"]


@cache
def _engine() -> Any:
    try:
        script = _SCRIPT.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise EngineNotBuilt("The engine of advice and charts is not built yet. Build it with: make page") from None
    context = quickjs.Context()
    context.eval(script)
    return context.eval("engine.call")

"""A run whose every text that may come from elsewhere tries to become a part of the page, or to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from weighbridge.report.document import Cell, RunDocument

EVIL = (
    "\"'><img src=x onerror=\"document.body.dataset.ran='img'\"><script>document.body.dataset.ran='script'</script>"
    "</script></style><svg onload=\"document.body.dataset.ran='svg'\">"
    "{{constructor.constructor('document.body.dataset.ran=1')()}}"
    "${document.body.dataset.ran=2}\\u003cb\\u003e&lt;b&gt;\u202e\x1b[31m"
)
_NAMES = frozenset(
    {"codec", "variant", "language", "runner", "target", "payload", "library", "library_version", "title", "source"}
    | {
        "runtime",
        "compiler",
        "flags",
        "message",
        "excerpt",
        "reference",
        "reason",
        "advice",
        "detail",
        "api",
        "version",
    }
    | {"cpu", "system", "kernel", "architecture", "python", "activity", "name", "licence"}
)
_LISTS = frozenset({"losses", "notes"})
_LINKS = frozenset({"homepage", "documentation"})


def hostile(document: RunDocument) -> RunDocument:
    """Return the run with all its names made so."""
    content = document.model_dump(mode="json")
    names = {f"{cell.participant}/{_name(cell)}": _evil_name(cell) for cell in document.cells}
    changed = _changed(content, lambda name: names.get(name, name))
    runners = changed["environment"]["runners"]
    evil_runners = {_evil_participant(name): about for name, about in runners.items()}
    changed["environment"]["runners"] = evil_runners
    return RunDocument.model_validate(changed)


def _changed(item: Any, renamed: Callable[[str], str], key: str = "") -> Any:
    if isinstance(item, dict):
        return {name: _changed(entry, renamed, name) for name, entry in item.items()}
    if isinstance(item, list):
        return [_changed_in(entry, renamed, key) for entry in item]
    if not isinstance(item, str):
        return item
    if key in ("to", "tied_with"):
        return renamed(item)
    if key in _LINKS:
        return f"javascript:document.body.dataset.ran='{key}'"
    if key == "target" and item == "host":
        return item
    return item + EVIL if key in _NAMES else item


def _changed_in(entry: Any, renamed: Callable[[str], str], key: str) -> Any:
    return entry + EVIL if key in _LISTS else _changed(entry, renamed, key)


def _name(cell: Cell) -> str:
    return f"{cell.codec}[{cell.variant}]" if cell.variant else cell.codec


def _evil_name(cell: Cell) -> str:
    codec = f"{cell.codec}{EVIL}[{cell.variant}{EVIL}]" if cell.variant else f"{cell.codec}{EVIL}"
    return f"{_evil_participant(cell.participant)}/{codec}"


def _evil_participant(name: str) -> str:
    runner, colon, target = name.partition(":")
    return f"{runner}{EVIL}:{target}{EVIL}" if colon else f"{runner}{EVIL}"

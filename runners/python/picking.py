"""Reading the values at some paths, as a program that knows its paths would have it written by hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Union

if TYPE_CHECKING:
    from collections.abc import Iterable

Steps = tuple[Union[str, int], ...]
"""The keys and the indices that lead to a value."""

ABSENT = object()
"""Stands for a value that is not there."""


@lru_cache(maxsize=256)
def tree_reader(paths: tuple[Steps, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads the values at paths out of a tree."""
    return reader(map(_in_tree, paths))


def _in_tree(steps: Steps) -> str:
    expression = "it"
    for number, step in enumerate(steps):
        if isinstance(step, str) and number == len(steps) - 1:
            expression += f".get({step!r}, ABSENT)"
        elif number == 0 and isinstance(step, int):
            # A format without an array at its root has a map there.
            expression = f"(it[{step}] if type(it) is list else it['{step}'])"
        else:
            expression += f"[{step!r}]"
    return expression


def reader(expressions: Iterable[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that makes a tuple of the values of expressions of `it`, `ABSENT` where one finds nothing."""
    lines = ["def read(it):"]
    names = []
    for number, expression in enumerate(expressions):
        names.append(f"v{number}, ")
        lines += [
            "    try:",
            f"        v{number} = {expression}",
            "    except (LookupError, TypeError, AttributeError):",
            f"        v{number} = ABSENT",
        ]
    lines.append(f"    return ({''.join(names)})")
    scope: dict[str, Any] = {"ABSENT": ABSENT}
    exec(compile("\n".join(lines), "<paths>", "exec"), scope)
    read: Callable[[Any], tuple[Any, ...]] = scope["read"]
    return read

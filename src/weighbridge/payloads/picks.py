"""What is picked out of a payload's documents: what a user names, a share of the scalars, or a few of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from weighbridge.payloads.payload import Payload, PayloadError
from weighbridge_kit.picks import Pick, find, first_middle_last, scalars
from weighbridge_kit.values import Value

Picks = tuple[tuple[Pick, ...], ...]
"""The paths of each document."""

_SHARE_MARK = "@"
_INDEX = re.compile(r"0|[1-9][0-9]{0,17}")


def choose(payload: Payload, paths: Sequence[str] = ()) -> Picks:
    """Choose what is picked out of each document.

    Args:
        payload: the payload. Where it says which share is picked, so many of the scalars are, spread evenly.
        paths: JSON Pointers to scalars, which some document has. None: the first, the middle and the last scalar, and
            one path that leads to nothing.

    Raises:
        PayloadError: a path is none, leads to a list or a map, or leads to nothing in every document.
    """
    if payload.picked_share is not None:
        return tuple(tuple(_spread(document, payload.picked_share)) for document in payload.documents)
    if not paths:
        return tuple(tuple(first_middle_last(document)) for document in payload.documents)
    tokens = {path: _tokens(path) for path in paths}
    chosen = tuple(tuple(_resolve(document, of) for of in tokens.values()) for document in payload.documents)
    for number, path in enumerate(tokens):
        _require_scalars(payload, path, [picks[number] for picks in chosen])
    return chosen


def with_shares(payloads: Sequence[Payload], shares: Sequence[float]) -> list[Payload]:
    """Return payloads, and each once more for each share of its scalars, under a name of its own."""
    return [
        copy
        for payload in payloads
        for copy in (
            payload,
            *(
                payload.with_picked_share(f"{payload.name}{_SHARE_MARK}{share * 100:g}%", share)
                for share in dict.fromkeys(shares)
            ),
        )
    ]


def _spread(document: Value, share: float) -> Iterator[Pick]:
    every = list(scalars(document))
    count = round(share * len(every))
    return (every[(2 * number + 1) * len(every) // (2 * count)] for number in range(count))


def _tokens(path: str) -> list[str]:
    if not path.startswith("/"):
        raise PayloadError(f"--pick {path}: no path; write /orders/0/id, or a share of the fields such as 25%")
    return [token.replace("~1", "/").replace("~0", "~") for token in path[1:].split("/")]


def _resolve(document: Value, tokens: Sequence[str]) -> Pick:
    """Return the path in a document: a number is an index where there is a list."""
    steps: list[str | int] = []
    for token in tokens:
        step = int(token) if isinstance(document, list) and _INDEX.fullmatch(token) else token
        steps.append(step)
        _, document = find(document, Pick((step,)))
    return Pick(tuple(steps))


def _require_scalars(payload: Payload, path: str, picks: Sequence[Pick]) -> None:
    found = [find(document, pick) for document, pick in zip(payload.documents, picks, strict=True)]
    for number, (_, value) in enumerate(found, 1):
        if isinstance(value, list | dict):
            what = "a map" if isinstance(value, dict) else "a list"
            below = next(iter(scalars(value)), None)
            hint = f"; pick what is in it, such as {path}{below.at}" if below else "; pick single values"
            place = f" of document {number}" if len(found) > 1 else ""
            raise PayloadError(f"--pick {path}: {what} stands there in {payload.name}{place}{hint}")
    if not any(there for there, _ in found):
        known = dict.fromkeys(pick.at for document in payload.documents for pick in scalars(document))
        close = difflib.get_close_matches(path, known, cutoff=0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there is {', '.join(list(known)[:3])}, …"
        raise PayloadError(f"--pick {path}: nothing is there in {payload.name}; {hint}")

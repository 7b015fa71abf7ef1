"""The built-in payloads, one module a document."""

from __future__ import annotations

import functools

from weighbridge.payloads.corpus import (
    boards,
    compact,
    device_status,
    edges,
    generated,
    glossary,
    issues_page,
    long_text,
    number_table,
    orders,
    simple_object,
    websocket,
)
from weighbridge.payloads.corpus.built_in import Group
from weighbridge.payloads.payload import Payload

_BUILT_IN = {
    entry.name: entry
    for entry in (
        websocket.BUILT_IN,
        simple_object.BUILT_IN,
        compact.BUILT_IN,
        glossary.BUILT_IN,
        device_status.BUILT_IN,
        issues_page.BUILT_IN,
        orders.BUILT_IN,
        number_table.BUILT_IN,
        long_text.BUILT_IN,
        *generated.BUILT_INS,
        *boards.BUILT_INS,
        *edges.BUILT_INS,
    )
}

_GROUPS = {group.name: group for group in (boards.GROUP,)}


def built_in_descriptions() -> dict[str, str]:
    """Return what each built-in payload is, by its name, in the order in which they are listed."""
    return {name: entry.description for name, entry in _BUILT_IN.items()}


def built_in_groups() -> dict[str, Group]:
    """Return the groups of built-in payloads by their names."""
    return dict(_GROUPS)


@functools.cache
def built_in_payload(name: str) -> Payload:
    """Return a built-in payload.

    Raises:
        KeyError: there is none of this name.
    """
    entry = _BUILT_IN[name]
    return Payload(entry.name, entry.documents(), source="built in", description=entry.description)

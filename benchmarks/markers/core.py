"""The core's own part: a document's schema in every language, and what is encoded by it, in a process of its own."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.markers.counts import Counts
from benchmarks.markers.documents import Marked
from weighbridge.formats.format import Unrepresentable
from weighbridge.formats.registry import own_formats
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema import Schema, SchemaError, read_schema
from weighbridge.schema.binding import bind, tells_empty, texts_for_runners
from weighbridge.schema.conform import carried, expected
from weighbridge.schema.emit import TARGETS
from weighbridge_kit.picks import Pick, scalars
from weighbridge_kit.trials import nearly_the_same
from weighbridge_kit.values import to_text

_DOCUMENTS_A_PROCESS = 50
"""What libraries keep of schemas grows."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document as runners get it.

    Attributes:
        marked: the document.
        schema: its schema.
        types: what a ``load`` says of it.
        text: the document as value text.
        encoded: its bytes in the formats that have a reference codec in the core.
        picks: the paths to all of its scalars.
    """

    marked: Marked
    schema: Schema
    types: dict[str, Any]
    text: str
    encoded: dict[str, bytes]
    picks: tuple[Pick, ...]


@dataclass(slots=True)
class _Told:
    """What came of one document: rows by name, with an empty text, or what went wrong."""

    prepared: Prepared | None = None
    refused: str = ""
    rows: dict[str, str] = field(default_factory=dict)
    withheld: list[str] = field(default_factory=list)


def prepare(documents: Iterable[Marked], counts: Counts, folder: Path) -> Iterator[Prepared]:
    """Have the core write the schema of each document, encode it and decode it; yield what runners get.

    Args:
        documents: some.
        counts: what came of it goes there.
        folder: where markers would be made.
    """
    with _process() as ask:
        for document in documents:
            counts.documents += 1
            counts.keys += document.keys
            told = ask(document)
            if isinstance(told, str):
                counts.break_([document.name], told)
                continue
            counts.asked.update((*told.rows, *told.withheld))
            for row, words in told.rows.items():
                if words:
                    counts.fail(row, document.name, words)
                else:
                    counts.answer(row)
            for row in told.withheld:
                counts.withhold(row)
            if told.refused:
                counts.withhold(f"schema: {told.refused}")
            if told.prepared:
                yield told.prepared
    counts.gather(folder)


@contextmanager
def _process() -> Iterator[Any]:
    """Give a function that asks a process of its own, and says so if that crashed."""
    context = multiprocessing.get_context("fork")

    def start() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, context, max_tasks_per_child=None)

    pool, served = start(), 0

    def ask(document: Marked) -> _Told | str:
        nonlocal pool, served
        served += 1
        if served % _DOCUMENTS_A_PROCESS == 0:
            pool.shutdown()
            pool = start()
        try:
            return pool.submit(_tell, document).result()
        except BrokenProcessPool:
            pool.shutdown()
            pool = start()
            return "the core's process crashed"

    try:
        yield ask
    finally:
        pool.shutdown()


def _tell(document: Marked) -> _Told:
    told = _Told()
    try:
        schema = document.schema if document.schema_text is None else read_schema(document.schema_text)
    except SchemaError as error:
        told.refused = type(error).__name__
        return told
    for language, target in TARGETS.items():
        with _row(told, f"write {language}"):
            _require_readable(language, target.write(schema))
    value = carried(document.value, schema)
    encoded = {}
    for name, form in TYPED_FORMATS.items():
        with _row(told, f"reference {name}"):
            bound = bind(form, schema)
            encoded[name] = bound.encode(value)
            found = bound.decode(encoded[name])
            due = expected(value, schema, tells_empty=tells_empty(form))
            if not nearly_the_same(due, found, typed=True):
                raise ValueError("what was decoded differs")
    for form in own_formats():
        with _row(told, f"reference {form.name}"):
            encoded[form.name] = form.encode(document.value)
            form.decode(encoded[form.name])
    texts: dict[str, str] = {}
    for name in TYPED_FORMATS:
        with _row(told, f"text for {name}"):
            texts |= texts_for_runners(schema, [name])
    told.prepared = Prepared(
        document,
        schema,
        {"schema": schema.for_runners, "types": texts},
        to_text(value),
        encoded,
        tuple(scalars(value)),
    )
    return told


def _require_readable(language: str, text: str) -> None:
    if language in ("avsc", "json-schema"):
        json.loads(text)
    if language == "weighbridge":
        read_schema(text)


@contextmanager
def _row(told: _Told, name: str) -> Iterator[None]:
    """Note what comes of a row."""
    try:
        yield
    except Unrepresentable:
        told.withheld.append(name)
    except Exception as error:  # noqa: BLE001 (whatever a library raises is a finding)
        told.rows[name] = f"{type(error).__name__}: {error}"
    else:
        told.rows[name] = ""

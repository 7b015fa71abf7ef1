"""A run as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from . import figures
from .cautions import cautions_of, of_table
from .document import RunDocument
from .quietness import quietness_line
from .spending import spending_line
from .tables import EXPLANATION, HEADINGS, NUMERIC, left_out, tables_of


def to_markdown(document: RunDocument, answer: Iterable[str] = ()) -> str:
    """Write a run as GitHub-flavoured Markdown: the lines of its answer, then a table a payload, operation and runner.

    What a reader must know before any number stands first.
    """
    return "\n".join((*_head(document), *answer, *_tables(document), *_foot(document))) + "\n"


def _head(document: RunDocument) -> Iterator[str]:
    machine = document.environment.get("machine", {})
    yield f"# Run {document.run.run}"
    yield ""
    yield f"{machine.get('cpu')}, {machine.get('system')}; Weighbridge {document.run.version}; {document.run.status}."
    for caution in cautions_of(document):
        yield from ("", f"**{caution.text}**")


def _tables(document: RunDocument) -> Iterator[str]:
    for table in tables_of(document):
        yield from ("", f"## {table.payload.payload}: {table.operation}")
        for text in filter(None, (figures.weighed(table.payload), *of_table(document, table))):
            yield from ("", f"{text[0].upper()}{text[1:]}.")
        for section in table.sections:
            yield ""
            yield f"### {section.title}" + (f" (relative to {section.baseline})" if section.baseline else "")
            yield ""
            yield row(HEADINGS)
            yield row(["---:" if heading in NUMERIC else "---" for heading in HEADINGS])
            yield from (row(one.texts) for one in section.rows)
            yield from (row(texts) for texts in section.floors)
    yield from ("", EXPLANATION)


def _foot(document: RunDocument) -> Iterator[str]:
    run = document.run
    for line in filter(None, (left_out(document), quietness_line(run.quietness), spending_line(run))):
        yield from ("", line)
    if document.failures:
        yield from ("", "## What failed", "")
        for failure in document.failures:
            where = " ".join(filter(None, (failure.runner, failure.codec, failure.operation, failure.payload)))
            reason = failure.message.splitlines()[0] if failure.message else "no reason given"
            yield f"- {where} ({failure.stage}): {reason}"


def row(texts: Sequence[str]) -> str:
    """Write a row of a table."""
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"

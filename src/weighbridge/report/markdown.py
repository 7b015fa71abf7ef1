"""A run as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from . import figures
from .boards import NUMERIC as NUMERIC_ON_BOARDS
from .boards import board_tables, explanation, saving
from .cautions import cautions_of, of_table
from .document import RunDocument
from .profiles import NUMERIC as NUMERIC_OF_PROFILES
from .profiles import profile_sections
from .quietness import quietness_line
from .spending import spending_line
from .tables import EXPLANATION, HEADINGS, NUMERIC, left_out, tables_of, titles_of


def to_markdown(document: RunDocument, answer: Iterable[str] = ()) -> str:
    """Write a run as GitHub-flavoured Markdown: the lines of its answer, then a table a payload, operation and runner.

    What a reader must know before any number stands first.
    """
    return (
        "\n".join(
            (*_head(document), *answer, *_tables(document), *_profiles(document), *_boards(document), *_foot(document))
        )
        + "\n"
    )


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
    if document.cells:
        yield from ("", EXPLANATION)


def _profiles(document: RunDocument) -> Iterator[str]:
    for section in profile_sections(document):
        yield from ("", f"## {section.title}")
        for table in section.tables:
            yield from ("", f"### {table.title}", "", row(table.headings))
            yield row(["---:" if heading in NUMERIC_OF_PROFILES else "---" for heading in table.headings])
            yield from map(row, table.rows)
        yield from ("", section.explanation)


def _boards(document: RunDocument) -> Iterator[str]:
    for table in board_tables(document):
        yield from ("", f"## {table.payload.payload}: {table.title}, {table.unit}", "")
        if table.rows:
            yield row(table.headings)
            yield row(["---:" if heading in NUMERIC_ON_BOARDS else "---" for heading in table.headings])
            yield from map(row, table.rows)
        yield from (f"- too large: {text}" for text in table.missing)
    if document.counted:
        yield from ("", explanation(document))
    titles = titles_of(document)
    for number, one in enumerate(document.savings):
        yield from ([""] if number == 0 else [])
        yield f"- {titles[one.participant]}: {saving(one)}"


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

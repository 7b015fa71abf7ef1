"""A run as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import figures
from .boards import NUMERIC as NUMERIC_ON_BOARDS
from .boards import board_tables, explanation, saving
from .cautions import cautions_of, of_table
from .document import RunDocument
from .marked import bold, heading, item, paragraph, row
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
    yield heading(1, f"Run {document.run.run}")
    yield ""
    yield paragraph(
        f"{machine.get('cpu')}, {machine.get('system')}; Weighbridge {document.run.version}; {document.run.status}."
    )
    for caution in cautions_of(document):
        yield from ("", bold(caution.text))


def _tables(document: RunDocument) -> Iterator[str]:
    for table in tables_of(document):
        yield from ("", heading(2, f"{table.payload.payload}: {table.operation}"))
        for text in filter(None, (figures.weighed(table.payload), *of_table(document, table))):
            yield from ("", paragraph(f"{text[0].upper()}{text[1:]}."))
        for section in table.sections:
            yield ""
            relative = f" (relative to {section.baseline})" if section.baseline else ""
            yield heading(3, f"{section.title}{relative}")
            yield ""
            yield row(HEADINGS)
            yield row(["---:" if name in NUMERIC else "---" for name in HEADINGS])
            yield from (row(one.texts) for one in section.rows)
            yield from (row(texts) for texts in section.floors)
    if document.cells:
        yield from ("", paragraph(EXPLANATION))


def _profiles(document: RunDocument) -> Iterator[str]:
    for section in profile_sections(document):
        yield from ("", heading(2, section.title))
        for table in section.tables:
            yield from ("", heading(3, table.title), "", row(table.headings))
            yield row(["---:" if name in NUMERIC_OF_PROFILES else "---" for name in table.headings])
            yield from map(row, table.rows)
        yield from ("", paragraph(section.explanation))


def _boards(document: RunDocument) -> Iterator[str]:
    for table in board_tables(document):
        yield from ("", heading(2, f"{table.payload.payload}: {table.title}, {table.unit}"), "")
        if table.rows:
            yield row(table.headings)
            yield row(["---:" if name in NUMERIC_ON_BOARDS else "---" for name in table.headings])
            yield from map(row, table.rows)
        yield from (item(f"too large: {text}") for text in table.missing)
    if document.counted:
        yield from ("", paragraph(explanation(document)))
    titles = titles_of(document)
    for number, one in enumerate(document.savings):
        yield from ([""] if number == 0 else [])
        yield item(f"{titles[one.participant]}: {saving(one)}")


def _foot(document: RunDocument) -> Iterator[str]:
    run = document.run
    for line in filter(None, (left_out(document), quietness_line(run.quietness), spending_line(run))):
        yield from ("", paragraph(line))
    if document.failures:
        yield from ("", heading(2, "What failed"), "")
        for failure in document.failures:
            where = " ".join(filter(None, (failure.runner, failure.codec, failure.operation, failure.payload)))
            reason = failure.message.splitlines()[0] if failure.message else "no reason given"
            yield item(f"{where} ({failure.stage}): {reason}")

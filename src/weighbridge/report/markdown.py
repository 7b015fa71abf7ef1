"""A run as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from . import figures
from .cautions import cautions_of
from .document import RunDocument
from .quietness import quietness_line
from .spending import spending_line
from .tables import EXPLANATION, HEADINGS, NUMERIC, left_out, tables_of


def to_markdown(document: RunDocument) -> str:
    """Write a run as GitHub-flavoured Markdown: a table a payload, operation and language, then the failures."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: RunDocument) -> Iterator[str]:
    machine = document.environment.get("machine", {})
    yield f"# Run {document.run.run}"
    yield ""
    yield f"{machine.get('cpu')}, {machine.get('system')}; Weighbridge {document.run.version}; {document.run.status}."
    for caution in cautions_of(document):
        yield ""
        yield f"**{caution.text}**"
    for table in tables_of(document):
        yield ""
        yield f"## {table.payload.payload}: {table.operation}"
        sample = figures.sample(table.payload)
        if sample:
            yield ""
            yield f"{sample[0].upper()}{sample[1:]}."
        for section in table.sections:
            yield ""
            yield f"### {section.title}" + (f" (relative to {section.baseline})" if section.baseline else "")
            yield ""
            yield _row(HEADINGS)
            yield _row(tuple("---:" if heading in NUMERIC else "---" for heading in HEADINGS))
            yield from (_row(row.texts) for row in section.rows)
    yield ""
    yield EXPLANATION
    if left_out(document):
        yield ""
        yield left_out(document)
    for line in filter(None, (quietness_line(document.run.quietness), spending_line(document.run))):
        yield ""
        yield line
    if document.failures:
        yield ""
        yield "## What failed"
        yield ""
        for failure in document.failures:
            where = " ".join(filter(None, (failure.runner, failure.codec, failure.operation, failure.payload)))
            reason = failure.message.splitlines()[0] if failure.message else "no reason given"
            yield f"- {where} ({failure.stage}): {reason}"


def _row(texts: tuple[str, ...]) -> str:
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"

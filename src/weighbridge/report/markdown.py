"""A run as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from . import figures
from .document import RunDocument
from .tables import EXPLANATION, HEADINGS, NUMERIC, left_out, tables_of


def to_markdown(document: RunDocument) -> str:
    """Write a run as GitHub-flavoured Markdown: a table a payload, operation and language, then the failures."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: RunDocument) -> Iterator[str]:
    machine = document.environment.get("machine", {})
    yield f"# Run {document.run.run}"
    yield ""
    yield f"{machine.get('cpu')}, {machine.get('system')}; Weighbridge {document.run.version}; {document.run.status}."
    check = document.run.self_check
    if not check.passed:
        yield ""
        yield f"**This run failed its own A/A check** ({check.different} of {check.pairs} pairs came out different)."
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

"""The answer in Markdown: a table a payload, a line a language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from weighbridge.advise.document import AdviceDocument
from weighbridge.report import figures
from weighbridge.report.document import RunDocument
from weighbridge.report.marked import heading, paragraph, row

from . import words
from .findings import BEST, findings

_ORDINALS = ("fastest", "second", "third")
assert len(_ORDINALS) == BEST


def answer(document: RunDocument, advice: AdviceDocument | None, why_none: str = "") -> Iterator[str]:
    """Yield the lines of what a run found; see `weighbridge.answer.terminal.answer`."""
    found = list(findings(document, advice))
    if why_none:
        yield from ("", paragraph(f"No verdicts: {why_none}"))
    has_verdicts = advice is not None and words.has_verdicts(advice)
    for payload, group in groupby(found, key=lambda finding: finding.payload):
        yield from ("", heading(2, f"{payload.payload}: {words.title(payload)}"), "")
        if weighed := figures.weighed(payload):
            yield from (paragraph(f"{weighed[0].upper()}{weighed[1:]}."), "")
        headings = ("", *(["verdict"] if has_verdicts else []), *_ORDINALS, words.compared_with(document))
        yield row(headings)
        yield row(("---",) * len(headings))
        for finding in group:
            verdict = words.verdict(finding.advice)
            best = [words.in_words(entry, finding.today) for entry in finding.best]
            yield row(
                (
                    finding.title,
                    *([verdict.sentence if verdict else ""] if has_verdicts else []),
                    *best,
                    *[""] * (BEST - len(best)),
                    "" if finding.today is None else words.in_words(finding.today, None),
                )
            )
        for title, sizes in words.sizes(document, payload):
            yield from ("", paragraph(f"{title}{', '.join(sizes)}."))
        for runner, ways in words.trees_and_types(document, payload):
            yield from ("", paragraph(f"{runner}: {' → '.join(ways)}."))
    boards = () if advice is None else advice.boards
    if boards:
        yield from ("", row(("payload", "board", "verdict", "memory")), row(("---",) * 4))
        for told, one in ((words.on_board(one), one) for one in boards):
            yield row((one.payload, one.title, told.sentence, told.further))
    for sweep in document.sweeps:
        yield from ("", heading(2, f"{sweep.payload}: {sweep.operation} a share of the fields, {sweep.title}"), "")
        headings = ("codec", "format", *(f"{share * 100:g} %" for share in sweep.shares), "")
        yield row(headings)
        yield row(("---",) * len(headings))
        for codec in sweep.codecs:
            times = map(figures.duration, codec.message_ns)
            yield row((figures.codec_name(codec), codec.format, *times, "lazy" if codec.lazy else ""))
        yield from ("", paragraph(f"Of a message: {words.sweep(sweep)}."))
    if found:
        yield from ("", paragraph(f"{words.legend(document, found)}."))
    if advice is not None and has_verdicts:
        yield from ("", paragraph(advice.assumed))

"""The words of an answer, for every medium alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weighbridge.advise.document import Advice, AdviceDocument, BoardAdvice, BoardCodec
from weighbridge.compression.compressors import CompressorName
from weighbridge.report import approaches, figures
from weighbridge.report.document import Approach, PayloadInfo, RunDocument, Sweep
from weighbridge.report.tables import remarks

from .findings import Entry, Finding

_CONCESSIONS = {
    ("buffers", "reuse"): "reuses its buffers",
    ("strings", "borrowed"): "strings borrowed",
    ("utf8", "unchecked"): "UTF-8 unchecked",
}
"""What a codec may ask of its user, by the policy that says so."""
_SHARED_OBSTACLES = ("self-check", "too-short")
"""What keeps a whole run from advising, and is said once at its head."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do: in a line, in a sentence, and how the other question was answered, or what memory it takes."""

    line: str
    sentence: str
    further: str
    is_change: bool


def verdict(advice: Advice | None) -> Verdict | None:
    """Return what to do; nothing where nobody was asked, or where the whole run has nothing to say."""
    if advice is None or advice.obstacle in _SHARED_OBSTACLES:
        return None
    return Verdict(advice.headline, advice.sentence, advice.further, advice.kind in {"library", "format"})


def on_board(advice: BoardAdvice) -> Verdict:
    """Return what to do on an emulated board, with what it costs in flash and RAM."""
    takes = [f"{one.codec}: {_memory(one)}" for one in (advice.best, advice.baseline) if one is not None]
    costs = "; ".join(dict.fromkeys(takes))
    return Verdict(advice.headline, advice.sentence, costs, advice.kind in {"library", "format"})


def _memory(one: BoardCodec) -> str:
    parts = (("flash", one.flash_bytes), ("RAM", one.ram_bytes))
    return ", ".join(f"{name} {figures.size(size)} bytes" for name, size in parts if size is not None)


def title(payload: PayloadInfo) -> str:
    """Say what a payload is: ``orders: 8 messages of 92 bytes as JSON``."""
    if payload.documents == 1:
        return f"{figures.size(payload.json_bytes)} bytes as JSON"
    each = figures.size(round(payload.json_bytes / payload.documents))
    return f"{figures.size(payload.documents)} messages of {each} bytes as JSON"


def multiple(entry: Entry, today: Entry | None) -> str:
    """Write how many times what JSON takes a codec takes for encoding and decoding; its time where there is no JSON."""
    if today is None or not today.total_ns:
        return figures.duration(entry.total_ns)
    return f"{figures.significant(entry.total_ns / today.total_ns, 2)}×"


def in_words(entry: Entry, today: Entry | None) -> str:
    """Write a codec and what it takes: ``≈ msgspec-json 0.14×``; its time, where it is JSON itself."""
    is_today = today is not None and entry.name == today.name
    tie, unsettled = "≈ " if entry.ties else "", "" if entry.is_settled else "*"
    return f"{tie}{entry.name}{unsettled} {multiple(entry, None if is_today else today)}"


def fastest(finding: Finding) -> tuple[list[str], list[str]]:
    """Write the fastest codecs, ``orjson 0.13×`` and ``≈ msgspec-json 0.14×``, and JSON if it is none of them."""
    today = finding.today
    last = [today] if today is not None and today.name not in {entry.name for entry in finding.best} else []
    return [in_words(entry, today) for entry in finding.best], [in_words(entry, today) for entry in last]


def legend(document: RunDocument, found: Sequence[Finding]) -> str:
    """Say how to read what `fastest` writes."""
    entries = [entry for finding in found for entry in finding.best]
    both = any(len(finding.operations) > 1 for finding in found)
    parts = [f"×: {'encode and decode, ' if both else ''}in terms of {compared_with(document)}'s"]
    parts += ["≈: not told apart from the fastest"] if any(entry.ties for entry in entries) else []
    parts += ["*: not settled when it was timed"] if not all(entry.is_settled for entry in entries) else []
    return "; ".join(parts)


def compared_with(document: RunDocument) -> str:
    """Return what times are compared with: ``JSON``, or the baseline that was asked for."""
    return document.run.settings.get("baseline") or "JSON"


def remarks_on(entry: Entry, today: Entry | None) -> list[str]:
    """Say what a codec loses or asks of its user and JSON does not, and what else there is to know of its numbers."""
    known = {} if today is None or entry.name == today.name else _losses(today)
    lost = [loss for loss in _losses(entry) if loss not in known]
    found = [f"loses {', '.join(lost)}"] if lost else []
    found += (text for (policy, value), text in _CONCESSIONS.items() if _has(entry, policy, value, than=today))
    found += (text for cell in entry.cells.values() for text in remarks(cell))
    return list(dict.fromkeys(found))


def _losses(entry: Entry) -> dict[str, None]:
    return dict.fromkeys(loss for cell in entry.cells.values() for loss in cell.losses)


def _has(entry: Entry, policy: str, value: str, *, than: Entry | None) -> bool:
    def concedes(one: Entry) -> bool:
        return any(cell.policies.get(policy) == value for cell in one.cells.values())

    return concedes(entry) and (than is None or not concedes(than))


_COMPRESSED: dict[CompressorName, str] = {"gzip": "After gzip", "zstd-dict": "After zstd with a dictionary"}


def sizes(document: RunDocument, payload: PayloadInfo) -> Iterator[tuple[str, list[str]]]:
    """Say what a payload takes in formats that are not of one language alone, the smallest first; then compressed."""
    shared = {form.format for form in document.formats if form.made_for is None} | {"json"}
    records = [record for record in payload.sizes if record.format in shared]
    found = {"Size": {record.format: record.bytes for record in records}} | {
        title: {record.format: record.compressed[name].bytes for record in records if name in record.compressed}
        for name, title in _COMPRESSED.items()
    }
    plain = found["Size"].get("json")
    for title, by_format in found.items():
        own = by_format.pop("json", None)
        if own is not None and plain is not None and by_format:
            smallest = sorted(by_format, key=lambda name: (by_format[name], name))
            each = [f"{name} {by_format[name] / own:.0%}" for name in smallest]
            more = ", more than without" if own > plain else ""
            yield f"{title}, of JSON's {figures.size(own)}{more}: ", each


def trees_and_types(document: RunDocument, payload: PayloadInfo) -> Iterator[tuple[str, list[str]]]:
    """Say for each runner what the best codecs take as trees and as types, without a schema and with one."""
    for found in document.trees_and_types:
        if found.payload == payload.payload:
            today, *others = found.approaches
            yield found.title, [f"{today.name}: {figures.codec_name(today)}", *(_in_terms_of(today, o) for o in others)]


def _in_terms_of(today: Approach, one: Approach) -> str:
    parts = [f"{one.name}: {figures.codec_name(one)} {approaches.multiple(one, today)} the time"]
    parts += [f"{approaches.share(one, today)} of the bytes"] if one.format != today.format else []
    parts += [f"loses {', '.join(one.losses)}"] if one.losses else []
    return "; ".join(parts)


def sweep(found: Sweep) -> str:
    """Say where reading single values pays."""
    if not any(codec.lazy for codec in found.codecs):
        return "no library that took part has a way of its own to single values"
    if found.lazy_pays_up_to is None:
        return "reading it whole is faster, however few fields are wanted"
    if found.lazy_pays_up_to == found.shares[-1]:
        return "a library that reads single values is the fastest throughout"
    return f"a library that reads single values is the fastest up to {found.lazy_pays_up_to:.0%} of the fields"


def failed(document: RunDocument) -> str:
    """Say in a line what failed; nothing where nothing did."""
    who: dict[str, list[str]] = {}
    for failure in document.failures:
        name = " ".join(filter(None, (failure.runner, failure.codec, failure.operation)))
        who.setdefault(name, []).append(failure.payload or "")
    every = {payload.payload for payload in document.run.payloads}
    return ", ".join(
        name if not any(payloads) or set(payloads) == every else f"{name} ({', '.join(payloads)})"
        for name, payloads in who.items()
    )


def left_out(document: RunDocument) -> str:
    """Say in a line what took no part because nobody asked for it; nothing where that is nothing."""
    found = document.environment.get("left_out", {})
    variants, runners = found.get("variants", 0), len(found.get("runners", []))
    what = [f"{variants} variant{'s' if variants > 1 else ''} (--variants)"] if variants else []
    what += [f"{runners} runner{'s' if runners > 1 else ''} (--runners, --all)"] if runners else []
    return " and ".join(what)


def measured(document: RunDocument) -> str:
    """Say how long it was measured, and how far that can be trusted."""
    run = document.run
    check, quiet = run.self_check, run.quietness.quiet_share
    twice = "1 codec" if check.pairs == 1 else f"{check.pairs} codecs"
    parts = [f"Measured for {run.measured_s:.0f} s"]
    parts += [f"{twice} measured twice, {check.different} told apart"] if check.pairs else []
    parts += [f"processor quiet for {quiet:.0%} of the batches"] if quiet is not None else []
    return f"{'; '.join(parts)}."


def not_installed(document: RunDocument) -> str:
    """Say in a line what of the selection is not installed; nothing where all is."""
    runners = [runner["title"] for runner in document.environment.get("absent", [])]
    missing = {
        runner: dict.fromkeys(codec["codec"] for codec in about.get("missing", []))
        for runner, about in document.environment.get("runners", {}).items()
    }
    codecs = [f"{runner} {', '.join(names)}" for runner, names in missing.items() if names]
    return "; ".join([*runners, *codecs])


def has_verdicts(advice: AdviceDocument) -> bool:
    """Tell whether there is any verdict to speak of."""
    return any(one.obstacle in (None, "saturated") for one in advice.advice)

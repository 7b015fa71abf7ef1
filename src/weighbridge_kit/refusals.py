"""Checks that a runner refuses what it should, and lives on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from weighbridge_kit.describing import full_name
from weighbridge_kit.findings import Broken, Check, Fault, Findings
from weighbridge_kit.operations import PICKERS, TYPED_OPERATIONS
from weighbridge_kit.session import Session, quote, write
from weighbridge_kit.trials import SAMPLE
from weighbridge_kit.values import to_text

_PAYLOAD = "sample"


def checks(session: Session, description: dict[str, Any]) -> list[Check]:
    """Return the checks of a runner's refusals."""
    text = to_text(SAMPLE)
    document = {"value": text, "encoded": {}}

    def refuse(section: str, *requests: dict[str, Any] | bytes) -> Findings:
        """Each has to be a bad request, and the runner has to answer the next one."""
        for request in requests:
            line = request if isinstance(request, bytes) else write(request)
            try:
                session.load(_PAYLOAD, [text])
                answer = session.ask(line, section)
            except Broken as broken:
                yield broken.fault
                continue
            if answer["answer"] != "bad-request":
                yield Fault(
                    section,
                    f"Asked {quote(line)}, the runner answers {answer['answer']!r}, not 'bad-request'.",
                )
        session.ask_ok({"request": "describe"}, "Framing")

    def malformed_lines() -> Findings:
        return refuse(
            "Framing",
            b"\n",
            b"describe\n",
            b'{"request":"describe"\n',
            b'{"request":"describe"} {"request":"describe"}\n',
            b'["describe"]\n',
            b'"describe"\n',
            b"null\n",
            b"{}\n",
            b'{"request":7}\n',
            b'{"request":"des\xffcribe"}\n',
        )

    def unknown_requests() -> Findings:
        return refuse("Framing", {"request": "dance"}, {"request": ""}, {"request": "Describe"})

    def bad_loads() -> Findings:
        load = {"request": "load", "payload": "bad", "documents": [document]}
        return refuse(
            "load",
            {"request": "load", "documents": [document]},
            {"request": "load", "payload": "bad"},
            {**load, "payload": 7},
            {**load, "documents": []},
            {**load, "documents": {}},
            {**load, "documents": ["{}"]},
            {**load, "documents": [{"encoded": {}}]},
            {**load, "documents": [{"value": "{}"}]},
            {**load, "documents": [{"value": 1, "encoded": {}}]},
            {**load, "documents": [document, {"value": '{"a":', "encoded": {}}]},
            {**load, "documents": [{"value": "1", "encoded": {"json": 1}}]},
            {"request": "drop"},
            {"request": "drop", "payload": "no such payload"},
        )

    def unknown_names(request: str, **more: Any) -> Findings:
        good = {"request": request, "codec": _names(description)[0], "operation": "encode", "payload": _PAYLOAD, **more}
        lacking = [
            {key: value for key, value in good.items() if key != member} for member in good if member != "request"
        ]
        absent = [{**good, "codec": full_name(codec)} for codec in description["missing"][:1]]
        return refuse(
            request,
            *lacking,
            *absent,
            {**good, "codec": "no-such-codec"},
            {**good, "codec": f"{good['codec']}[no-such-variant]"},
            {**good, "codec": "tare:no-such-tare"},
            {**good, "codec": None},
            {**good, "operation": "dance"},
            {**good, "payload": "no such payload"},
            {**good, "payload": ["sample"]},
        )

    def iterations() -> Findings:
        good = {"request": "time", "codec": _names(description)[0], "operation": "encode", "payload": _PAYLOAD}
        numbers: tuple[bytes, ...] = (b"0", b"-1", b"1.5", b'"1"', b"true", b"null", b"1e99", b"9" * 400, b"[1]")
        lines = [write(good)[:-2] + b',"iterations":' + number + b"}\n" for number in numbers]
        wrong: tuple[Any, ...] = (-1, 0.5, "1", [])
        untimed = [{**good, "iterations": 1, "untimed": number} for number in wrong]
        return refuse("time", *lines, *map(write, untimed))

    def dropped() -> Findings:
        session.load("dropped", [text])
        session.ask_ok({"request": "drop", "payload": "dropped"}, "drop and quit")
        check = {"request": "check", "codec": _names(description)[0], "operation": "encode", "payload": "dropped"}
        answer = session.ask(check, "drop and quit")
        if answer["answer"] != "bad-request":
            yield Fault(
                "drop and quit", f"A check of a dropped payload is answered {answer['answer']!r}, not 'bad-request'."
            )

    def bad_schemas() -> Findings:
        load = {"request": "load", "payload": "bad", "documents": [document]}
        return refuse(
            "Typed operations",
            {**load, "schema": 7},
            {**load, "schema": {"fingerprint": "0", "root": {}}},
        )

    def of_less(chapter: str, operations: Iterable[str], lacking: str) -> Findings:
        """Ask for operations on a payload that lacks what they need."""
        session.load(_PAYLOAD, [text])
        for codec in description["codecs"]:
            for operation in set(codec["operations"]).intersection(operations):
                request = {"codec": full_name(codec), "operation": operation, "payload": _PAYLOAD}
                for asked in ({**request, "request": "check"}, {**request, "request": "time", "iterations": 1}):
                    answer = session.ask(asked, chapter)
                    if answer["answer"] != "unsupported":
                        yield Fault(
                            chapter,
                            f"{full_name(codec)} {operation} of a payload without {lacking} is answered "
                            f"{answer['answer']!r}, not 'unsupported'.",
                        )

    def without_types() -> Findings:
        return of_less("Typed operations", TYPED_OPERATIONS, "a schema")

    def bad_picks() -> Findings:
        wrong: tuple[Any, ...] = (
            7,
            {},
            [[]],
            [{"at": "/a"}],
            [{"at": "/a", "steps": "a"}],
            [{"at": 1, "steps": ["a"]}],
            [{"at": "/a", "steps": [None]}],
            [{"at": "/-1", "steps": [-1]}],
        )
        load = {"request": "load", "payload": "bad"}
        return refuse("Picking", *({**load, "documents": [{**document, "pick": picks}]} for picks in wrong))

    def without_picks() -> Findings:
        return of_less("Picking", ("pick",), "paths")

    found = [
        Check("refuses malformed lines", malformed_lines),
        Check("refuses requests that it does not know", unknown_requests),
        Check("refuses malformed payloads", bad_loads),
    ]
    if not _names(description):
        return found
    typed = [
        Check("refuses malformed schemas", bad_schemas),
        Check("refuses typed operations without a schema", without_types),
    ]
    picking = [
        Check("refuses malformed paths", bad_picks),
        Check("refuses to pick without paths", without_picks),
    ]
    return [
        *found,
        Check("refuses to check what does not exist", lambda: unknown_names("check")),
        Check("refuses to time what does not exist", lambda: unknown_names("time", iterations=1)),
        Check("refuses impossible iterations", iterations),
        Check("forgets what it drops", dropped),
        *(typed if _has(description, TYPED_OPERATIONS) else []),
        *(picking if _has(description, PICKERS) else []),
    ]


def _has(description: dict[str, Any], operations: Iterable[str]) -> bool:
    return any(set(codec["operations"]).intersection(operations) for codec in description["codecs"])


def _names(description: dict[str, Any]) -> list[str]:
    """Names to ask for: codecs that can encode first, tares where there are none."""
    codecs = sorted(description["codecs"], key=lambda codec: "encode" not in codec["operations"])
    return [full_name(codec) for codec in codecs] + [f"tare:{name}" for name in description["tares"]]

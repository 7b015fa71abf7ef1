"""Checks of the framing: lines, and what goes on around them."""

from __future__ import annotations

import os

from weighbridge_kit.findings import Broken, Check, Fault, Findings
from weighbridge_kit.session import Session, quote, write
from weighbridge_kit.transport import TransportError, Unasked
from weighbridge_kit.trials import SAMPLE
from weighbridge_kit.values import to_text

SECTION = "Framing"
_DESCRIBE = b'{"request":"describe"}\n'
_LONG = 4 << 20


def checks(session: Session) -> list[Check]:
    """Return the checks of a runner's framing."""

    def silent_start() -> Findings:
        session.end()
        try:
            session.transport.expect_silence(0.3)
        except Unasked as error:
            session.end()
            yield Fault(SECTION, f"Before it was asked anything, the runner {error}.")

    def one_line() -> Findings:
        transport = session.transport
        try:
            raw = transport.exchange(_DESCRIBE, session.timeout)
            transport.expect_silence(0.2)
        except TransportError as error:
            session.end()
            raise Broken(SECTION, f"Asked {quote(_DESCRIBE)}, the runner {error}.") from error
        if raw.endswith(b"\r"):
            yield Fault(SECTION, "The answer ends in a carriage return and a line feed; a line feed alone is due.")
        if raw.startswith(b"\xef\xbb\xbf"):
            yield Fault(SECTION, "The answer begins with a byte-order mark.")
        session.read(_DESCRIBE, raw)

    def split_request() -> Findings:
        transport = session.transport
        try:
            transport.send(_DESCRIBE[:9], session.timeout)
            transport.expect_silence(0.1)
            transport.send(_DESCRIBE[9:], session.timeout)
            session.read(_DESCRIBE, transport.receive(session.timeout))
        except TransportError as error:
            session.end()
            yield Fault(SECTION, f"Sent a request in two pieces, the runner {error}.")

    def json_written_otherwise() -> Findings:
        forms = {
            "with spaces": b' { "request" : "describe" } \n',
            "with an escape in a name": b'{"re\\u0071uest":"describe"}\n',
            "with an escape in a string": b'{"request":"\\u0064escribe"}\n',
        }
        for form, line in forms.items():
            answer = session.ask(line, SECTION)
            if answer["answer"] != "ok":
                yield Fault(SECTION, f"A describe request {form} is answered {answer['answer']!r}: {answer['message']}")

    def unknown_members() -> Findings:
        extra = {"ignored": {"deep": [1, None, "}"]}, "also-ignored": 1.5}
        session.ask_ok({**extra, "request": "describe", **extra}, SECTION)
        document = {"value": to_text(SAMPLE), "encoded": {"no-such-format": "AAAA"}, "ignored": [1]}
        load = {"ignored": 1, "request": "load", "payload": "extra", "documents": [document]}
        if session.ask(load, SECTION)["answer"] != "too-large":
            session.ask_ok(load, SECTION)
            session.ask_ok({"request": "drop", "ignored": "yes", "payload": "extra"}, SECTION)
        yield from ()

    def long_lines() -> Findings:
        memory = session.ask_ok(write({"request": "describe"}), "describe").get("memory")
        length = _LONG if memory is None else min(_LONG, 4 * memory["payload_bytes"])
        document = {"value": to_text({"v": "long line " * (length // 10)}), "encoded": {}}
        load = {"request": "load", "payload": "long", "documents": [document]}
        if memory is None or length < memory["payload_bytes"]:
            session.ask_ok(load, SECTION)
            session.ask_ok({"request": "drop", "payload": "long"}, SECTION)
            return
        answer = session.ask(load, "Boards")
        if answer["answer"] != "too-large":
            yield Fault("Boards", f"A payload of {length} bytes is answered {answer['answer']!r}, not 'too-large'.")
        session.ask_ok(write({"request": "describe"}), "describe")

    def end_of_input() -> Findings:
        yield from _ends(session, "At the end of its input")

    def quit_answered() -> Findings:
        session.ask_ok({"request": "quit"}, "drop and quit")
        yield from _ends(session, "Told to quit", close=False)

    return [
        Check("says nothing before it is asked", silent_start),
        Check("answers one line, and nothing else", one_line, essential=True),
        Check("waits for the whole of a request", split_request),
        Check("reads JSON however it is written", json_written_otherwise),
        Check("ignores members that it does not know", unknown_members),
        Check("reads a long line", long_lines),
        Check("ends with its input, with status 0", end_of_input),
        Check("ends when told to quit, with status 0", quit_answered),
    ]


def _ends(session: Session, when: str, *, close: bool = True) -> Findings:
    section = SECTION if close else "drop and quit"
    if close:
        session.ask_ok(write({"request": "describe"}), "describe")
        session.transport.end_input()
    status = session.transport.wait(session.timeout)
    session.end()
    if status is None:
        yield Fault(
            section, f"{when}, the runner still runs after {session.timeout:g} s; it should exit with status 0."
        )
    elif status != 0:
        how = f"exits with status {status}" if status > 0 else f"is killed by signal {-status}"
        yield Fault(section, f"{when}, the runner {how}; the status should be {os.EX_OK}.")

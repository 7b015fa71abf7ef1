"""``python -m weighbridge_kit``: tell whether a runner keeps the protocol."""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from weighbridge_kit import checking, describing, framing, refusals, timing
from weighbridge_kit.describing import full_name
from weighbridge_kit.findings import Broken, Check, Outcome, carry_out
from weighbridge_kit.session import Session
from weighbridge_kit.transport import CannotStart
from weighbridge_kit.trials import documents, typed_samples
from weighbridge_kit.typed import TypedExaminer

CONFORMING, FAULTY, USAGE = 0, 1, 2

_QUICK_LENGTH = 100_000
"""Of value text, in characters."""
_EXAMPLES = """\
examples:
  python -m weighbridge_kit -- ./my-runner
  python -m weighbridge_kit --codec 'mpack*' -- ./runners/c/build/runner
  python -m weighbridge_kit --check 'refuses *' -- ./my-runner
  python -m weighbridge_kit --json -- node runner.js > findings.json

exit status: 0 if the runner keeps the protocol, 1 if it does not, 2 if the command was not understood or the runner
could not be started. What a library cannot hold by its nature is told as a note and is no fault.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the kit and return its exit status."""
    options = _parser().parse_args(arguments)
    session = Session(options.command, options.timeout)
    outcomes: list[Outcome] = []
    try:
        for check in _checks(session, options.codec, options.sample, quick=options.quick):
            if not fnmatch.fnmatchcase(check.name, options.check):
                continue
            if not options.json:
                _print(f"      {check.name}", end="\r", when=sys.stdout.isatty())
            outcome = carry_out(check)
            outcomes.append(outcome)
            if not options.json:
                _report(outcome)
            if outcome.hopeless:
                break
    except CannotStart as error:
        sys.stderr.write(f"{options.command[0]} {error}\n")
        return USAGE
    except _NoSuchName as error:
        sys.stderr.write(f"{error}\n")
        return USAGE
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        return 130
    finally:
        session.end()
    faults = sum(len(outcome.faults) for outcome in outcomes)
    if options.json:
        _print(json.dumps(_as_json(options.command, outcomes), indent=1, ensure_ascii=False))
    elif not outcomes:
        sys.stderr.write(f"no check is called {options.check!r}\n")
    elif faults:
        _print(f"\n{faults} fault{'s' * (faults > 1)}: the runner does not keep the protocol (docs/protocol.md).")
    else:
        _print(f"\n{len(outcomes)} checks passed: the runner keeps the protocol.")
    if not outcomes:
        return USAGE
    return FAULTY if faults else CONFORMING


class _NoSuchName(Exception):
    pass


def _checks(session: Session, pattern: str, sample: str, *, quick: bool) -> Iterator[Check]:
    """Every check, in the order in which a runner's author would want to hear of faults."""
    yield from framing.checks(session)
    yield from describing.checks(session)
    try:
        description = describing.describe(session)
    except Broken:
        return  # Told already; nothing else can be asked.
    codecs = _select(description, pattern)
    samples = typed_samples(sample)
    if not samples:
        raise _NoSuchName(f"no sample matches {sample!r}; there are {', '.join(one.name for one in typed_samples())}")
    examiner = TypedExaminer(session, description, documents(_QUICK_LENGTH) if quick else documents(), samples)
    yield from refusals.checks(session, description)
    yield from checking.checks(description, codecs, examiner)
    yield from timing.checks(session, description, codecs, examiner)


def _select(description: dict[str, Any], pattern: str) -> list[dict[str, Any]]:
    names = [full_name(codec) for codec in description["codecs"]]
    # A variant's brackets are meant as they stand, not as a class of characters.
    literal = pattern.replace("[", "[[]")
    codecs = [codec for codec in description["codecs"] if fnmatch.fnmatchcase(full_name(codec), literal)]
    if names and not codecs:
        raise _NoSuchName(f"no codec of this runner matches {pattern!r}; it has {', '.join(names)}")
    return codecs


def _report(outcome: Outcome) -> None:
    _print(f"{'FAULT' if outcome.faults else 'ok   '} {outcome.check}")
    for fault in outcome.faults:
        _print(f"        {_on_one_line(fault.sentence)}\n        → docs/protocol.md, section “{fault.section}”")
    for note in outcome.notes:
        _print(f"        note: {_on_one_line(note.sentence)}")


def _on_one_line(sentence: str) -> str:
    """A library's words may go over several lines."""
    return " ".join(sentence.split())


def _as_json(command: Sequence[str], outcomes: list[Outcome]) -> dict[str, Any]:
    return {
        "command": list(command),
        "conforming": not any(outcome.faults for outcome in outcomes),
        "checks": [
            {
                "check": outcome.check,
                "faults": [{"section": fault.section, "sentence": fault.sentence} for fault in outcome.faults],
                "notes": [note.sentence for note in outcome.notes],
            }
            for outcome in outcomes
        ],
    }


def _print(text: str, *, end: str = "\n", when: bool = True) -> None:
    if when:
        sys.stdout.write(text + end)
        sys.stdout.flush()


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < 86_400:
        raise ValueError(text)
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m weighbridge_kit",
        description="Speak the runner protocol to a runner and tell, check by check, what is wrong.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--codec", default="*", metavar="GLOB", help="check only codecs of that name or name[variant]")
    parser.add_argument("--check", default="*", metavar="GLOB", help="carry out only checks of that name, as printed")
    parser.add_argument(
        "--sample", default="*", metavar="GLOB", help="try typed operations only with samples of that name"
    )
    parser.add_argument("--quick", action="store_true", help="leave out the longest document, which takes most of it")
    parser.add_argument("--timeout", type=_seconds, default=30.0, metavar="SECONDS", help="for an answer (default: 30)")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="the runner and its arguments, after --")
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""What the kit finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Fault:
    """Something that breaks the protocol.

    Attributes:
        section: the section of ``docs/protocol.md`` that it breaks.
        sentence: what is wrong, for people.
    """

    section: str
    sentence: str


@dataclass(frozen=True)
class Note:
    """Something worth knowing that breaks nothing, such as what a library cannot hold."""

    sentence: str


Findings = Iterator["Fault | Note"]


class Broken(Exception):
    """A fault after which the check that met it cannot go on."""

    def __init__(self, section: str, sentence: str) -> None:
        self.fault = Fault(section, sentence)
        super().__init__(sentence)


class Refused(Exception):
    """The runner answered ``unsupported``, ``failed`` or ``too-large``, as it may."""

    def __init__(self, answer: str, message: str) -> None:
        self.answer = answer
        self.message = message
        super().__init__(answer, message)


@dataclass(frozen=True)
class Check:
    """One thing that the kit looks at.

    Attributes:
        name: what the runner does if all is well, in a few words.
        run: yields what is found.
        essential: whether nothing else can be looked at if this breaks off.
    """

    name: str
    run: Callable[[], Findings]
    essential: bool = False


@dataclass
class Outcome:
    """What came of a check.

    Attributes:
        check: its name.
        faults: what breaks the protocol.
        notes: what is worth knowing.
        hopeless: whether nothing else can be looked at.
    """

    check: str
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    hopeless: bool = False


def carry_out(check: Check) -> Outcome:
    """Run a check to its end, or to the fault that stops it."""
    outcome = Outcome(check.name)
    try:
        for finding in check.run():
            if isinstance(finding, Fault):
                outcome.faults.append(finding)
            else:
                outcome.notes.append(finding)
    except Broken as broken:
        outcome.faults.append(broken.fault)
        outcome.hopeless = check.essential
    except Refused as refusal:
        outcome.notes.append(Note(f"It goes no further: {refusal.answer} ({refusal.message})"))
    return outcome

"""What a runner can refuse, and what can go wrong with it."""

from __future__ import annotations

from pathlib import Path


class RunnerError(Exception):
    """A request to a runner that did not end in ``ok``.

    Attributes:
        runner: the runner's name.
        request: what was asked, in words.
        reason: what came of it, as the end of a sentence about the runner.
    """

    def __init__(self, runner: str, request: str, reason: str) -> None:
        self.runner = runner
        self.request = request
        self.reason = reason
        super().__init__(runner, request, reason)

    def __str__(self) -> str:
        return f"Runner {self.runner}, asked to {self.request}, answered: {self.reason}"


class Refusal(RunnerError):
    """The runner answered that it did not do what was asked. It is ready for the next request."""


class Unsupported(Refusal):
    """The codec cannot do this by its nature."""


class Failed(Refusal):
    """The library refused or broke; the reason holds its own words."""


class TooLarge(Refusal):
    """It does not fit into the runner's memory; the reason has the numbers."""


class BadRequest(Refusal):
    """The runner holds the request for malformed, or does not know what it names."""


class RunnerTrouble(RunnerError):
    """The runner broke the protocol. Its process has been ended.

    Attributes:
        log: the file with its standard error, if it wrote any.
        last_errors: the last lines of its standard error.
    """

    def __init__(
        self, runner: str, request: str, reason: str, *, log: Path | None = None, last_errors: str = ""
    ) -> None:
        super().__init__(runner, request, reason)
        self.log = log
        self.last_errors = last_errors

    def __str__(self) -> str:
        sentences = [f"Runner {self.runner}, asked to {self.request}, {self.reason}."]
        if self.last_errors:
            sentences.append(f"Its last words were:\n{_indent(self.last_errors)}")
        if self.log is not None:
            sentences.append(f"All of its standard error is in {self.log}.")
        return "\n".join(sentences)


class CannotStart(RunnerTrouble):
    """Its process could not be started."""


class Died(RunnerTrouble):
    """Its process ended where an answer was due.

    Attributes:
        status: its exit status, negative for a signal's number; None if it only closed its standard output.
    """

    status: int | None = None


class Hung(RunnerTrouble):
    """It did not answer in time."""


class Flooded(RunnerTrouble):
    """It wrote more than the one line that was due, or a line without an end."""


class Garbled(RunnerTrouble):
    """Its answer is not JSON, or not of the form that the protocol asks for."""


class WrongProtocol(RunnerTrouble):
    """It speaks another version of the protocol."""


class Contradiction(RunnerTrouble):
    """Its answer contradicts the request or what it said before."""


class WrongClock(Contradiction):
    """Its clocks contradict each other, or ours."""


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())

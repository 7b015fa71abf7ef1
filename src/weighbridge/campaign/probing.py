"""Probing: giving decoders bytes that were made to be difficult, and seeing what becomes of both."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Self

from weighbridge.campaign.participants import Participant
from weighbridge.runners.client import Document, RunnerClient, Timeouts, prepare_load
from weighbridge.runners.errors import Died, Failed, Hung, Refusal, RunnerError, RunnerTrouble, Unsupported
from weighbridge.runners.launch import start
from weighbridge.vectors import ABSENT, Ending, Vector
from weighbridge_kit.operations import Operation
from weighbridge_kit.values import Value, from_text

_PATIENCE_S = 10.0
"""A decoder that is not done with a vector after so many seconds hangs: no vector has more than 250 KB."""
_NAME = "probe"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a decoder made of a vector.

    Attributes:
        ending: what became of it.
        value: what was decoded; ``ABSENT`` if nothing was, or nothing that can be told.
        detail: what the codec, or its runner, said instead.
    """

    ending: Ending
    value: Value = ABSENT
    detail: str = ""

    @property
    def has_value(self) -> bool:
        """Whether what was decoded can be told."""
        return self.value is not ABSENT


class Prober:
    """A runner's process that is given vectors; a new one after each that it does not survive. A context manager."""

    def __init__(self, participant: Participant) -> None:
        self._participant = participant
        self._client: RunnerClient | None = None
        self._loaded: tuple[str, Vector] | None = None

    def probe(self, codec: str, form: str, operation: Operation, vector: Vector) -> Outcome:
        """Let a codec decode a vector of its format."""
        try:
            client = self._with(form, vector)
            if vector.is_deep:
                # A value that is deeper than values may be cannot be told, but whether it was read can.
                client.time(codec, operation, _NAME, 1)
                return Outcome("accepted")
            try:
                (text,) = client.check(codec, operation, _NAME, values=True).values
            except Failed:
                if vector.expect == "refuse":
                    raise
                # The harness may be what refused: it knows no value for what the library reads, such as a date.
                client.time(codec, operation, _NAME, 1)
                return Outcome("accepted")
        except RunnerError as error:
            if isinstance(error, RunnerTrouble):
                self.close()
            return Outcome(_ending_of(error), detail=error.reason)
        try:
            return Outcome("accepted", from_text(text))
        except (ValueError, RecursionError) as error:
            return Outcome("accepted", detail=f"the runner's value text cannot be read: {error}")

    def _with(self, form: str, vector: Vector) -> RunnerClient:
        if self._client is None:
            timeouts = Timeouts(request=_PATIENCE_S, bytes_per_s=self._participant.manifest.start.bytes_per_s)
            self._client = start(self._participant.manifest, timeouts=timeouts)
            self._client.describe()
        if self._loaded != (form, vector):
            self._client.load(prepare_load(_NAME, [Document("null", {form: vector.data})]))
            self._loaded = form, vector
        return self._client

    def close(self) -> None:
        """End the process."""
        if self._client is not None:
            self._client.close()
        self._client = self._loaded = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.close()


def _ending_of(error: RunnerError) -> Ending:
    if isinstance(error, Unsupported):
        return "declined"
    if isinstance(error, Refusal):
        return "refused"
    return "crashed" if isinstance(error, Died) else "hung" if isinstance(error, Hung) else "broke"

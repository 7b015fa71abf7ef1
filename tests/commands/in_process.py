"""The command, run in the process of the tests: to load it takes longer than most of what it is asked for."""

from __future__ import annotations

import contextlib
import io
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from batch_clock import BatchClock

from weighbridge.__main__ import start


def weighbridge(
    *arguments: str | Path, folder: Path, environment: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run ``weighbridge`` with arguments to its end; its runners are processes all the same.

    Args:
        arguments: what follows the command's name.
        folder: where it is run.
        environment: variables besides those of the tests.
        stdin: what it reads.
    """
    words = [str(argument) for argument in arguments]
    output, errors = _stream(), _stream()
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(folder), _own_signal_handlers():
        for name, value in environment.items():
            patch.setenv(name, value)
        for stream, standing_in in (("stdin", _stream(stdin)), ("stdout", output), ("stderr", errors)):
            patch.setattr(sys, stream, standing_in)
        patch.setattr(sys, "argv", ["weighbridge", *words])
        patch.setattr(sys, "excepthook", sys.excepthook)  # Typer sets one
        BatchClock(patch)
        try:
            start()
            status: str | int | None = 0
        except SystemExit as ended:
            status = ended.code
    assert status is None or isinstance(status, int)
    return subprocess.CompletedProcess(words, status or 0, _written(output), _written(errors))


def _stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


@contextlib.contextmanager
def _own_signal_handlers() -> Iterator[None]:
    """The command sets handlers of its own: those of the tests come back."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)

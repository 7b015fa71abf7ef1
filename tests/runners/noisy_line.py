"""A serial line between a port that pySerial can open and a program that is the board, with whatever can go wrong."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import select
import subprocess
import threading
import time
import tty
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

HERE = Path(__file__).parent
HARNESS = HERE.parents[1] / "runners" / "mcu" / "harness"
BOARD_H = "#include <stddef.h>\nint board_read(void);\nvoid board_write(const char *data, size_t length);\n"


def compile_board(folder: Path) -> str:
    """Compile ``serial_board.c`` with the firmware's end of a serial line into a folder; return the program."""
    (folder / "board.h").write_text(BOARD_H)
    options = [
        "-std=gnu11",
        "-g",
        "-fsanitize=address,undefined",
        "-DSERIAL_LINE_DATA=64",
        f"-I{folder}",
        f"-I{HARNESS}",
    ]
    sources = [HERE / "serial_board.c", HARNESS / "serial_line.c"]
    subprocess.run(["gcc", *options, *sources, "-o", folder / "board"], check=True)
    return str(folder / "board")


@dataclass(frozen=True)
class Noise:
    """What happens to bytes.

    Attributes:
        flipped, lost, added: the share of bytes that it happens to.
        cut: the share of pieces, as they come, whose second half is lost.
        bytes_per_s: how fast the line is; as fast as it can be if None.
    """

    flipped: float = 0.0
    lost: float = 0.0
    added: float = 0.0
    cut: float = 0.0
    bytes_per_s: float | None = None

    def of(self, data: bytes, dice: random.Random) -> bytes:
        """Return what arrives of some bytes."""
        if dice.random() < self.cut:
            data = data[: len(data) // 2]
        arrived = bytearray()
        for byte in data:
            if dice.random() < self.added:
                arrived.append(dice.randrange(256))
            if dice.random() >= self.lost:
                arrived.append(byte ^ (1 << dice.randrange(8)) if dice.random() < self.flipped else byte)
        if self.bytes_per_s:
            time.sleep(len(data) / self.bytes_per_s)
        return bytes(arrived)


class NoisyLine:
    """The line. A context manager: leaving it ends the board and closes the port."""

    def __init__(self, board: Sequence[str], noise: Noise | None = None, seed: int = 0) -> None:
        """Start the board.

        Args:
            board: the command that is the board: its standard input and output are the line's other end. It is
                started again when it ends, as a board is that resets itself.
            noise: what happens to bytes; nothing if None.
            seed: of what happens to which.
        """
        self._command = board
        self.noise = noise or Noise()
        self._dice = random.Random(seed)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self._board = self._start()
        self._reset_after: int | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def reset(self, after: int = 0) -> None:
        """Start the board anew once so many more bytes went to it."""
        self._reset_after = after

    def pull(self) -> None:
        """Pull the cable."""
        self._end()
        self._thread.join()
        os.close(self._master)
        self._master = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._thread.join()
        self._stop()
        for descriptor in (self._master, self._slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def _end(self) -> None:
        self._ended.set()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def _restart(self) -> None:
        self._stop()
        self._board = self._start()

    def _stop(self) -> None:
        self._board.kill()
        self._board.wait()
        for pipe in (self._board.stdin, self._board.stdout):
            assert pipe is not None
            pipe.close()

    def _carry(self) -> None:
        while not self._ended.is_set():
            to_board, from_board = self._board.stdin, self._board.stdout
            assert to_board is not None
            assert from_board is not None
            ready, _, _ = select.select([self._master, from_board.fileno()], [], [], 0.02)
            if from_board.fileno() in ready:
                data = from_board.read(4096)
                if not data:
                    self._restart()
                    continue
                self._put(self._master, data)
            if self._master in ready:
                data = os.read(self._master, 4096)
                if self._reset_after is not None and len(data) >= self._reset_after:
                    self._reset_after = None
                    self._restart()
                    continue
                if self._reset_after is not None:
                    self._reset_after -= len(data)
                self._put(to_board.fileno(), data)

    def _put(self, descriptor: int, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, BlockingIOError):
            os.write(descriptor, self.noise.of(data, self._dice))

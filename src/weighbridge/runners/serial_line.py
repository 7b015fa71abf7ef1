"""The core's end of "Over a serial line" (docs/protocol.md): lines to and from a board, whatever happens to bytes."""

from __future__ import annotations

import contextlib
import secrets
import time
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Self

import serial

from weighbridge.runners.transport import CannotStart, TransportError, Unasked

DEFAULT_BAUD = 115200

_GREETING, _HELLO, _DATA, _ACK, _NOT_UNDERSTOOD = b"G", b"H", b"D", b"A", b"N"
_LEAST_PACKET, _MOST_BYTES = 6, 300
_LEAST_WAIT_S = 0.25
"""How long a board may take to say that it has a packet, besides the time on the line: parsing, an adapter's delay."""
_GREETING_S = 15.0
"""How long a board is greeted: an Arduino's bootloader takes two seconds after the port was opened."""
_SILENCE_S = 10.0
"""How long a board may take for a part of a request."""
_LONGEST_ANSWER_S = 3600.0
_REMINDER_S = 2.0
"""How long it takes until a board that is at work is asked for the first time whether its answer was lost."""
_TRIES = 30
"""How many times in a row a packet may come out mangled."""


class BadPort(ValueError):
    """What names no port; the message says what would."""


class Reset(TransportError):
    """The board started anew, and knows nothing of what was loaded."""

    def __init__(self) -> None:
        super().__init__("was reset: the board started anew in the middle of the conversation")


class LineGone(TransportError):
    """The port went away: the cable was pulled, or the board's USB with it."""


class TooNoisy(TransportError):
    """Too many packets in a row came out mangled."""


class Silent(TransportError):
    """The board no longer takes part."""


@dataclass(frozen=True, slots=True)
class Packet:
    """What travels as one: a kind, a number and data."""

    kind: bytes
    number: int
    data: bytes = b""

    def encode(self) -> bytes:
        """Return it as it is sent: with a checksum, by COBS, between zeros."""
        body = self.kind + bytes([self.number]) + self.data
        body += zlib.crc32(body).to_bytes(4, "little")
        return b"\0" + b"".join(bytes([len(run) + 1]) + run for run in body.split(b"\0")) + b"\0"

    @classmethod
    def decode(cls, raw: bytes) -> Self | None:
        """Read what stood between two zeros; None if it was mangled."""
        runs = []
        rest = raw
        while rest:
            if rest[0] > len(rest):
                return None
            runs.append(rest[1 : rest[0]])
            rest = rest[rest[0] :]
        body = b"\0".join(runs)
        if len(body) < _LEAST_PACKET or zlib.crc32(body[:-4]) != int.from_bytes(body[-4:], "little"):
            return None
        return cls(body[:1], body[1], body[2:-4])


class SerialLine:
    """A conversation with a board. Making it greets the board, which forgets what it had loaded before.

    Every packet is sent until it is answered, and taken once, so that noise costs time and nothing else.
    """

    def __init__(self, port: str, baud: int = DEFAULT_BAUD, *, patience_s: float = _GREETING_S) -> None:
        """Open the port and greet the board.

        Args:
            port: a device such as ``/dev/ttyUSB0``, or what else pySerial can open.
            baud: the speed of the line, in bits a second.
            patience_s: how long to wait for the board.

        Raises:
            CannotStart: the port cannot be opened, or nothing there speaks the protocol.
        """
        self._port = _open(port, baud)
        self._baud = baud
        self._received = b""
        self._sent = self._heard = 0
        try:
            hello = self._greet(patience_s)
        except BaseException:
            self.close()
            raise
        self._largest = max(1, hello.data[0]) if hello.data else 1

    def exchange(self, line: bytes) -> bytes:
        """Send a line, line feed included, and return the line that answers it, with its line feed.

        Raises:
            TransportError: the board was reset, is gone, or no longer takes part.
        """
        for begin in range(0, len(line), self._largest):
            last = begin + self._largest >= len(line)
            self._sent = (self._sent + 1) % 256
            request = Packet(_DATA, self._sent, line[begin : begin + self._largest])
            reply = self._ask(request, {(_ACK, self._sent), self._next}, _LONGEST_ANSWER_S if last else _SILENCE_S)
            if reply.kind == _DATA and not last:
                raise Unasked("answered before the request was complete")
        if reply.kind == _ACK:
            reply = self._ask(request, {self._next}, _LONGEST_ANSWER_S, reminder_s=_REMINDER_S)
        answer = b""
        while True:
            self._heard = reply.number
            answer += reply.data
            if answer.endswith(b"\n"):
                return answer
            reply = self._ask(Packet(_ACK, self._heard), {self._next}, _SILENCE_S)

    def close(self) -> None:
        """Close the port."""
        with contextlib.suppress(OSError):
            self._port.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _next(self) -> tuple[bytes, int]:
        """What the board's next piece of an answer is."""
        return _DATA, (self._heard + 1) % 256

    def _greet(self, patience_s: float) -> Packet:
        greeting = Packet(_GREETING, 1 + secrets.randbelow(255))
        deadline = time.monotonic() + patience_s
        heard_something = False
        while time.monotonic() < deadline:
            self._send(greeting)
            until = time.monotonic() + 2 * self._wait_s(greeting)
            while (raw := self._receive(until)) is not None:
                heard_something = True
                packet = Packet.decode(raw)
                if packet is not None and (packet.kind, packet.number) == (_HELLO, greeting.number):
                    return packet
                if packet == Packet(_HELLO, 0, packet.data if packet else b""):
                    break  # it has just started, and may have missed the greeting
        if heard_something or self._received:
            raise CannotStart(
                f"was not understood at {self._port.port}: is {self._baud} the speed of its firmware, and is it ours?"
            )
        raise CannotStart(
            f"did not answer at {self._port.port}: is the firmware on it (weighbridge firmware build), "
            f"and is {self._baud} its speed? Press its reset button and try again"
        )

    def _ask(
        self,
        packet: Packet,
        wanted: Collection[tuple[bytes, int]],
        patience_s: float,
        *,
        reminder_s: float | None = None,
    ) -> Packet:
        """Send a packet until a wanted one comes.

        Args:
            packet: what to send.
            wanted: kinds and numbers of what answers it.
            patience_s: how long to wait in all.
            reminder_s: it was sent before and did arrive: how long to wait until it is sent again.
        """
        deadline = time.monotonic() + patience_s
        interval = reminder_s or self._wait_s(packet)
        if reminder_s is None:
            self._send(packet)
        again = time.monotonic() + interval
        tries = _TRIES
        while True:
            raw = self._receive(min(again, deadline))
            heard = None if raw is None else Packet.decode(raw)
            if heard is not None and (heard.kind, heard.number) in wanted:
                return heard
            if heard is not None and (heard.kind, heard.number) == (_HELLO, 0):
                raise Reset
            if heard is not None and heard.kind != _NOT_UNDERSTOOD:
                continue  # a repetition of what is known
            if raw is None:
                interval *= 2
            else:
                tries -= 1
            if time.monotonic() >= deadline:
                raise Silent(f"said nothing for {patience_s:g} s")
            if not tries:
                raise TooNoisy(f"was not understood {_TRIES} times in a row: the line is too noisy, or too fast")
            self._send(packet)
            again = time.monotonic() + interval

    def _wait_s(self, packet: Packet) -> float:
        """How long the answer to a packet may take at most."""
        return _LEAST_WAIT_S + 2 * 10 * (len(packet.data) + 300) / self._baud

    def _send(self, packet: Packet) -> None:
        try:
            self._port.write(packet.encode())
        except OSError as error:
            raise LineGone(f"is gone: {error}") from error

    def _receive(self, deadline: float) -> bytes | None:
        """Return what comes before the next zero, or before a silence, or None if nothing comes in time."""
        while True:
            raw, zero, rest = self._received.partition(b"\0")
            if zero:
                self._received = rest
                if raw:
                    return raw
                continue
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            arrived = self._read(min(left, _LEAST_WAIT_S) if raw else left)
            if (raw and not arrived) or len(raw) > _MOST_BYTES:  # half a packet, whose rest was lost, or no packet
                self._received = b""
                return raw
            self._received += arrived

    def _read(self, timeout_s: float) -> bytes:
        try:
            self._port.timeout = timeout_s
            return self._port.read(max(1, self._port.in_waiting))
        except (OSError, TypeError) as error:  # pySerial's own trouble with a port that goes away while it reads
            raise LineGone(f"is gone: {error}") from error


def parse_port(text: str) -> tuple[str, int]:
    """Split ``/dev/ttyUSB0@9600`` into the port and its speed, which is 115200 where nothing is said.

    Raises:
        BadPort: there is no port, or the speed is no number.
    """
    port, at, baud = text.rpartition("@")
    if not at:
        return text, DEFAULT_BAUD
    if not port or not baud.isdecimal() or int(baud) == 0:
        raise BadPort(f"{text!r} is not a port; write /dev/ttyUSB0, or /dev/ttyUSB0@9600 for another speed")
    return port, int(baud)


def _open(port: str, baud: int) -> serial.Serial:
    try:
        opened = serial.serial_for_url(port, baud, exclusive=True, write_timeout=_SILENCE_S)
    except PermissionError as error:
        raise CannotStart(f"could not be reached: {error}") from error
    except (OSError, ValueError) as error:
        hint = ". You may have to join the group that owns it" if getattr(error, "errno", 0) == 13 else ""
        raise CannotStart(f"could not be reached: {error}{hint}") from error
    with contextlib.suppress(OSError, AttributeError, ValueError, NotImplementedError):
        opened.set_low_latency_mode(True)
    opened.reset_input_buffer()
    return opened

"""A board as a program: ``python -m weighbridge.runners.serial_bridge /dev/ttyUSB0@115200``.

It speaks the runner protocol over its standard input and output, so that whatever drives a runner, the kit included,
drives a board. It ends with status 1 and says why if the board is reset, goes away or falls silent.
"""

from __future__ import annotations

import json
import sys

from weighbridge.runners.serial_line import BadPort, SerialLine, parse_port
from weighbridge.runners.transport import TransportError


def main(arguments: list[str]) -> int:
    """Pass lines on until the input ends, or the board is told to quit; return the exit status."""
    if len(arguments) != 1:
        return _complain("usage: python -m weighbridge.runners.serial_bridge PORT[@BAUD]", 2)
    try:
        with SerialLine(*parse_port(arguments[0])) as board:
            for line in sys.stdin.buffer:
                if not line.endswith(b"\n"):
                    break
                sys.stdout.buffer.write(board.exchange(line))
                sys.stdout.buffer.flush()
                if _quits(line):
                    break
    except BadPort as error:
        return _complain(str(error), 2)
    except TransportError as error:
        return _complain(f"The board {error}.", 1)
    return 0


def _quits(line: bytes) -> bool:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(request, dict) and request.get("request") == "quit"


def _complain(message: str, status: int) -> int:
    sys.stderr.write(f"{message}\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The MicroPython runner of Weighbridge: speaks docs/protocol.md over standard input and output."""

import sys

from libc import read_line
from session import Session

session = Session()
while session.running:
    line = read_line()
    if not line.endswith(b"\n"):
        break
    sys.stdout.write(session.answer(line))

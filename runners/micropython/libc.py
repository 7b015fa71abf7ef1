"""What the C library does better than MicroPython: clocks of nanoseconds, lines of any length, floats to the bit.

MicroPython's own CPU clock counts milliseconds, its files are read a byte at a time, and neither its parser nor its
printer of floats is exact to the last bit.
"""

import struct

import ffi
import uctypes

_LIBRARY = ffi.open("libc.so.6")
_getline = _LIBRARY.func("l", "getline", "ppP")
_standard_input = _LIBRARY.var("P", "stdin").get()
_gcvt = _LIBRARY.func("p", "gcvt", "dip")
_strtod = _LIBRARY.func("d", "strtod", "sP")

clock_gettime = _LIBRARY.func("i", "clock_gettime", "ip")
WALL, CPU = 1, 3
"""The numbers of CLOCK_MONOTONIC and CLOCK_THREAD_CPUTIME_ID."""


def moment():
    """Return room for what `clock_gettime` tells."""
    return bytearray(16)


def nanoseconds(begin, end):
    """Return the time between two moments."""
    seconds, rest = struct.unpack("qq", begin)
    seconds_later, rest_later = struct.unpack("qq", end)
    return (seconds_later - seconds) * 1_000_000_000 + rest_later - rest


_line = bytearray(8)
_room = bytearray(8)


def read_line():
    """Return the next line of standard input with its line feed, and nothing at the end."""
    length = _getline(_line, _room, _standard_input)
    return uctypes.bytes_at(struct.unpack("P", _line)[0], length) if length > 0 else b""


def float_of(digits):
    """Return the float that is nearest to a decimal number."""
    return _strtod(digits, 0)


def digits_of(number):
    """Return as many digits of a float as tell it from all others."""
    text = bytearray(32)
    _gcvt(number, 17, text)
    return bytes(text[: text.find(b"\0")]).decode()

"""Bytes that are made to break whoever reads them: the same for the same seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

Kind = Literal["truncated", "flipped", "lying", "nested", "repeated", "random", "given"]
"""How an input was made: cut short; with bits flipped; with a length that is a lie; nested deeply; with a part that is
there again and again; at random; or by a person."""

Outcome = Literal["refuses", "accepts", "trailing", "garbage", "over-allocates", "overflows", "hangs", "crashes"]
"""What a decoder makes of an input: it ``accepts`` what is a document after all, or what nobody here can judge;
``trailing`` is a document with something after it, ``garbage`` none at all. It ``overflows`` the stack where it crashes
by nesting: whether it is the library that recurses, or the adapter that walks what it reads, nobody can tell here."""
BROKEN: tuple[Outcome, ...] = ("over-allocates", "overflows", "hangs", "crashes")
"""What takes the process along."""

_NUMBERS = tuple(sorted({2**bits + more for bits in (7, 8, 15, 16, 24, 31, 32, 62, 63, 64) for more in (-1, 0)}))
_DEPTHS = (16, 256, 500, 5_000, 100_000)
_TRUNCATED_WHOLLY = 1_000
"""Documents up to so many bytes are cut at every place."""
_LONGEST = 256
"""Bytes that are made at random."""


@dataclass(frozen=True, slots=True)
class Input:
    """Hostile bytes, and how they were made."""

    kind: Kind
    data: bytes


def hostile_inputs(form: str, documents: Sequence[bytes], seed: int) -> Iterator[Input]:
    """Make hostile inputs of a format without an end: first what is tried in full, then what chance makes.

    Args:
        form: the format's name.
        documents: well-formed documents of it, which are spoilt; small ones are best.
        seed: the same makes the same inputs.
    """
    anatomy = _ANATOMIES.get(form, _Anatomy())
    yield from (Input("nested", data) for data in anatomy.nested())
    yield from (Input("lying", data) for data in anatomy.lies())
    for document in documents:
        if len(document) <= _TRUNCATED_WHOLLY:
            yield from (Input("truncated", document[:end]) for end in range(len(document)))
    random = Random(f"{seed} {form}")  # noqa: S311 (it need not be secret)
    spoilers = tuple(_SPOILERS.items()) if documents else (("random", _at_random),)
    while True:
        kind, spoil = random.choice(spoilers)
        data = random.choice(documents) if documents else b""
        yield Input(kind, spoil(random, data))
        if kind != "random":  # several faults at once, as in a line that is cut
            kind, spoil = random.choice(spoilers)
            yield Input(kind, spoil(random, spoil(random, data)))


def written(data: bytes) -> str:
    """Write an input so that a person can give it again: hexadecimal, with ``5b*1000`` for what is repeated."""
    parts: list[str] = []
    plain = start = 0
    while start < len(data):
        run = max((_run(data, start, period) for period in range(1, 9)), key=lambda run: run[0] * run[1])
        period, times = run
        if times > 1 and period * times >= _SHORTEST_RUN:
            if plain < start:
                parts.append(data[plain:start].hex())
            parts.append(f"{data[start : start + period].hex()}*{times}")
            start = plain = start + period * times
        else:
            start += 1
    if plain < len(data):
        parts.append(data[plain:].hex())
    return "+".join(parts)


def read_written(text: str) -> bytes:
    """Read what `written` wrote.

    Raises:
        ValueError: it did not write this.
    """
    data = b""
    for part in text.split("+") if text else ():
        match = re.fullmatch(r"((?:[0-9a-fA-F]{2})+)(?:\*(\d{1,7}))?", part.strip())
        if match is None:
            raise ValueError(f"{part!r} is no hexadecimal bytes; write c1, or 91*1000+c0 for a byte 1000 times")
        data += bytes.fromhex(match[1]) * int(match[2] or 1)
    return data


_SHORTEST_RUN = 32


def _run(data: bytes, start: int, period: int) -> tuple[int, int]:
    """Return a period, and how often what is there is repeated by it."""
    unit = data[start : start + period]
    end = start + period
    while data.startswith(unit, end):
        end += period
    return period, (end - start) // period


def _truncated(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _flipped(random: Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 4, 16)) if spoilt else 0):
        place = random.randrange(len(spoilt))
        spoilt[place] ^= random.choice((1 << random.randrange(8), random.randrange(1, 256)))
    return bytes(spoilt)


def _lying(random: Random, data: bytes) -> bytes:
    number = _WRITERS[random.choice(("1", "2", "4", "8", "2<", "4<", "8<", "leb", "ion"))](random.choice(_NUMBERS))
    place = random.randrange(len(data) + 1)
    return data[:place] + number + data[place + random.choice((0, 1, len(number))) :]


def _repeated(random: Random, data: bytes) -> bytes:
    start = random.randrange(len(data) + 1)
    end = min(len(data), start + random.randrange(1, 16))
    return data[:start] + data[start:end] * random.choice((2, 3, 16, 256)) + data[end:]


def _at_random(random: Random, data: bytes) -> bytes:
    """Make random bytes, behind the beginning of a document now and then, where a format has a head."""
    made = random.randbytes(random.randrange(1, random.choice((4, 16, _LONGEST))))
    return data[: random.choice((0, 0, 4, 8))] + made


_SPOILERS: dict[Kind, Callable[[Random, bytes], bytes]] = {
    "truncated": _truncated,
    "flipped": _flipped,
    "lying": _lying,
    "repeated": _repeated,
    "random": _at_random,
}


def _leb(number: int) -> bytes:
    """Write a number in groups of seven bits, the least first."""
    groups = [number >> shift & 0x7F for shift in range(0, max(1, number.bit_length()), 7)]
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


def _ion(number: int) -> bytes:
    """Write a number as Ion does: the greatest group first, and a bit at the last."""
    groups = [number >> shift & 0x7F for shift in range(0, max(1, number.bit_length()), 7)][::-1]
    return bytes([*groups[:-1], groups[-1] | 0x80])


def _fixed(width: int, order: Literal["big", "little"]) -> Callable[[int], bytes]:
    return lambda number: (number & (1 << 8 * width) - 1).to_bytes(width, order)


_WRITERS: dict[str, Callable[[int], bytes]] = {
    "1": _fixed(1, "big"),
    "2": _fixed(2, "big"),
    "4": _fixed(4, "big"),
    "8": _fixed(8, "big"),
    "2<": _fixed(2, "little"),
    "4<": _fixed(4, "little"),
    "8<": _fixed(8, "little"),
    "leb": _leb,
    "ion": _ion,
    "digits": lambda number: str(number).encode(),
}
"""How formats write a length: in so many bytes, the greatest first or (``<``) last, or in as many as it needs."""


@dataclass(frozen=True, slots=True)
class _Anatomy:
    """Where a format has lengths, and what nests.

    Attributes:
        head: what every document begins with.
        opens: what opens a container in which the next can be opened, and what closes it, if anything has to.
        innermost: what stands in the innermost one.
        lengths: what is followed by a length, by the way in which that is written.
    """

    head: bytes = b""
    opens: tuple[tuple[bytes, bytes], ...] = ()
    innermost: bytes = b""
    lengths: Mapping[str, Sequence[bytes]] = field(default_factory=dict)

    def nested(self) -> Iterator[bytes]:
        for opening, closing in self.opens:
            for depth in _DEPTHS:
                yield self.head + opening * depth
                yield self.head + opening * depth + self.innermost + closing * depth

    def lies(self) -> Iterator[bytes]:
        for writer, heads in self.lengths.items():
            numbers = dict.fromkeys(map(_WRITERS[writer], _NUMBERS))
            for before in heads:
                for number in numbers:
                    yield from (self.head + before + number + after for after in _AFTER_A_LENGTH)
                # One lie in another: each may be allowed, and all together not.
                yield from (self.head + (before + _WRITERS[writer](number)) * 100 for number in _MODEST)


_AFTER_A_LENGTH = (b"", b"\0" * 64, b"\1\x24\1\x28\1")
"""Nothing; zeros; and what ends a FlexBuffers document: types and widths."""
_MODEST = (2**15 - 1, 2**23, 2**31 - 1)
"""Numbers that are no lie by themselves."""

_ANATOMIES: dict[str, _Anatomy] = {
    "json": _Anatomy(
        opens=((b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]"), (b" ", b""), (b'["\\u0000', b""), (b"-", b"")),
        innermost=b"1",
        lengths={"digits": (b"", b"1e", b"1e-", b"0.", b"-0.0e", b"1.")},
    ),
    "msgpack": _Anatomy(
        opens=((b"\x91", b""), (b"\x81\xa1a", b""), (b"\xdc\0\1", b""), (b"\x81", b"")),
        innermost=b"\xc0",
        lengths={
            "1": (b"\xd9", b"\xc4", b"\xc7"),
            "2": (b"\xdc", b"\xde", b"\xda", b"\xc5", b"\xc8"),
            "4": (b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9", b"\x81\xdb", b"\x91\xc9"),
        },
    ),
    "cbor": _Anatomy(
        opens=(
            *((b"\x81", b""), (b"\xa1aa", b""), (b"\xc1", b""), (b"\xd9\xd9\xf7", b"")),
            *((b"\x9f", b"\xff"), (b"\xbfaa", b"\xff")),
        ),
        innermost=b"\xf6",
        lengths={
            "1": (b"\x58", b"\x78", b"\x98", b"\xb8", b"\xd8"),
            "2": (b"\x59", b"\x79", b"\x99", b"\xb9", b"\xd9"),
            "4": (b"\x5a", b"\x7a", b"\x9a", b"\xba", b"\xda", b"\x7f\x7a"),
            "8": (b"\x5b", b"\x7b", b"\x9b", b"\xbb", b"\xdb", b"\x5f\x5b", b"\xc2\x5b"),
        },
    ),
    "ubjson": _Anatomy(
        opens=((b"[", b"]"), (b"{U\1a", b"}"), (b"[#U\1", b""), (b"[$[#U\1", b""), (b"{#U\1U\1a", b"")),
        innermost=b"Z",
        lengths={
            writer: tuple(
                before + letter
                for before in (b"S", b"H", b"{", b"[#", b"{#", b"[$U#", b"[$T#", b"[$Z#", b"{$Z#", b"[$[#")
            )
            for letter, writer in ((b"U", "1"), (b"I", "2"), (b"l", "4"), (b"L", "8"))
        },
    ),
    "bson": _Anatomy(
        opens=((b"\xff\xff\xff\x7f\3a\0", b"\0"), (b"\xff\xff\xff\x7f\0040\0", b"\0")),
        innermost=b"\5\0\0\0\0",
        lengths={
            "4<": (
                b"",
                *(b"\x40\0\0\0" + kind + b"a\0" for kind in (b"\2", b"\3", b"\4", b"\5", b"\x0c", b"\x0d", b"\x0f")),
            )
        },
    ),
    "smile": _Anatomy(
        head=b":)\n\3",
        opens=((b"\xf8", b"\xf9"), (b"\xfa\x80a", b"\xfb")),
        innermost=b"\x21",
        lengths={"ion": (b"\x24", b"\x25", b"\x26", b"\x2a", b"\xe8", b"\xfd")},
    ),
    "ion": _Anatomy(
        head=b"\xe0\1\0\xea",
        opens=((b"\xbe\x8f", b""), (b"\xde\x8f\x84", b""), (b"\xee\x8f\x81\x84", b"")),
        innermost=b"\x0f",
        lengths={
            "ion": tuple(bytes([kind << 4 | 14]) for kind in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14)),
            # Symbols that are imported from a table which claims to have so many.
            "4": (b"\xee\x99\x81\x83\xde\x95\x86\xbe\x92\xde\x90\x84\x81x\x85\x21\1\x88\x24",),
        },
    ),
    "flexbuffers": _Anatomy(lengths={"1": (b"", b"\1"), "2<": (b"",), "4<": (b"",), "8<": (b"",)}),
    "binn": _Anatomy(
        opens=((b"\xe0\xff\xff\xff\xff\1", b""), (b"\xe2\xff\xff\xff\xff\1\1a", b"")),
        lengths={"1": (b"\xe0", b"\xe1", b"\xe2"), "4": (b"\xe0", b"\xe0\x7f", b"\xe1", b"\xe2", b"\xa0", b"\xc0")},
    ),
    "xml": _Anatomy(opens=((b"<a>", b"</a>"), (b"<a b='", b""), (b"<!--", b""), (b"&lt;", b"")), innermost=b"1"),
}
"""What is known of formats; of the others, chance finds the lengths."""

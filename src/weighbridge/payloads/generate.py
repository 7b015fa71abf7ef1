"""Random structured documents, the same for a size and a seed everywhere and for ever.

They hold what every format can: a map at the root, or an array if that is asked for, keys of letters, strings that are
mostly ASCII, 64-bit signed integers, and floats that are neither whole nor extreme; no bytes. An eighth of the values
are strings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value

Root = Literal["map", "array"]

TARGET_BYTES = {1: 1_000, 2: 3_100, 3: 29_000, 4: 309_000, 5: 3_900_000}
"""About how many bytes of minified JSON a size has."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = (
    "ßàáâãäåæçèéêëìíîïñòóôõöøùúûüýþÿ·º×»",
    "αβγδεζηθικλμνξοπρστυφχψω",
    "абвгдежзийклмнопрстуфхцчшщыэюя",
    "한글漢字かな😀",
)
_ESCAPED = ('"', "\\", "\n", "\t", "\r", "/")
_SMALLEST_CONTAINER = 40
_ONE_BYTE_KEYS = 128


def generate(size: int, seed: int = 0, root: Root = "map", *, integer_keys: bool = False) -> Value:
    """Return a random document.

    Args:
        size: 1 to 5, for about 1 KB, 3 KB, 29 KB, 309 KB and 3.9 MB of minified JSON.
        seed: any integer from 0 to 2**64 - 1.
        root: what its root is.
        integer_keys: whether keys are small integers, in decimal, as of an application that numbers its fields.

    Raises:
        ValueError: a size or a seed outside these.
    """
    if size not in TARGET_BYTES:
        raise ValueError(f"there is no size {size}; sizes go from {min(TARGET_BYTES)} to {max(TARGET_BYTES)}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"the seed {seed} is outside 0 to 2**64 - 1")
    generator = _Generator(SplitMix64(seed), integer_keys=integer_keys)
    document, _ = (generator.array if root == "array" else generator.map)(TARGET_BYTES[size])
    return document


class _Generator:
    """Makes values. Each method returns a value, and about how many bytes of JSON it takes."""

    def __init__(self, random: SplitMix64, *, integer_keys: bool) -> None:
        self._random = random
        self._integer_keys = integer_keys
        scalars: dict[Callable[[], tuple[Value, int]], int] = {
            self._int: 6, self._string: 2, self._float: 2, self._bool: 2, self._null: 1,
        }  # fmt: skip
        self._scalars = [make for make, weight in scalars.items() for _ in range(weight)]

    def map(self, budget: int) -> tuple[Value, int]:
        """Fill a map until it takes about as many bytes as its budget."""
        entries: dict[str, Value] = {}
        spent = 2
        while spent < budget:
            key = self._number(len(entries)) if self._integer_keys else self._word(2, 10)
            if key not in entries:
                entries[key], length = self._value(budget - spent)
                spent += len(key) + 4 + length
        return entries, spent

    def array(self, budget: int) -> tuple[Value, int]:
        """Fill an array until it takes about as many bytes as its budget."""
        items: list[Value] = []
        spent = 2
        while spent < budget:
            item, length = self._value(budget - spent)
            items.append(item)
            spent += length + 1
        return items, spent

    def _value(self, budget: int) -> tuple[Value, int]:
        kind = self._random.below(16)
        if kind >= 13 and budget > _SMALLEST_CONTAINER:
            # At most a quarter of what is left, so that nesting stays as shallow as people's documents are.
            share = self._random.between(2, max(_SMALLEST_CONTAINER, budget // 4))
            return self.array(share) if kind == 13 else self.map(share)
        return self._random.pick(self._scalars)()

    def _null(self) -> tuple[Value, int]:
        return None, 4

    def _bool(self) -> tuple[Value, int]:
        return (True, 4) if self._random.one_in(2) else (False, 5)

    def _int(self) -> tuple[Value, int]:
        bits = (8, 8, 8, 8, 10, 16, 24, 32)[self._random.below(8)]
        if self._random.one_in(64):
            bits = 63
        number = self._random.word() >> (64 - bits)
        if self._random.one_in(4):
            number = -number
        return number, len(str(number))

    def _float(self) -> tuple[Value, int]:
        """Return a float that is not whole, made without rounding or with the one that IEEE 754 defines."""
        if self._random.one_in(2):
            hundredths = self._random.below(1_000_000)
            number, length = (hundredths + (hundredths % 100 == 0)) / 100, 7
        else:
            # An odd numerator of 53 bits over a power of two: all digits that a double has.
            number, length = (self._random.word() >> 11 | 1) / 2 ** self._random.between(40, 53), 18
        return (-number if self._random.one_in(3) else number), length

    def _string(self) -> tuple[Value, int]:
        words = self._random.between(1, 4) if self._random.below(3) else self._random.between(5, 24)
        alphabet = self._random.pick(_ALPHABETS) if self._random.one_in(6) else ""
        escapes = self._random.one_in(6)
        parts = []
        for _ in range(words):
            word = self._word(1, 9)
            if alphabet and self._random.one_in(2):
                spot = self._random.below(len(word))
                word = word[:spot] + self._random.pick(alphabet) + word[spot + 1 :]
            if escapes and self._random.one_in(4):
                word += self._random.pick(_ESCAPED)
            parts.append(word)
        text = " ".join(parts)
        return text, len(text.encode()) + 2

    def _number(self, taken: int) -> str:
        """Return a key among twice as many as its map has, and at least among so many as MessagePack has in a byte."""
        return str(self._random.below(max(_ONE_BYTE_KEYS, 2 * taken)))

    def _word(self, shortest: int, longest: int) -> str:
        """Return a word of up to 13 letters, all from one random number."""
        bits, length = divmod(self._random.word(), longest - shortest + 1)
        letters = []
        for _ in range(shortest + length):
            bits, letter = divmod(bits, 26)
            letters.append(_LETTERS[letter])
        return "".join(letters)

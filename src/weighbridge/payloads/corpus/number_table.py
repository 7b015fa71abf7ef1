"""A table of measurements: mostly integers and floats, in rows, as data frames and charts exchange them."""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value

_ROWS = 400
_FIRST_SECOND = 1_700_000_000


def _row(index: int, random: SplitMix64) -> list[int | float]:
    """Return one weighing: when, on which lane, how heavy, how warm, and three raw readings of the load cells."""
    axles = random.between(2, 6)
    gross = random.between(3_500, 7_000) * axles + 10
    return [
        _FIRST_SECOND + index * 60 + random.below(60),
        random.between(1, 4),
        axles,
        gross,
        gross - random.between(1_200, 3_000),
        (random.below(3_000) - 500 | 1) / 100,
        *((random.word() >> 11 | 1) / 2**53 * sign for sign in (1, -1, 1)),
    ]


def _documents() -> tuple[Value, ...]:
    random = SplitMix64(2)
    columns = ["time", "lane", "axles", "gross_kg", "net_kg", "celsius", "cell_1", "cell_2", "cell_3"]
    return ({"columns": columns, "rows": [_row(index, random) for index in range(_ROWS)]},)


BUILT_IN = BuiltIn("number-table", f"a table of {_ROWS} rows of five integers and four floats", _documents)

"""Numbers that are easy to round wrongly, and what ``report/figures.py`` makes of them.

Run it to write ``tests/vectors/figures.json`` anew after a change there, and read the difference: the page's port of
those functions is asserted against the same file.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from weighbridge.report import figures

FILE = Path(__file__).parent.parent / "vectors" / "figures.json"

NUMBERS = [
    0, -0.0, 1, 10, 100, 1000, 1e21, 1e22, 1e23, 1.234e25, 1.7e50, 1e-7, 1.5e-110, 5e-324,
    9.994, 9.995, 9.996, 9.9949999, 99.95, 99.96, 999.4, 999.5, 999.6, 0.9995, 0.09996, 0.00099951,
    999.4999999999999, 999.9999999999999, 1000.0000000000001, 9.999999999999998, 0.1, 0.09999999999999999,
    # Exact ties of the binary value, which go to the even digit.
    0.5, 1.5, 2.5, 12.25, 12.75, 1.125, 1.375, 122.5, 123.5, 1225, 1235, 12250, 12350, 1234500, 0.125, 0.0625, 1.0625,
    # Ties in decimal only: the binary value lies beside them.
    1.005, 1.015, 1.025, 2.675, 10.05, 12.35, 12.45, 0.0001235, 1.2345, 8.345, 64.05,
    # Groups of three digits.
    1234, 12345, 123456, 1234567, 123456789.5, 999499, 999500, 999999, -1234.5, -9.996, -0.01234, -999.5,
]  # fmt: skip

TIMES = [
    0, 0.5, 0.9994, 1, 183, 999.4, 999.49999, 999.5, 999.6, 1000, 1520, 9996, 99950, 999499, 999500, 999500.5, 999950,
    1e6, 12e6, 24.05e6, 999.4e6, 999.5e6, 1e9, 3e9, 59.95e9, 3600e9, 1e14, 1.5e24, 0.0001, -0.2, -183.5, -999.5, -1520,
    1005, 1015, 1025, 1125, 1225.0, 122.5, 123.5,
]  # fmt: skip

INTERVALS = [
    (100, 99, 101), (100, 99.6, 100.4), (100, None, None), (100, 90, None), (0, 0, 1), (0, None, None), (8, 7, 9),
    (16, 15, 17), (1000, 1, 5000), (-50, -60, -40), (1e9, 999999999, 1000000001), (7, 6.9993, 7.0007), (100, 100, 100),
    (1, 0.90035, 1.0997), (1, 0.0005, 1.9996), (40, 39.95, 40.05), (3, 2.5, 3.25), (1.25e-7, 1.2e-7, 1.31e-7),
]  # fmt: skip

NET_TIMES = [
    (20, 19, 21, False), (0, None, 12.0, True), (0, None, 999.5, True), (0, None, None, True), (0, 0, 0, True),
    (1520.4, None, None, False), (999.5, 990, 1010, False), (-3.25, -5, -1, False),
]  # fmt: skip

GROSS_AND_NET = [
    (100, 88, False), (100, 87.5, False), (100, 86.5, False), (200, 199, False), (3, 2, False), (100, 100, False),
    (8, 7.96, False), (100, 101, False), (1000, 1, False), (40, 41, False), (5, 0, True),
]  # fmt: skip

BYTES = [
    0, 1, 816, 999, 1000, 1005, 1015, 9995, 9996, 255_499, 255_500, 999_499, 999_500, 1_000_000, 19_840_000,
    999_499_999, 999_500_000, 1_234_567_890, 10**12,
]  # fmt: skip

WEIGHED_MEMBERS = ("documents", "json_bytes", "whole_documents", "whole_bytes", "family", "picked_share")
WEIGHED = [
    (1, 255_000, 1, 19_800_000, 1, None), (187, 254_816, 20_000, 19_812_345, 2, None), (1, 700, 2, 1500, 64, None),
    (8, 900, None, None, 64, None), (1, 900, None, None, 1, None), (1, 900, None, None, 1, 0.0),
    (1, 900, None, None, 2, 0.125),
]  # fmt: skip


def cases() -> dict[str, list[list[Any]]]:
    """Return the arguments to call each function of the module with."""
    several = random.Random(20261120)
    spread = [several.uniform(1, 10) * 10 ** several.randint(-6, 12) for _ in range(300)]
    ties = [several.randint(1000, 99999) / 2 ** several.randint(1, 9) for _ in range(100)]
    intervals = [[dict(zip(("estimate", "low", "high"), given, strict=True))] for given in INTERVALS]
    return {
        "significant": [[number, digits] for number in (*NUMBERS, *spread, *ties) for digits in (1, 2, 3, 5)],
        "duration": [[time] for time in (*TIMES, *spread)],
        "net_time": [[dict(zip(("estimate", "low", "high", "at_most"), given, strict=True))] for given in NET_TIMES],
        "half_width": intervals,
        "margin": intervals,
        "tare_share": [
            [{"gross_ns": {"estimate": gross}, "net_ns": {"estimate": net, "at_most": at_most}}]
            for gross, net, at_most in GROSS_AND_NET
        ],
        "relative": [
            [{"relative": None}],
            *([{"relative": {"estimate": number}}] for number in (0.17, 0.1695, 1, 12.25, 1225.0)),
        ],
        "size": [[count] for count in (None, 0, 1, 999, 1000, 12345, 143025, 1234567890, 2**53)],
        "about": [[count] for count in BYTES],
        "saved": [[share] for share in (0, 0.62, -0.04, 0.1725, 1, 0.00012345, -3.5)],
        "frequency": [[hertz] for hertz in (1, 999, 32768, 1e6, 16e6, 133e6, 1.2e9)],
        "weighed": [[dict(zip(WEIGHED_MEMBERS, given, strict=True))] for given in WEIGHED],
        "fidelity": [
            [{"fidelity": "exact", "losses": []}],
            [{"fidelity": "lossy", "losses": ["float32"]}],
            [{"fidelity": "lossy", "losses": ["float32", "int53"]}],
            [{"fidelity": "failed", "losses": []}],
        ],
        "rank": [[number, shared] for number in (1, 12) for shared in (True, False)],
        "codec_name": [[{"codec": "json", "variant": None}], [{"codec": "rapidjson", "variant": "insitu"}]],
    }


def written(function: str, arguments: list[Any]) -> Any:
    """Return what a function of the module makes of arguments that came from JSON."""
    given = [_with_attributes(argument) for argument in arguments]
    return figures.rank(given[0], shared=given[1]) if function == "rank" else getattr(figures, function)(*given)


def _with_attributes(value: Any) -> Any:
    if isinstance(value, dict):
        return SimpleNamespace(**{name: _with_attributes(item) for name, item in value.items()})
    return value


if __name__ == "__main__":
    tables = [
        f'"{function}": [\n  '
        + ",\n  ".join(json.dumps([*of, written(function, of)], ensure_ascii=False) for of in several)
        + "\n]"
        for function, several in cases().items()
    ]
    FILE.write_text("{" + ",\n".join(tables) + "}\n", encoding="utf-8")

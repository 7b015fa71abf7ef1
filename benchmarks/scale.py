"""How much is measured: the whole proof, and a taste of it."""

from __future__ import annotations

from dataclasses import dataclass

from weighbridge_kit.operations import Operation

RUNNERS = ("c", "cpp", "python")
"""The method is proved on these: they start quickly, and one of them compiles nothing ahead of time."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured.

    Attributes:
        codecs: those of the long campaign, as ``language/codec``; each runner's plain JSON joins them.
        operations: of the long campaign.
        payload: of the long campaign, and of the harness cost.
        cell_s: what a short run gets for each codec and each twin, in seconds; the tares come out of it.
        runs: short runs in the long campaign.
        slots: runs of the one-by-one protocol between them, each as long as a short run.
        apart: two short runs are compared if so many lie between their starts: minutes, as between one by one.
        bare_processes: pairs of processes per library call.
        bare_rounds: rounds within each pair.
        cell_counts: how many cells the campaigns have whose own cost is measured.
        loaded_cell_counts: the same, under load.
    """

    codecs: tuple[str, ...]
    operations: tuple[Operation, ...]
    cell_s: float
    runs: int
    slots: int
    apart: int
    bare_processes: int
    bare_rounds: int
    cell_counts: tuple[int, ...]
    loaded_cell_counts: tuple[int, ...]
    payload: str = "device-status"


FULL = Scale(
    codecs=(
        "c/json-c",
        "c/yyjson",
        "c/mpack",
        "c/msgpack-c",
        "c++/nlohmann-json",
        "c++/rapidjson",
        "c++/msgpack-cxx",
        "c++/jsoncpp",
        "python/json",
        "python/orjson",
        "python/msgpack",
        "python/u-msgpack",
    ),
    operations=("encode", "decode"),
    cell_s=1.0,
    runs=10,
    slots=3,
    apart=3,
    bare_processes=12,
    bare_rounds=15,
    cell_counts=(10, 30, 100, 300, 1000),
    loaded_cell_counts=(10, 30, 100, 300),
)

QUICK = Scale(
    codecs=("c/json-c", "c/yyjson", "c++/nlohmann-json", "c++/rapidjson", "python/json", "python/orjson"),
    operations=("decode",),
    cell_s=0.5,
    runs=4,
    slots=2,
    apart=2,
    bare_processes=2,
    bare_rounds=5,
    cell_counts=(10, 30),
    loaded_cell_counts=(10,),
)

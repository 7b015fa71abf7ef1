"""How much it flatters codecs to be timed on one document: the same codecs on families of several sizes.

In one process of each runner, every family is loaded, and batches of all of them are timed in turn, in random order.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participant
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.reference import Reference, prepare_reference
from weighbridge.payloads import built_in_payload
from weighbridge.payloads.payload import Payload
from weighbridge.runners.answers import Codec
from weighbridge.runners.client import RunnerClient
from weighbridge.runners.errors import Refusal
from weighbridge.runners.launch import runners_root, start
from weighbridge.runners.manifest import find_manifests
from weighbridge_kit.operations import Operation

SIZES = (1, 8, 64)
BATCH_S = 0.004
ROUNDS = 15
WARM_S = 0.4


@dataclass(frozen=True, slots=True)
class Effect:
    """What one codec takes per payload in families, relative to the payload alone.

    Attributes:
        runner, codec, operation, payload: whose.
        alone_ns: what it takes where the payload is timed alone, in nanoseconds.
        ratios: by the size of the family, the median of its batches over that.
    """

    runner: str
    codec: str
    operation: Operation
    payload: str
    alone_ns: float
    ratios: dict[int, float]


def family_effects(
    participants: Sequence[Participant], payloads: Sequence[Payload], known: References, tell: Callable[[str], object]
) -> list[Effect]:
    """Time the plain rows of runners on every payload in families of all sizes."""
    found: list[Effect] = []
    for payload in payloads:
        formats = {codec.format for one in participants for codec in _plain(one)}
        families = {size: prepare_reference(replace(payload, family=size), formats, known).timed for size in SIZES}
        for one in participants:
            tell(f"families of {payload.name} in {one.name}")
            with start(one.manifest) as client:
                client.describe()
                for size, family in families.items():
                    named = replace(family, payload=replace(family.payload, name=str(size)))
                    client.load(named.load_for(codec.format for codec in _plain(one)))
                for codec in _plain(one):
                    found += _of_codec(client, one.name, codec, payload.name, families)
    return found


def _plain(one: Participant) -> list[Codec]:
    return [codec for codec in one.description.codecs if codec.variant is None]


def _of_codec(
    client: RunnerClient, runner: str, codec: Codec, payload: str, families: dict[int, Reference]
) -> list[Effect]:
    operations: list[Operation] = [operation for operation in codec.operations if operation != "scan"]
    effects = []
    for operation in operations:
        if codec.format not in families[1].encoded:
            continue
        try:
            times = _times(client, codec, operation)
        except Refusal:
            continue
        alone = statistics.median(times[1])
        ratios = {size: statistics.median(several) / alone for size, several in times.items()}
        effects.append(Effect(runner, codec.full_name, operation, payload, alone, ratios))
    return effects


def _times(client: RunnerClient, codec: Codec, operation: Operation) -> dict[int, list[float]]:
    """Time batches on every family in turn; nanoseconds per payload."""

    def spent(size: int, passes: int) -> float:
        timing = client.time(codec.full_name, operation, str(size), passes, untimed=passes // 20, expected_s=1.0)
        return timing.wall_ns if timing.cpu_ns is None else timing.cpu_ns

    passes = dict.fromkeys(SIZES, 1)
    for size in SIZES:
        warmed = 0.0
        while warmed < WARM_S * 1e9:
            took = max(spent(size, passes[size]), 1.0)
            warmed += took
            passes[size] = max(1, round(passes[size] * min(BATCH_S * 1e9 / took, 8)))
    times: dict[int, list[float]] = {size: [] for size in SIZES}
    for _ in range(ROUNDS):
        for size in random.sample(SIZES, len(SIZES)):
            times[size].append(spent(size, passes[size]) / passes[size] / size)
    return times


def table(effects: Sequence[Effect]) -> str:
    """Write the medians, and the ends, by runner and payload, as a table of Markdown."""
    lines = ["| runner | payload | operation | family of 8 | family of 64 |", "|---|---|---|---|---|"]
    keys = sorted({(effect.runner, effect.payload, effect.operation) for effect in effects})
    for key in keys:
        own = [effect for effect in effects if (effect.runner, effect.payload, effect.operation) == key]
        spans = (_span([effect.ratios[size] for effect in own]) for size in SIZES[1:])
        lines.append(f"| {' | '.join(key)} | {' | '.join(spans)} |")
    return "\n".join(lines)


def _span(ratios: Sequence[float]) -> str:
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} … {max(ratios):.2f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of all runners that take part by default, or of those that are named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.families", description=__doc__)
    parser.add_argument("runners", nargs="*", help="only these")
    parser.add_argument("--payloads", default="websocket,device-status,issues-page", help="built-in ones")
    options = parser.parse_args(arguments)
    manifests = [
        one
        for one in find_manifests(runners_root())
        if (one.participant in options.runners if options.runners else one.by_default)
    ]
    participants = assemble(manifests, Silence())
    payloads = [built_in_payload(name) for name in options.payloads.split(",")]
    with References(participants.everyone) as known:
        found = family_effects(
            list(participants.runners.values()), payloads, known, lambda text: sys.stderr.write(f"{text}\n")
        )
    sys.stdout.write(table(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

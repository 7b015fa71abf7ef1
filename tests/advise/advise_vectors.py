"""Writes ``tests/vectors/advice.json``: what the model says of a small run, for every port of it to agree with.

Run it as ``python tests/advise/advise_vectors.py`` after the model has changed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import Any

from advise_documents import both, cell, compression, payload_info, run_document
from weighbridge.advise.case import Case, consider
from weighbridge.advise.sentences import further, sentence
from weighbridge.advise.verdict import Answer, payback_months

from weighbridge.advise import flips, model
from weighbridge.advise.advice import advise, losses_of
from weighbridge.advise.candidates import candidates_of
from weighbridge.advise.scenario import Scenario, read_scenario
from weighbridge.report.document import RunDocument

FILE = Path(__file__).parents[1] / "vectors" / "advice.json"

_JSON_SIZES = {"gzip": 9200, "zstd": 9000, "brotli": 8300, "lz4": 12900}
_MSGPACK_SIZES = {"gzip": 9100, "zstd": 8950, "brotli": 8200, "lz4": 12200}


def small_run() -> RunDocument:
    """Three members; a slow and a fast JSON, a variant that only encodes, a loss, a bound, no date, no error."""
    json_bytes: dict[str, Any] = {"size": 22_000, "compressed": _JSON_SIZES}
    packed: dict[str, Any] = {"form": "msgpack", "size": 17_600, "compressed": _MSGPACK_SIZES}
    node: dict[str, Any] = {"member": "node", "language": "javascript"}
    unsure = {"estimate": 5_000, "low": 2_000, "high": 11_000}
    return run_document(
        [
            cell("json", "encode", 310_000, 3_100, relative=("python/json", 1.0, 0.0), **json_bytes),
            cell("json", "decode", 260_000, 2_400, relative=("python/json", 1.0, 0.0), **json_bytes),
            cell("orjson", "encode", 31_000, 700, relative=("python/json", 0.1, 0.002), **json_bytes),
            cell("orjson", "decode", 91_000, 1_300, relative=("python/json", 0.35, 0.004), **json_bytes),
            cell("ormsgpack", "encode", 24_000, 900, relative=("python/json", 0.0774, 0.003), **packed),
            cell("ormsgpack", "decode", 102_000, 2_100, relative=("python/json", 0.3923, 0.006), **packed),
            cell("ormsgpack[reuse]", "encode", 19_000, 800, policies={"buffers": "reuse"}, **packed),
            *both("pickle", 20_000, 30_000, 300, **(packed | {"form": "pickle", "size": 15_000})),
            cell("json", "encode", 80_000, 1_000, relative=("node/json", 1.0, 0.0), **json_bytes, **node),
            cell("json", "decode", 95_000, 1_500, relative=("node/json", 1.0, 0.0), **json_bytes, **node),
            cell("packer", "encode", 12_000, at_most=True, gross_ns=unsure, released=None, **packed, **node),
            cell("packer", "decode", 172_000, 4_000, relative=("node/json", 1.8105, 0.07), **packed, **node),
            *both("loser", 9_000, 11_000, 400, losses=("int53",), **packed, **node),
            *both("once", 10_000, 12_000, None, processes=1, **packed, **node),
            *both("json", 100_000, 100_000, 60_000, member="go", relative=("go/json", 1.0, 0.0), **json_bytes),
            *both("fast", 70_000, 70_000, 500, member="go", relative=("go/json", 0.7, 0.01), **json_bytes),
            *both("pack", 66_000, 66_000, 500, member="go", **(packed | {"size": 22_000})),
        ],
        [
            payload_info(
                documents=10,
                compression=[
                    compression("json", "gzip", 520_000, 90_000, 4_000),
                    compression("json", "zstd", 88_000, 30_000, 1_200),
                    compression("json", "brotli", 710_000, 110_000, 9_000),
                    compression("msgpack", "gzip", 470_000, 82_000, 3_500),
                    compression("msgpack", "zstd", 80_000, 28_000, 1_100),
                    compression("msgpack", "brotli", 640_000, 101_000, 8_000),
                ],
            )
        ],
    )


SCENARIOS: dict[str, tuple[str, Scenario]] = {
    "the defaults: a round trip hides everything": ("python", read_scenario()),
    "no round trip": ("python", read_scenario(rtt="0")),
    "a slow link without a round trip": ("python", read_scenario(rtt="0", bandwidth="2Mbit/s", rate="10/s")),
    "a fast link without a round trip": ("python", read_scenario(rtt="0", bandwidth="10Gbit/s", rate="2000/s")),
    "fresh buffers only, and a slow link": (
        "python",
        read_scenario(rtt="0", bandwidth="2Mbit/s", rate="10/s", require=["fresh"]),
    ),
    "gzip": ("python", read_scenario(rtt="1ms", compress="gzip")),
    "zstd, rate in thousands": (
        "python",
        read_scenario(rtt="0.5ms", compress="zstd", rate="2k/s", bandwidth="1Gbit/s"),
    ),
    "a library and a format that are both almost enough": (
        "python",
        read_scenario(rtt="0.5ms", compress="zstd", rate="2000/s", bandwidth="20Mbit/s"),
    ),
    "no times of lz4": ("python", read_scenario(compress="lz4")),
    "cost": ("python", read_scenario(minimise="cost", rate="2000/s", bandwidth="1Gbit/s")),
    "cost, and a change that pays back too late": (
        "python",
        read_scenario(minimise="cost", rate="2000/s", bandwidth="1Gbit/s", change_cost="12k"),
    ),
    "cost, and a change that pays back": (
        "python",
        read_scenario(minimise="cost", rate="2000/s", bandwidth="1Gbit/s", change_cost="300"),
    ),
    "cost, cores only": (
        "python",
        read_scenario(minimise="cost", egress_price="0/GB", cpu_price="0.1/h", rate="5000/s", bandwidth="1Gbit/s"),
    ),
    "the baseline saturates the link": ("python", read_scenario(rate="6000/s")),
    "everything saturates the link": ("python", read_scenario(rate="9000/s")),
    "another baseline": ("python", read_scenario(rtt="0", baseline="orjson", bandwidth="10Gbit/s")),
    "a baseline made for one language": (
        "python",
        read_scenario(rtt="0", baseline="pickle", bandwidth="1Mbit/s", rate="10/s"),
    ),
    "a concession that is worth it": ("python", read_scenario(rtt="0", bandwidth="5Gbit/s", threshold="1%")),
    "readable only": ("python", read_scenario(rtt="0", require=["readable"], bandwidth="2Mbit/s", rate="10/s")),
    "a bound instead of a time": ("node", read_scenario(rtt="0")),
    "slower on a fast link": ("node", read_scenario(rtt="0", bandwidth="100Gbit/s")),
    "noise": ("node", read_scenario(rtt="0", bandwidth="4.5Gbit/s", threshold="0%")),
    "a baseline whose error is not known": ("node", read_scenario(baseline="once")),
    "a format that beats the best library, but perhaps not the baseline": (
        "go",
        read_scenario(rtt="0", bandwidth="100Gbit/s"),
    ),
    "maintained only": ("node", read_scenario(rtt="0", require=["maintained"])),
    "who can live with a loss": ("node", read_scenario(rtt="0", accept=["int53"])),
}


def vectors() -> dict[str, Any]:
    """Return the document and what is expected of it."""
    document = small_run()
    return {
        "document": document.model_dump(mode="json"),
        "cases": [_case(document, name, member, scenario) for name, (member, scenario) in SCENARIOS.items()],
    }


def _case(document: RunDocument, name: str, member: str, scenario: Scenario) -> dict[str, Any]:
    payload = document.run.payloads[0]
    candidates = candidates_of(document, payload, member)
    case = consider(document, payload, member, candidates, scenario)
    (advice,) = advise(document, scenario, languages=[member]).advice
    return {
        "name": name,
        "payload": payload.payload,
        "member": member,
        "scenario": asdict(scenario)
        | {"requirements": list(scenario.requirements), "accepted": list(scenario.accepted)},
        "expected": {
            "candidates": [candidate.name for candidate in candidates],
            "obstacle": case.obstacle,
            "sentence": sentence(case, document, scenario),
            "further": further(case, document, scenario),
            "compressors": [
                {
                    "compressor": compressor,
                    "obstacle": other.obstacle,
                    "kind": None if other.verdict is None else other.verdict.kind,
                    "best": None if other.verdict is None else other.verdict.best.name,
                }
                for compressor, other in flips.cases_by_compressor(document, case, scenario)
            ],
            "losses": [asdict(loss) for loss in losses_of(document, case)],
            "remarks": list(advice.remarks),
            **_numbers(case, scenario),
        },
    }


def _numbers(case: Case, scenario: Scenario) -> dict[str, Any]:
    contest, verdict = case.contest, case.verdict
    if contest is None or verdict is None:
        return {}
    return {
        "excluded": {name: list(reasons) for name, reasons in contest.excluded.items()},
        "weights": [_weight(weight, scenario) for weight in contest.weights],
        "savings": [
            _saving(contest.baseline, weight, contest.less(contest.baseline, weight), scenario)
            for weight in contest.others
        ],
        "crossovers": [
            {"first": first.name, "second": second.name, "bits_per_s": model.crossover(first, second)}
            for first, second in combinations(contest.weights, 2)
        ],
        "envelope": [
            {"from_bits_per_s": part.from_bits_per_s, "to_bits_per_s": part.to_bits_per_s, "best": part.best.name}
            for part in model.envelope(contest.weights)
        ],
        "verdict": {
            "kind": verdict.kind,
            "best": verdict.best.name,
            "library": _answer(verdict.library),
            "format": _answer(verdict.format),
            "rejected": None if verdict.rejected is None else _answer(verdict.rejected),
        },
        "stretches": [
            {
                "from_bits_per_s": part.from_bits_per_s,
                "to_bits_per_s": part.to_bits_per_s,
                "kind": part.kind,
                "best": part.best.name,
            }
            for part in flips.verdicts_by_bandwidth(contest, scenario)
        ],
    }


def _term(term: model.Term) -> dict[str, float | None]:
    return {"estimate": term.estimate, "half": term.half}


def _weight(weight: model.Weight, scenario: Scenario) -> dict[str, Any]:
    return {
        "name": weight.name,
        "encode_ns": _term(weight.encode),
        "compress_ns": _term(weight.compress),
        "decompress_ns": _term(weight.decompress),
        "decode_ns": _term(weight.decode),
        "processor_ns": _term(weight.processor),
        "bytes": weight.bytes,
        "total_ns": _term(model.total(weight, scenario)),
        "cores": _term(model.cores(weight.processor, scenario)),
        "money_per_month": _term(model.money(weight.processor, weight.bytes, scenario)),
        "link_load": model.load(weight, scenario),
        "saturating_messages_per_s": model.saturating_rate(weight, scenario),
    }


def _saving(reference: model.Weight, other: model.Weight, less: model.Difference, scenario: Scenario) -> dict[str, Any]:
    return {
        "reference": reference.name,
        "other": other.name,
        "processor_ns": _term(less.processor),
        "bytes": less.bytes,
        "total_ns": _term(model.saved_time(less, scenario)),
        "cores": _term(model.saved_cores(less, scenario)),
        "money_per_month": _term(model.saved_money(less, scenario)),
        "payback_months": payback_months(less, scenario),
        "payback_messages_per_s": flips.payback_rate(less, scenario),
    }


def _answer(answer: Answer) -> dict[str, Any]:
    challenger = None if answer.challenger is None else answer.challenger.name
    return {"reference": answer.reference.name, "challenger": challenger, "outcome": answer.outcome}


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

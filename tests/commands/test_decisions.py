"""The commands for a decision: advise and plot."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from workbench import ONCE, Workbench

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def test_advice_follows_its_schema_and_says_what_was_asked(kept: Workbench, name: str) -> None:
    document = kept.json("advise", "last", "--bandwidth", "1Gbit/s", "--rtt", "0.5ms", "--compress", "zstd")
    jsonschema.validate(document, json.loads((SCHEMAS / "advise.json").read_text()))
    assert document["run"] == name
    assert document["scenario"]["bandwidth_bits_per_s"] == 1e9
    assert document["scenario"]["rtt_s"] == 0.0005
    (advice,) = document["advice"]
    assert (advice["kind"], advice["best"]["codec"]) == ("stay", "json")
    # Nothing is left out of the sum: with nothing else to choose there is still a total.
    best = advice["best"]
    parts = [best[part]["estimate"] for part in ("encode_ns", "compress_ns", "decompress_ns", "decode_ns")]
    assert best["total_ns"]["estimate"] == pytest.approx(sum(parts) + best["transfer_ns"] + 0.5e6)
    assert best["transfer_ns"] == pytest.approx(best["bytes_per_message"] * 8)


def test_what_is_said_of_every_runner_is_said_once(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("second")
    workbench("run", orders, *ONCE, "--no-page")
    said = workbench("advise", "last").stdout
    assert said.count("too short") == 1
    assert len(workbench.json("advise", "last")["advice"]) == 2


def test_people_read_a_sentence(kept: Workbench, name: str) -> None:
    ended = kept("advise", name)
    assert ended.returncode == 0
    assert "orders · " in ended.stdout
    assert "Stay with JSON (json)" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bandwidth", "fast"), "100Mbit/s"),
        (("--rtt", "20"), "20ms"),
        (("--rate", "0/s"), "2000/s"),
        (("--require", "exct"), "did you mean exact"),
        (("--threshold", "200%"), "5%"),
        (("--accept", "int54"), "unknown loss"),
        (("--baseline", "jsn"), "json"),
        (("--payloads", "order"), "orders"),
        (("--languages", "pyton"), "python"),
        (("--compress", "zip"), "gzip"),
    ],
)
def test_what_cannot_be_advised_on_is_said(
    kept: Workbench, name: str, arguments: tuple[str, str], message: str
) -> None:
    ended = kept("advise", name, *arguments)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert ended.stdout == ""


@pytest.mark.parametrize(("file", "begins"), [("chart.svg", b"<svg"), ("chart.png", b"\x89PNG")])
@pytest.mark.parametrize("kind", ["ranking", "pareto", "bandwidth", "heatmap"])
def test_every_chart_is_written_in_both_forms(kept: Workbench, name: str, kind: str, file: str, begins: bytes) -> None:
    ended = kept("plot", name, "--kind", kind, "-o", file)
    assert ended.returncode == 0, ended.stderr
    assert (kept.documents / file).read_bytes().startswith(begins)


def test_the_samples_of_a_codec_are_plotted(kept: Workbench, name: str) -> None:
    ended = kept("plot", name, "--kind", "samples", "--codecs", "steady/json", "-o", "samples.svg")
    assert ended.returncode == 0, ended.stderr
    assert "Samples of json" in (kept.documents / "samples.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "bad.pdf"), ".svg or .png"),
        (("--payloads", "order", "-o", "bad.svg"), "orders"),
        (("--languages", "pyton", "-o", "bad.svg"), "python"),
        (("--codecs", "steady/jsn", "-o", "bad.svg"), "json"),
        (("--formats", "jsn", "-o", "bad.svg"), "json"),
        (("--kind", "pie", "-o", "bad.svg"), "ranking"),
        (("--unit", "instructions", "-o", "bad.svg"), "instructions"),
        (("--kind", "verdict", "--to", "jsn", "-o", "bad.svg"), "did you mean json"),
        (("--kind", "verdict", "--to", "json", "-o", "bad.svg"), "json is what others are compared with"),
    ],
)
def test_what_cannot_be_plotted_is_said(kept: Workbench, name: str, arguments: tuple[str, ...], message: str) -> None:
    ended = kept("plot", name, *arguments)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert not (kept.documents / arguments[-1]).exists()

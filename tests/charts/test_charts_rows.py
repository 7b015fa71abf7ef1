"""The rows of charts say what the document says, and no more."""

from __future__ import annotations

import pytest
from charts_documents import cell, document, orders

from weighbridge.advise.scenario import Scenario
from weighbridge.charts.bandwidth import bandwidth, time_on, weights_of
from weighbridge.charts.heatmap import heatmap
from weighbridge.charts.pareto import pareto
from weighbridge.charts.picture import ChartError, Picture
from weighbridge.charts.placing import LEFT_BELOW, Label, place
from weighbridge.charts.ranking import ranking
from weighbridge.charts.rows import OTHERS, Unit, domain, format_groups, ticks
from weighbridge.charts.samples import samples
from weighbridge.charts.selection import at, rebase, relative_to
from weighbridge.measure.samples import Phase, Sample, Samples
from weighbridge.report.document import Cell, RunDocument


def encoded(run: RunDocument, member: str | None = "python") -> list[Cell]:
    return [one for one in at(run.cells, "orders", "encode") if member in (None, one.member)]


def row(picture: Picture, label: str) -> dict[str, object]:
    (found,) = [one for one in picture.data["rows"] if one["label"] == label]
    return found


# Ranking


def test_equals_share_a_rank_and_a_ground() -> None:
    run = orders()
    rows = ranking(run, encoded(run)).data["rows"]
    shown = [(one["label"], one["rank"], one["ground"]) for one in rows]
    assert shown == [
        ("orjson", "1=", 0),
        ("ormsgpack", "1=", 0),
        ("msgpack[reuse]", "3=", 1),
        ("cbor2", "3=", 1),
        ("once", "4", 0),
        ("json", "5", 1),
        ("pure", "6", 0),
    ]


def test_among_equals_the_exact_stands_before_the_faster_lossy_one() -> None:
    run = orders()
    picture = ranking(run, encoded(run))
    labels = [one["label"] for one in picture.data["rows"]]
    assert labels.index("msgpack[reuse]") < labels.index("cbor2")
    assert row(picture, "cbor2")["lossy"] is True
    assert row(picture, "cbor2")["text"] == "0.221× · lossy"
    assert row(picture, "cbor2")["fidelity"] == "lossy: float32"


def test_bars_are_in_the_unit_that_the_axis_names() -> None:
    run = orders()
    picture = ranking(run, [one for one in encoded(run) if one.codec in {"orjson", "json"}], unit="time")
    assert picture.words["x"] == "net time of a pass (µs)"
    assert row(picture, "json")["value"] == pytest.approx(9.0)
    assert (row(picture, "json")["low"], row(picture, "json")["high"]) == pytest.approx((8.82, 9.18))
    assert row(picture, "json")["text"] == "9.00 µs"
    assert row(picture, "json")["interval"] == "±2.0%"


def test_a_bound_is_no_bar() -> None:
    run = orders()
    picture = ranking(run, [one for one in encoded(run) if one.codec in {"tiny", "orjson"}], unit="time")
    assert picture.words["x"] == "net time of a pass (ns)"
    tiny = row(picture, "tiny")
    assert (tiny["value"], tiny["low"], tiny["high"], tiny["end"]) == (0, 0, 40, 40)
    assert tiny["text"] == "≤ 40.0 ns"
    speeds = ranking(run, encoded(run), unit="speed")
    assert "tiny" not in [one["label"] for one in speeds.data["rows"]]
    assert "Left out: 1 without this number." in speeds.notes


def test_without_an_interval_there_is_a_question_mark_and_no_whisker() -> None:
    run = orders()
    once = row(ranking(run, encoded(run)), "once")
    assert (once["low"], once["high"], once["text"]) == (None, None, "0.550× ±?")


def test_what_was_measured_in_one_process_has_no_rank() -> None:
    run = document([cell("json", net=100.0, half=None), cell("orjson", net=50.0, half=None)])
    rows = ranking(run, run.cells, unit="time").data["rows"]
    assert [(one["label"], one["rank"], one["ground"]) for one in rows] == [("orjson", "", 0), ("json", "", 0)]


def test_times_relative_to_several_baselines_have_no_common_rank() -> None:
    run = orders()
    picture = ranking(run, encoded(run, None))
    assert picture.words["x"] == "net time ÷ each runner's json"
    values = [one["value"] for one in picture.data["rows"]]
    assert values == sorted(values)
    assert {one["rank"] for one in picture.data["rows"]} == {""}
    assert "json · Go" in [one["label"] for one in picture.data["rows"]]


def test_a_slow_outlier_is_cut_off_and_says_so() -> None:
    run = orders()
    picture = ranking(run, encoded(run))
    assert [one["label"] for one in picture.data["rows"] if one["cut"]] == ["pure"]
    assert picture.words["limit"] < 2
    assert row(picture, "pure")["text"] == "100×"
    assert any("cut off" in note for note in picture.notes)


def test_the_fastest_is_never_cut_off() -> None:
    run = orders()
    speeds = ranking(run, encoded(run), unit="speed")
    assert not any(one["cut"] for one in speeds.data["rows"])
    assert speeds.words["limit"] >= max(one["high"] or 0 for one in speeds.data["rows"])


@pytest.mark.parametrize(
    ("unit", "text"), [("instructions", "12 345"), ("allocated", "1 024"), ("speed", "2 220 MB/s")]
)
def test_every_unit_has_its_numbers(unit: Unit, text: str) -> None:
    run = orders()
    assert text in [one["text"] for one in ranking(run, encoded(run), unit=unit).data["rows"]]


@pytest.mark.parametrize("unit", ["relative", "instructions", "allocated"])
def test_without_a_number_there_is_nothing_to_rank(unit: Unit) -> None:
    run = document([cell("cbor2", "cbor"), cell("msgpack", "msgpack")])
    with pytest.raises(ChartError, match=r"nothing to rank.*choose another unit"):
        ranking(run, run.cells, unit=unit)


def test_only_so_many_are_shown() -> None:
    run = orders()
    picture = ranking(run, encoded(run), most=2)
    assert [one["label"] for one in picture.data["rows"]] == ["orjson", "ormsgpack"]
    assert "Not shown: 5 more." in picture.notes


def test_no_two_rows_have_one_label() -> None:
    cells = [cell("json", member=member, language="javascript") for member in ("node", "browser:firefox")]
    run = document(cells)
    labels = [one["label"] for one in ranking(run, run.cells, unit="time").data["rows"]]
    assert sorted(labels) == ["json · browser:firefox", "json · node"]


# Another baseline


def test_the_runs_own_ratio_is_kept() -> None:
    run = orders()
    orjson = next(one for one in encoded(run) if one.codec == "orjson")
    json = next(one for one in encoded(run) if one.codec == "json")
    assert relative_to(orjson, json, "net") == orjson.relative


def test_errors_of_both_count_for_any_other_baseline() -> None:
    run = orders()
    moved = {one.codec: one.relative for one in rebase(run.cells, encoded(run), "orjson", "net")}
    json, bound, once = moved["json"], moved["tiny"], moved["once"]
    assert json is not None
    assert json.to == "python/orjson"
    assert json.estimate == pytest.approx(10)
    assert json.low is not None
    assert json.high is not None
    assert 2 * 0.02 > json.high / json.estimate - 1 > 0.02
    assert json.low * json.high == pytest.approx(json.estimate**2)
    assert bound is None
    assert once is not None
    assert once.low is once.high is None


def test_gross_times_are_compared_with_gross_times() -> None:
    run = orders()
    moved = {one.codec: one.relative for one in rebase(run.cells, encoded(run), None, "gross")}
    orjson = moved["orjson"]
    assert orjson is not None
    assert orjson.estimate == pytest.approx(950 / 9050)


def test_gross_times_have_no_rank_but_their_own_order() -> None:
    """The run ranks net times."""
    run = orders()
    rows = ranking(run, encoded(run), unit="time", weight="gross").data["rows"]
    assert {one["rank"] for one in rows} == {""}
    assert [one["value"] for one in rows] == sorted(one["value"] for one in rows)


def test_wall_times_among_cpu_times_are_named() -> None:
    cells = [cell("json", member="python"), cell("json", member="browser:firefox", clock="wall")]
    picture = ranking(document(cells), document(cells).cells, unit="time")
    assert any(note.startswith("Wall times, not CPU times: ") for note in picture.notes)
    assert not any("Wall" in note for note in ranking(document(cells[1:]), cells[1:], unit="time").notes)


@pytest.mark.parametrize(("lossy_baseline", "fastest"), [(False, "json"), (True, "quick")])
def test_the_fastest_on_a_link_is_no_lossier_than_its_baseline(lossy_baseline: bool, fastest: str) -> None:
    lost = ("int53",)
    cells = [
        made
        for operation in ("encode", "decode")
        for made in (
            cell("json", operation=operation, relative=1.0, losses=lost if lossy_baseline else ()),
            cell("quick", net=10.0, operation=operation, losses=lost),
        )
    ]
    run = document(cells)
    weights = weights_of(run, run.run.payloads[0], ("python",), (), Scenario())
    assert bandwidth(run, weights, Scenario()).notes[0].startswith(f"The fastest: {fastest} ")


def test_a_codec_of_another_language_can_be_the_baseline_of_all() -> None:
    run = orders()
    moved = rebase(run.cells, encoded(run, None), "go/packer", "net")
    assert {one.relative.to for one in moved if one.relative} == {"go/packer"}
    with pytest.raises(ChartError, match=r"no codec 'go/paker': did you mean go/packer"):
        rebase(run.cells, encoded(run), "go/paker", "net")


# Colours


def test_a_format_keeps_its_group_whatever_is_selected() -> None:
    run = document([cell(f"c{n}{m}", f"format{n}") for n in range(10) for m in range(11 - n)])
    groups = format_groups(run)
    assert [groups[f"format{n}"] for n in (0, 7, 8, 9)] == ["format0", "format7", OTHERS, OTHERS]
    picture = ranking(run, run.cells[-2:], unit="time")
    assert picture.words["present"] == [OTHERS]
    assert len(picture.words["domain"]) == 9


# Size against time


def test_nobody_beats_the_frontier_in_both() -> None:
    run = document(
        [
            cell("quick", net=100.0, bytes=900),
            cell("small", net=400.0, bytes=500),
            cell("beaten", net=450.0, bytes=600),
            cell("equal", net=400.0, bytes=500 + 1),
            cell("cheat", net=50.0, bytes=100, losses=("float32",)),
        ]
    )
    picture = pareto(run, run.cells)
    assert {one["label"] for one in picture.data["rows"] if one["frontier"]} == {"quick", "small"}
    corners = [(one["time"], one["bytes"]) for one in picture.data["steps"]]
    assert corners[1:3] == [(100.0, 900), (400.0, 500)]
    assert corners[0] == (100.0, picture.words["yDomain"][1])
    assert corners[-1] == (picture.words["xDomain"][1], 500)
    assert {one["text"] for one in picture.data["labels"]} == {"quick", "small"}


def test_where_all_are_lossy_the_frontier_is_of_them() -> None:
    run = document([cell("one", losses=("float32",)), cell("other", net=500.0, losses=("float32",))])
    assert [one["label"] for one in pareto(run, run.cells).data["rows"] if one["frontier"]] == ["other"]


def test_sizes_are_those_after_compression() -> None:
    run = orders()
    picture = pareto(run, encoded(run), "gzip")
    assert row(picture, "orjson")["bytes"] == 520
    assert picture.words["y"] == "bytes after gzip"
    assert "Left out: 2 of unknown size or time." in picture.notes
    bare = document([cell("json")])
    with pytest.raises(ChartError, match=r"no size after zstd.*without compression"):
        pareto(bare, bare.cells, "zstd")


def test_a_bound_stands_at_its_bound() -> None:
    run = orders()
    tiny = row(pareto(run, encoded(run)), "tiny")
    assert tiny["timeText"] == "≤ 40.0 ns"
    assert tiny["time"] == tiny["low"] == tiny["high"]


# Against bandwidth


def test_lines_are_of_the_model_and_the_envelope_is_their_lowest() -> None:
    run = orders()
    scenario = Scenario(bandwidth_bits_per_s=100e6, rtt_s=0.02)
    weights = weights_of(run, run.run.payloads[0], ("python",), (), scenario)
    picture = bandwidth(run, weights, scenario)
    exact = [weight for weight in weights if weight.candidate.is_exact]
    for one in picture.data["best"]:
        times = [time_on(weight, one["bandwidth"]) for weight in exact]
        assert one["time"] == pytest.approx(min(times))
    (crossing,) = picture.data["crossings"]
    # (3,900 − 4,510) ns per pass of 10 messages against 1,000 − 720 bytes
    assert crossing["bandwidth"] == pytest.approx(8 * 28 / 61 * 1e9)
    assert crossing["text"] == "3.67 Gbit/s"
    assert picture.data["current"][0]["text"] == "100 Mbit/s"


def test_the_round_trip_is_a_line_of_its_own() -> None:
    run = orders()
    scenario = Scenario(rtt_s=20e-6)
    weights = weights_of(run, run.run.payloads[0], ("python",), (), scenario)
    picture = bandwidth(run, weights, scenario)
    assert picture.data["roundTrip"] == [{"time": pytest.approx(20_000), "text": "round trip: 20.0 µs more"}]
    far = bandwidth(run, weights, Scenario(rtt_s=10.0))
    assert far.data["roundTrip"] == []
    assert far.data["rows"] == picture.data["rows"]


def test_a_candidate_needs_both_halves_and_its_sizes() -> None:
    run = orders()
    weights = weights_of(run, run.run.payloads[0], ("python", "go"), (), Scenario())
    assert {weight.name for weight in weights} == {"json", "orjson", "ormsgpack", "cbor2", "packer"}
    none = weights_of(run, run.run.payloads[1], ("python", "go"), (), Scenario())
    with pytest.raises(ChartError, match="Choose other formats, runners or compression"):
        bandwidth(run, none, Scenario())


def test_the_axis_reaches_the_users_bandwidth() -> None:
    run = orders()
    for link in (2e4, 1e9, 5e9):
        scenario = Scenario(bandwidth_bits_per_s=link)
        weights = weights_of(run, run.run.payloads[0], ("python",), (), scenario)
        low, high = bandwidth(run, weights, scenario).words["xDomain"]
        assert low <= min(link, 1e6)
        assert high >= max(link, 1e9)


# Heat map


def test_what_is_missing_and_what_failed_are_told_apart() -> None:
    run = orders()
    rows = heatmap(run, [one for one in run.cells if one.member == "python"], "encode").data["rows"]
    states = {(one["label"], one["payload"]): one["state"] for one in rows}
    assert states["orjson", "hello"] == "measured"
    assert states["ormsgpack", "hello"] == "failed"
    assert states["cbor2", "hello"] == "absent"
    assert states["tiny", "orders"] == "unknown"


def test_colours_are_logarithms_about_one() -> None:
    run = document([cell("json", relative=1.0), cell("half", net=500.0, relative=0.5), cell("slow", relative=1000.0)])
    picture = heatmap(run, run.cells, "encode")
    assert [(one["label"], one["log"], one["text"]) for one in picture.data["rows"]] == [
        ("half", -1, "0.500×"),
        ("json", 0, "1.00×"),
        ("slow", 4, "1 000×"),
    ]
    assert picture.words["limits"] == [-4, 4]


def test_without_a_baseline_there_is_no_heat_map() -> None:
    run = document([cell("cbor2", "cbor")])
    with pytest.raises(ChartError, match="Choose a baseline"):
        heatmap(run, run.cells, "encode")


# Samples


def test_samples_stand_in_the_order_of_their_processes() -> None:
    run = orders()
    taken = [
        Sample(1, 5, 0, Phase.TIMED, 10, 0, 9500),  # the processes between are of other runners
        Sample(1, 0, 1, Phase.TIMED, 10, 0, 9100),
        Sample(1, 0, 0, Phase.TIMED, 10, 0, 9000),
        Sample(1, 0, 0, Phase.FIRST, 1, 0, 80_000),
    ]
    picture = samples(run, run.cells[1], Samples.from_rows(taken))
    shown = [(one["process"], one["phase"], one["text"], one["beyond"]) for one in picture.data["rows"]]
    assert shown == [
        (1, "first call", "80.0 µs", "above"),
        (1, "timed", "900 ns", "within"),
        (1, "timed", "910 ns", "within"),
        (2, "timed", "950 ns", "within"),
    ]
    low, high = picture.words["yDomain"]
    assert all(low <= one["time"] <= high for one in picture.data["rows"])
    (estimate,) = picture.data["estimate"]
    assert low <= estimate["low"] < estimate["value"] < estimate["high"] <= high


def test_without_samples_there_is_nothing_to_plot() -> None:
    run = orders()
    with pytest.raises(ChartError, match="no samples"):
        samples(run, run.cells[0], Samples.from_rows([Sample(0, 0, 0, Phase.WARMUP, 1, 10, 10)]))


# Axes and labels


def test_logarithmic_axes_have_round_ticks() -> None:
    assert ticks((0.03, 1.5), "log") == [0.05, 0.1, 0.2, 0.5, 1.0]
    assert ticks((0.5, 2e6), "log") == [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
    assert ticks((0, 10), "linear") is None


@pytest.mark.parametrize("kind", ["log", "linear"])
def test_an_axis_has_room_about_its_values(kind: str) -> None:
    low, high = domain([10.0, 20.0], kind, below=0.1, above=0.1)
    assert 0 <= low < 10 < 20 < high
    low, high = domain([10.0], kind, below=0.1, above=0.1)
    assert low < 10 < high


def test_no_label_covers_another_or_a_point() -> None:
    labels = [[Label(0.5, 0.5, {"text": "first"})], [Label(0.51, 0.5, {"text": "second"})]]
    shown = place(labels, [], 300, (LEFT_BELOW,))
    assert {one["text"] for one in shown} == {"first"}
    assert place([[Label(0.5, 0.5, {"text": "name"})]], [(0.49, 0.475)], 300, (LEFT_BELOW,)) == []


def test_a_label_that_leaves_the_plot_is_left_out_until_there_is_room() -> None:
    shown = place([[Label(0.2, 0.5, {"text": "a name of some length"})]], [], 300, (LEFT_BELOW,))
    assert shown
    assert min(one["least"] for one in shown) > 400

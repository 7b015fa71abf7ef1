"""The plan: cells of what is selected, their tares, baselines and twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from weighbridge.campaign.participants import Participant, Participants
from weighbridge.campaign.plan import asked_cells, left_out, pair_cells, plan_cells
from weighbridge.campaign.selection import Selection, SelectionError
from weighbridge.campaign.settings import Settings
from weighbridge.payloads.payload import Payload
from weighbridge.runners.answers import Description
from weighbridge.runners.manifest import HOST, Manifest, Start
from weighbridge.store.records import CellRecord

POLICIES = {
    "buffers": "fresh", "strings": "owned", "utf8": "checked", "access": "tree", "api": "x", "starts_from": "native",
    "threads": False,
}  # fmt: skip


def codec(
    name: str,
    form: str = "json",
    *,
    variant: str | None = None,
    operations: str = "encode decode",
    threads: bool = False,
) -> dict[str, Any]:
    return {
        "codec": name, "variant": variant, "format": form, "library": name, "version": "1", "homepage": "",
        "operations": tuple(operations.split()), "tare": dict.fromkeys(operations.split(), "call"),
        "policies": {**POLICIES, "threads": threads}, "licence": "", "documentation": "", "source": f"codecs/{name}",
    }  # fmt: skip


def participant(
    name: str,
    language: str,
    *codecs: dict[str, Any],
    baseline: str = "plain",
    cpu: bool = True,
    covers: dict[str, str] | None = None,
    target: str = HOST,
    by_default: bool = True,
    with_runner: bool = True,
    floors: tuple[str, ...] = (),
) -> Participant:
    clock = {"name": "clock", "resolution_ns": 1.0}
    clocks = {"wall": clock, "cpu": {**clock, **(covers or {})} if cpu else None}
    description = Description.model_validate(
        {
            "protocol": 1, "runner": name, "language": language, "runtime": "", "compiler": None, "flags": None,
            "clocks": clocks, "tares": ("call",), "floors": floors, "codecs": codecs, "missing": (),
        },
        strict=False,
    )  # fmt: skip
    start = Start(command=("true",))
    return Participant(
        Manifest(
            name=name,
            title=name.title() if target == HOST else f"{name.title()} ({target})",
            language=language,
            baseline=baseline,
            folder=Path(name),
            start=start,
            target=target,
            by_default=by_default,
            with_runner=with_runner,
        ),
        description,
        raised_priority=False,
    )


PAYLOAD = Payload("p", ({"id": 1},), "", "")
ALL = Selection(every_variant=True)


def taking_part(*participants: Participant) -> Participants:
    return Participants({one.name: one for one in participants}, ())


PYTHON = participant(
    "python", "python", codec("plain"), codec("fast"), codec("pack", "msgpack"), codec("fast", variant="reuse")
)
C = participant("c", "c", codec("other"), codec("scanner", operations="scan"), baseline="other")


def paired(participants: Participants, selection: Selection = ALL, baseline: str | None = None) -> list[CellRecord]:
    return pair_cells(plan_cells(participants, [PAYLOAD], selection, baseline), participants, baseline=baseline, seed=1)


def names(cells: list[CellRecord], role: str = "codec") -> set[str]:
    return {f"{cell.language}/{cell.name} {cell.operation}" for cell in cells if cell.role == role}


def test_every_codec_and_operation_is_a_cell_with_its_tare() -> None:
    cells = paired(taking_part(PYTHON, C))
    assert len(names(cells)) == 4 * 2 + 2 + 1
    by_number = {cell.cell: cell for cell in cells}
    assert [cell.cell for cell in cells] == list(range(len(cells)))
    for cell in cells:
        if cell.role == "codec":
            assert cell.tare is not None
            tare = by_number[cell.tare]
            assert (tare.role, tare.codec, tare.operation, tare.runner) == (
                "tare",
                "tare:call",
                cell.operation,
                cell.runner,
            )


def test_floors_stand_beside_the_codecs_of_runners_that_have_them() -> None:
    with_floors = participant("c", "c", codec("plain"), codec("pack", "msgpack"), floors=("memcpy", "walk"))
    cells = paired(taking_part(PYTHON, with_floors))
    numbered = {cell.cell: cell for cell in cells}
    floors = [cell for cell in cells if cell.role == "floor"]
    assert names(cells, "floor") == {
        "c/floor:memcpy[json] encode",
        "c/floor:memcpy[json] decode",
        "c/floor:walk encode",
    }
    assert {numbered[floor.tare].name for floor in floors if floor.tare is not None} == {"tare:call"}
    assert {numbered[floor.baseline].name for floor in floors if floor.baseline is not None} == {"plain"}


def test_results_are_relative_to_plain_json_of_the_language() -> None:
    cells = {cell.cell: cell for cell in paired(taking_part(PYTHON, C))}
    for cell in cells.values():
        if cell.role == "codec":
            assert cell.baseline is not None
            expected = {"python": "plain", "c": "scanner" if cell.operation == "scan" else "other"}[cell.language]
            assert cells[cell.baseline].name == expected


def test_runners_of_one_language_keep_to_their_own_plain_json() -> None:
    cells = paired(taking_part(participant("pypy", "python", codec("plain"), codec("fast")), PYTHON))
    numbered = {cell.cell: cell for cell in cells}
    assert {(cell.runner, numbered[cell.baseline].runner) for cell in cells if cell.baseline is not None} == {
        ("pypy", "pypy"),
        ("python", "python"),
    }


def test_the_baseline_takes_part_although_it_is_not_selected() -> None:
    cells = paired(taking_part(PYTHON, C), Selection(codecs=("pack",)))
    assert names(cells) == {f"python/{name} {op}" for name in ("pack", "plain") for op in ("encode", "decode")}


def test_whoever_compares_nothing_has_only_what_was_asked_for() -> None:
    planned = asked_cells(taking_part(PYTHON, C), [PAYLOAD], Selection(codecs=("pack",)))
    assert {(cell.role, cell.codec) for cell in planned} == {("codec", "pack")}


def test_a_named_baseline_replaces_plain_json_where_it_exists() -> None:
    cells = {cell.cell: cell for cell in paired(taking_part(PYTHON, C), baseline="fast")}
    found = {(c.language, cells[c.baseline].name) for c in cells.values() if c.baseline is not None}
    assert found == {("python", "fast"), ("c", "other"), ("c", "scanner")}


def test_a_baseline_of_one_language_can_stand_for_all() -> None:
    cells = {
        cell.cell: cell for cell in paired(taking_part(PYTHON, C), Selection(languages=("c",)), baseline="python/fast")
    }
    assert names(list(cells.values())) >= {"python/fast encode", "c/other encode"}
    encode = [c for c in cells.values() if c.role == "codec" and c.operation == "encode"]
    assert {cells[c.baseline].language for c in encode if c.baseline is not None} == {"python"}


def test_a_baseline_that_failed_is_replaced_by_another_json_codec() -> None:
    participants = taking_part(PYTHON)
    cells = plan_cells(participants, [PAYLOAD], Selection())
    failed = [c.model_copy(update={"fidelity": "failed"}) if c.name == "plain" else c for c in cells]
    result = {cell.cell: cell for cell in pair_cells(failed, participants, baseline=None, seed=1)}
    assert {result[c.baseline].name for c in result.values() if c.baseline is not None} == {"fast"}


def test_each_runner_and_operation_has_one_twin() -> None:
    cells = paired(taking_part(PYTHON, C))
    twins = [cell for cell in cells if cell.role == "twin"]
    assert sorted((twin.runner, twin.operation) for twin in twins) == [
        ("c", "decode"), ("c", "encode"), ("c", "scan"), ("python", "decode"), ("python", "encode"),
    ]  # fmt: skip
    by_number = {cell.cell: cell for cell in cells}
    for twin in twins:
        assert twin.twin_of is not None
        assert by_number[twin.twin_of].name == twin.name
    assert twins == [cell for cell in paired(taking_part(PYTHON, C)) if cell.role == "twin"], (
        "the same seed, the same twins"
    )


def test_failed_cells_have_no_twin() -> None:
    participants = taking_part(participant("python", "python", codec("plain")))
    cells = [c.model_copy(update={"fidelity": "failed"}) for c in plan_cells(participants, [PAYLOAD], Selection())]
    assert not [cell for cell in pair_cells(cells, participants, baseline=None, seed=1) if cell.role == "twin"]


def test_without_a_cpu_clock_the_wall_clock_counts() -> None:
    assert {cell.clock for cell in paired(taking_part(participant("js", "javascript", codec("plain"), cpu=False)))} == {
        "wall"
    }
    assert {cell.clock for cell in paired(taking_part(PYTHON))} == {"cpu"}


@pytest.mark.parametrize(
    ("covers", "clock"),
    [(None, "wall"), ({"covers": "thread"}, "wall"), ({"covers": "process"}, "cpu")],
)
def test_a_codec_with_threads_is_compared_on_a_clock_that_sees_them(covers: dict[str, str] | None, clock: str) -> None:
    runner = participant("go", "go", codec("plain"), codec("busy", threads=True), covers=covers)
    clocks = {cell.name: cell.clock for cell in paired(taking_part(runner))}
    assert (clocks["plain"], clocks["busy"]) == ("cpu", clock)


def test_a_selection_that_fits_nothing_is_an_error() -> None:
    with pytest.raises(SelectionError, match="no installed codec"):
        plan_cells(taking_part(PYTHON), [PAYLOAD], Selection(formats=("bson",)))
    with pytest.raises(SelectionError, match="did you mean fast"):
        plan_cells(taking_part(PYTHON), [PAYLOAD], Selection(), "fats")


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [("fast", True), ("fast*", True), ("fast[reuse]", True), ("fast[*]", True), ("python/fast[reuse]", True),
     ("f?st", True), ("python/*", True), ("c/*", False), ("fas", False), ("[fast]", False)],
)  # fmt: skip
def test_patterns_match_names_with_brackets(pattern: str, fits: bool) -> None:
    chosen = Selection(codecs=(pattern,))
    assert chosen.has_codec(runner=("python",), codec="fast", name="fast[reuse]", form="json") is fits


def planned(selection: Selection, *participants: Participant) -> set[str]:
    return {cell.name for cell in plan_cells(taking_part(*participants), [PAYLOAD], selection)} - {"tare:call"}


def test_a_codec_has_one_row_unless_its_variants_are_asked_for() -> None:
    assert planned(Selection(), PYTHON) == {"plain", "fast", "pack"}
    assert planned(Selection(every_variant=True), PYTHON) == {"plain", "fast", "fast[reuse]", "pack"}
    assert planned(Selection(codecs=("fast",)), PYTHON) == {"fast", "fast[reuse]"}
    assert planned(Selection(codecs=("fast[reuse]",)), PYTHON) == {"plain", "fast[reuse]"}
    assert planned(Selection(formats=("msgpack",)), PYTHON) == {"plain", "pack"}


def test_every_codec_stands_with_a_row_in_every_operation_that_it_can_do() -> None:
    one = participant(
        "php", "php",
        codec("json", variant="object"), codec("json", variant="assoc"),
        codec("only", variant="first"), codec("only", variant="second"),
        codec("split", operations="encode"), codec("split", variant="tree", operations="encode decode"),
        codec("two"), codec("two", "records", variant="records"),
        baseline="json[assoc]",
    )  # fmt: skip
    rows = {
        (cell.name, cell.operation)
        for cell in plan_cells(taking_part(one), [PAYLOAD], Selection())
        if cell.role == "codec"
    }
    assert rows == {
        *(("json[assoc]", operation) for operation in ("encode", "decode")),
        *(("only[first]", operation) for operation in ("encode", "decode")),
        ("split", "encode"), ("split[tree]", "decode"),
        *(("two", operation) for operation in ("encode", "decode")),
        *(("two[records]", operation) for operation in ("encode", "decode")),
    }  # fmt: skip


RUNNERS = (
    PYTHON,
    participant("pypy", "python", codec("plain"), by_default=False),
    participant("php", "php", codec("plain")),
    participant("php", "php", codec("plain"), target="jit", by_default=False, with_runner=False),
    participant("browser", "javascript", codec("plain"), target="firefox", by_default=False),
    participant("browser", "javascript", codec("plain"), target="chromium", by_default=False),
    participant("perl", "perl", codec("plain"), by_default=False),
)


@pytest.mark.parametrize(
    ("chosen", "runners"),
    [
        (Selection(), "python php"),
        (Selection(every_runner=True), "python pypy php php:jit browser:firefox browser:chromium perl"),
        (Selection(languages=("python",)), "python"),
        (Selection(languages=("python",), every_runner=True), "python pypy"),
        (Selection(languages=("python",), runners=("pypy",)), "pypy"),
        (Selection(languages=("php",), runners=("pypy",)), ""),
        (Selection(languages=("perl", "javascript")), "perl"),
        (Selection(codecs=("perl/*",)), "perl"),
        (Selection(runners=("python",)), "python"),
        (Selection(runners=("python", "pypy")), "python pypy"),
        (Selection(runners=("php",)), "php"),
        (Selection(runners=("php",), every_runner=True), "php php:jit"),
        (Selection(runners=("jit",)), "php:jit"),
        (Selection(runners=("php:jit", "firefox")), "php:jit browser:firefox"),
        (Selection(runners=("browser",)), "browser:firefox browser:chromium"),
        (Selection(codecs=("pypy/*",)), "pypy"),
        (Selection(codecs=("pypy/*", "plain")), "python pypy php"),
        (Selection(codecs=("*/plain",)), "python php"),
        (Selection(codecs=("pypy/*",), runners=("php",)), "php"),
        (Selection(codecs=("python/*",)), "python"),
        (Selection(codecs=("python/*",), every_runner=True), "python pypy"),
    ],
)
def test_a_language_has_one_runner_unless_others_are_named(chosen: Selection, runners: str) -> None:
    assert [one.name for one in RUNNERS if chosen.has_runner(one.manifest)] == runners.split()


def test_what_was_left_out_by_default_is_told_and_nothing_that_was_not_wanted() -> None:
    manifests = [one.manifest for one in RUNNERS]

    def told(chosen: Selection) -> tuple[int, str]:
        participants = taking_part(*(one for one in RUNNERS if chosen.has_runner(one.manifest)))
        found = left_out(participants, chosen, manifests)
        return found["variants"], ", ".join(found["runners"])

    assert told(Selection()) == (1, "Pypy, Php (jit), Browser (firefox), Browser (chromium), Perl")
    assert told(Selection(every_variant=True, languages=("python",))) == (0, "Pypy")
    assert told(Selection(runners=("php",), operations=("encode",))) == (0, "Php (jit)")
    assert told(Selection(runners=("python",), formats=("json",))) == (1, "")
    assert told(Selection(every_variant=True, every_runner=True)) == (0, "")


def test_the_settings_of_runs_that_knew_no_defaults_can_still_be_read() -> None:
    names = {"languages": ["c"], "runners": [], "formats": [], "codecs": [], "operations": ["encode"]}
    stored = {"budget_s": 1.0, "precision": 0.01, "seed": 1, "baseline": None, "selection": names}
    assert Settings.model_validate(stored).selection == Selection(languages=("c",), operations=("encode",))

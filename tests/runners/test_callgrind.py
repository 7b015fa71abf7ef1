"""Counting instructions: what callgrind answers, the difference of two batches, and the real thing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import needs
import pytest
from runner_folders import write_runner

from weighbridge.runners import errors
from weighbridge.runners.build import build
from weighbridge.runners.callgrind import CountedRunner, CounterError, instructions_per_pass, read_status, why_not
from weighbridge.runners.client import Document, prepare_load
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest, read_manifests
from weighbridge.runners.setup import missing_programs, plan_setup

STATUS = """\
instrumentation: on
executed-bbs: 9905302
distinct-functions: 323
events: Ir
part: 0
threads: 1 2
current-tid: 1
events-1: 39753830
frames-1: 2
function-1-1: main
calls-1-1: 60
events-1-1: 18004
events-2: 70
frames-2: 0
"""


def test_the_counts_of_all_threads_are_added_and_those_of_functions_are_not() -> None:
    assert read_status(STATUS) == 39753830 + 70


@pytest.mark.parametrize(
    "status",
    [
        "",
        "No status available as instrumentation is switched off\n",
        "1 thread(s) running.\n",
        STATUS.replace("events: Ir", "events: Bc"),
        "events: Ir\nevents-1-1: 18004\n",
    ],
)
def test_an_answer_without_a_count_is_told(status: str) -> None:
    with pytest.raises(CounterError, match="no number of instructions"):
        read_status(status)


class Machine:
    """A counter that rises by a pass's instructions, and by those of each request."""

    def __init__(self, per_pass: float, per_request: int) -> None:
        self.per_pass = per_pass
        self.per_request = per_request
        self.count = 7.0
        self.batches: list[int] = []
        self.to_prepare = 1_200_000

    def instructions(self) -> int:
        return round(self.count)

    def work(self, passes: int) -> None:
        self.batches.append(passes)
        self.count += self.to_prepare
        self.to_prepare = 0
        self.count += self.per_request + passes * self.per_pass


@pytest.mark.parametrize("passes", [2, 3, 4, 100, 18_000])
def test_what_a_request_takes_cancels_out(passes: int) -> None:
    machine = Machine(per_pass=1234, per_request=24_000)
    assert instructions_per_pass(machine.instructions, machine.work, passes) == 1234
    assert machine.batches[-2] < machine.batches[-1] == passes


def test_a_machine_without_valgrind_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = why_not()
    assert reason is not None
    assert "no valgrind and no vgdb on PATH" in reason
    assert "apt install valgrind" in reason
    with pytest.raises(errors.CannotStart, match="could not be started"):
        CountedRunner(read_manifests(write_runner(tmp_path, "steady"))[0])


def test_a_native_runner_wants_valgrind_and_is_not_built_with_it(tmp_path: Path) -> None:
    plain = read_manifests(write_runner(tmp_path, "plain"))[0]
    counted = read_manifests(write_runner(tmp_path, "counted", extra="[instructions]\nvalgrind = true\n"))[0]
    assert "valgrind" in counted.setup.apt
    assert "valgrind" not in counted.made_with.apt + plain.setup.apt
    assert not plain.instructions.valgrind
    assert missing_programs(counted) == [], "it is ready without"
    assert plan_setup([counted]).packages in {(), ("valgrind",)}


@pytest.fixture(scope="module")
def native() -> Manifest:
    manifest = read_manifests(runners_root() / "c" / "runner.toml")[0]
    needs.require_tools_of(manifest)
    needs.require(*filter(None, [why_not()]))
    build(manifest)
    return manifest


@pytest.fixture
def count(native: Manifest) -> Callable[..., float]:
    def one(value: str, codec: str = "yyjson") -> float:
        with CountedRunner(native) as runner:
            runner.client.load(prepare_load("p", [Document(value, {})]))
            runner.client.check(codec, "encode", "p")
            return instructions_per_pass(
                runner.instructions, lambda passes: runner.client.time(codec, "encode", "p", passes), 400
            )

    return one


def test_a_count_is_repeatable_and_grows_with_the_document(count: Callable[..., float]) -> None:
    small = count('{"a":[1,2,3],"b":"text"}')
    assert small == pytest.approx(count('{"a":[1,2,3],"b":"text"}'), rel=1e-3)
    assert 100 < small < 20_000
    large = count(f"[{','.join(['[1,2,3]'] * 200)}]")
    assert large > 10 * small
    assert 0 < count("[1]", "tare:call") < 200


def test_nothing_is_left_behind(native: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with CountedRunner(native) as runner:
        assert runner.client.describe().language == "c"
        assert runner.instructions() > 10_000
        assert list(tmp_path.iterdir())
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_is_ended_meanwhile(native: Manifest) -> None:
    with CountedRunner(native) as runner:
        runner.client.describe()
        runner.kill()
        with pytest.raises(CounterError, match="could not be asked"):
            runner.instructions()
        with pytest.raises(errors.Died, match="SIGKILL"):
            runner.client.drop("p")

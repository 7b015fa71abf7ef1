"""Where native runners' memory comes from: other allocators, heaps of all conditions, and what is counted of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import needs
import pytest

from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.progress import Silence
from weighbridge.runners.allocators import Heap
from weighbridge.runners.build import build
from weighbridge.runners.client import Document, RunnerClient, prepare_load
from weighbridge.runners.launch import runners_root, start
from weighbridge.runners.manifest import Manifest, read_manifests, with_heap

HERE = Path(__file__).parent
CODECS = {"c": ("cjson", "json"), "cpp": ("nlohmann-json", "json"), "rust": ("serde_json", "json")}
TEXT = '{"orders":[{"name":"a string that is too long to lie within an object of its own","lines":[1,2,3]}]}'


def targets(runner: str) -> dict[str, Manifest]:
    return {manifest.target: manifest for manifest in read_manifests(runners_root() / runner / "runner.toml")}


@pytest.fixture(params=CODECS, scope="module")
def host(request: pytest.FixtureRequest) -> Manifest:
    manifest = targets(request.param)["host"]
    needs.require_tools_of(manifest)
    build(manifest)
    return manifest


@pytest.fixture(scope="module")
def allocator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("allocator") / "libother.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-fno-builtin", "-O1", "-o", library, HERE / "allocator.c"], check=True)
    return library


def decode(client: RunnerClient, runner: str) -> tuple[int | None, int | None, int | None]:
    codec, form = CODECS[runner]
    client.load(prepare_load("p", [Document(TEXT, {form: TEXT.encode()})]))
    timing = client.time(codec, "decode", "p", 1)
    return timing.allocated_bytes, timing.allocated_objects, timing.peak_bytes


def test_what_is_allocated_is_counted_whatever_allocates_it(host: Manifest, allocator: Path) -> None:
    reading = host.model_copy(update={"start": host.start.model_copy(update={"reads": (str(allocator),)})})
    with start(host) as usual, start(reading, environment={"LD_PRELOAD": str(allocator)}) as other:
        assert usual.describe().allocator == "libc.so.6"
        assert other.describe().allocator == allocator.name
        counted = decode(usual, host.name)
        assert counted[1], "there is something to count"
        assert decode(other, host.name) == counted


def test_an_allocator_that_is_not_installed_is_missed_before_anything_is_measured(
    host: Manifest, monkeypatch: pytest.MonkeyPatch
) -> None:
    jemalloc = targets(host.name)["jemalloc"]
    monkeypatch.setattr("ctypes.util.find_library", lambda _: None)
    participants = assemble([jemalloc], Silence())
    assert not participants.runners
    (absence,) = participants.absent
    assert "the shared library jemalloc is not installed" in str(absence)


def test_an_allocator_that_the_loader_does_not_take_is_noticed(host: Manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    jemalloc = targets(host.name)["jemalloc"]
    monkeypatch.setattr("ctypes.util.find_library", lambda _: "libnowhere.so.1")
    participants = assemble([jemalloc], Silence())
    assert not participants.runners
    (failure,) = participants.failures
    assert "its memory comes from libc.so.6, and not from jemalloc" in failure.message


def resident_bytes(client: RunnerClient) -> int:
    return int(Path(f"/proc/{client.process}/statm").read_text().split()[1]) * 4096


@pytest.mark.parametrize("heap", ["fragmented", "fresh"])
def test_a_heap_is_as_it_is_asked_for(host: Manifest, heap: Heap) -> None:
    with start(with_heap(host, heap)) as client:
        assert client.describe().heap == heap
        # A dozen sizes from 1 to 2,048 bytes, of 65,536 blocks: 22 MB, of which half are kept.
        assert (resident_bytes(client) > 20e6) == (heap == "fragmented")


def test_one_target_starts_with_a_fresh_heap_whatever_the_others_do(host: Manifest) -> None:
    with start(with_heap(targets(host.name)["fresh-heap"], "fragmented")) as client:
        assert client.describe().heap == "fresh"

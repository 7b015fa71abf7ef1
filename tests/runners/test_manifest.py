"""Manifests: targets, tools, and what people may call a runner."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from weighbridge.runners.build import build, is_built
from weighbridge.runners.manifest import ManifestError, read_manifests, with_heap

HEAD = 'title = "Script"\nlanguage = "script"\nbaseline = "json"\n'


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "engine" / "runner.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(HEAD + text)
    return file


def test_targets_differ_in_what_they_say_and_share_the_rest(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
[setup]
apt = ["engine"]
hint = "Install the engine."
[start]
command = ["engine"]
[warmup]
least_ms = 20
[targets.jit]
title = "Script (JIT)"
start = { command = ["engine", "--jit"] }
setup = { commands = ["jit"], apt = ["engine-jit"] }
warmup = { least_ms = 60, limit_ms = 500 }
""",
    )
    host, jit = read_manifests(file)
    assert (host.participant, jit.participant) == ("engine", "engine:jit")
    assert (host.title, jit.title) == ("Script", "Script (JIT)")
    assert host.start.command == ("engine",)
    assert jit.start.command == ("engine", "--jit")
    assert (host.warmup.least_ms, jit.warmup.limit_ms) == (20, 500)
    assert jit.setup.apt == ("engine", "engine-jit")
    assert jit.setup.hint == "Install the engine."
    assert jit.made_with == host.setup, "what a target adds does not make the shared build stale"
    assert host.names == ("script", "engine")
    assert jit.names == ("script", "engine", "jit", "engine:jit")
    assert jit.own_names == ("engine", "jit", "engine:jit")


COMPILERS = """
allocators = ["jemalloc", "tcmalloc"]
[profile]
compiler = "gcc-o3"
allocator = "glibc"
[build]
commands = [["cmake", "--preset", "gcc"]]
[targets.host]
start = { command = ["build/gcc/engine"], environment = { A = "1" } }
setup = { apt = ["gcc"] }
[targets.gcc-os]
like = "host"
title = "Script ({target})"
only_if_named = true
profile = { compiler = "{target}" }
build = { commands = [["cmake", "--preset", "{target}"]] }
start = { command = ["build/{target}/engine"] }
[targets.clang-os]
like = "gcc-os"
setup = { commands = ["clang"], apt = ["clang"] }
"""


def test_a_target_may_be_like_another(tmp_path: Path) -> None:
    found = {one.target: one for one in read_manifests(write(tmp_path, COMPILERS))}
    gcc, clang = found["gcc-os"], found["clang-os"]
    assert (gcc.title, clang.title) == ("Script (gcc-os)", "Script (clang-os)")
    assert clang.build.commands == (("cmake", "--preset", "clang-os"),)
    assert clang.start.command == ("build/clang-os/engine",)
    assert gcc.setup.apt == ("gcc",)
    assert clang.setup.apt == ("gcc", "clang"), "what it needs, it needs besides"
    assert clang.only_if_named
    with pytest.raises(ManifestError, match=r"targets\.a\.like: it has no target b"):
        read_manifests(write(tmp_path, '[start]\ncommand = ["engine"]\n[targets.a]\nlike = "b"'))


def test_compilers_and_allocators_are_known_by_their_names(tmp_path: Path) -> None:
    found = {one.target: one for one in read_manifests(write(tmp_path, COMPILERS))}
    assert (found["clang-os"].profile.compiler, found["clang-os"].profile.allocator) == ("clang-os", "glibc")
    assert found["host"].means == ("engine", "gcc-o3", "glibc"), "the usual one answers to what it is, too"
    assert found["clang-os"].means == ("clang-os", "engine:clang-os")


def test_allocators_are_targets_that_share_the_build(tmp_path: Path) -> None:
    found = {one.target: one for one in read_manifests(write(tmp_path, COMPILERS))}
    host, jemalloc, fresh = found["host"], found["jemalloc"], found["fresh-heap"]
    assert set(found) == {"host", "gcc-os", "clang-os", "jemalloc", "tcmalloc", "fresh-heap"}
    assert (jemalloc.profile.compiler, jemalloc.profile.allocator) == ("gcc-o3", "jemalloc")
    assert (jemalloc.start.command, jemalloc.start.preload) == (host.start.command, "jemalloc")
    assert jemalloc.build == host.build
    assert jemalloc.own_files == host.own_files
    assert jemalloc.only_if_named
    assert jemalloc.setup.libraries == ("jemalloc",)
    assert with_heap(host, "fragmented").start.environment == {"A": "1", "WEIGHBRIDGE_HEAP": "fragmented"}
    assert with_heap(fresh, "fragmented").start.environment == {"A": "1", "WEIGHBRIDGE_HEAP": "fresh"}
    with pytest.raises(ManifestError, match="allocators: dlmalloc is none of"):
        read_manifests(write(tmp_path, COMPILERS.replace("tcmalloc", "dlmalloc")))


def test_a_runner_may_have_targets_only(tmp_path: Path) -> None:
    file = write(tmp_path, '[targets.a]\nstart = { command = ["a"] }\n[targets.b]\nstart = { command = ["b"] }\n')
    assert [manifest.participant for manifest in read_manifests(file)] == ["engine:a", "engine:b"]


def test_which_targets_take_part_by_default_and_what_names_them(tmp_path: Path) -> None:
    def told(text: str) -> dict[str, tuple[bool, tuple[str, ...]]]:
        return {one.participant: (one.by_default, one.means) for one in read_manifests(write(tmp_path, text))}

    start = '[start]\ncommand = ["engine"]\n'
    assert told(f"{start}[targets.jit]\nby_default = false") == {
        "engine": (True, ("engine",)),
        "engine:jit": (False, ("jit", "engine:jit")),
    }
    assert told(f"by_default = false\n{start}[targets.jit]") == {
        "engine": (False, ("engine",)),
        "engine:jit": (False, ("engine", "jit", "engine:jit")),
    }
    assert told(f"by_default = false\n{start}[targets.jit]\nby_default = true") == {
        "engine": (False, ()),
        "engine:jit": (True, ("engine", "jit", "engine:jit")),
    }
    named = f"{start}[targets.jit]\nonly_if_named = true"
    assert told(named) == told(f"{start}[targets.jit]\nby_default = false")
    host, jit = read_manifests(write(tmp_path, named))
    assert (host.of_all, jit.of_all) == (("engine",), ("jit", "engine:jit")), "no wish for all of engine's targets"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "start: Field required"),
        ("[targets.a]\ntitle = 'A'", r"targets.a.start: Field required"),
        ("[start]\ncommand = ['x']\n[targets.a]\nwarmup = 3", "targets.a.warmup"),
        ("[start]\ncommand = ['x']\n[[setup.tools]]\ncommand = 'x'\nat_least = 'new'", "setup.tools.0.at_least"),
        ("[start]\ncommand = ['x']\n[warmup]\nleast_ms = -1", "warmup.least_ms"),
        ("[start]\ncommand = ['x']\n[released]\nlibrary = 'lately'", "released.library"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ManifestError, match=complaint) as caught:
        read_manifests(write(tmp_path, text))
    assert "runner.toml" in str(caught.value)


def test_a_target_with_a_build_of_its_own_does_not_undo_the_other_s(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
[build]
commands = [["touch", "build/made"]]
[start]
command = ["engine"]
[targets.other]
build = { commands = [["touch", "build/made-otherwise"]] }
""",
    )
    host, other = read_manifests(file)
    assert not is_built(host)
    build(host)
    assert is_built(host)
    assert not is_built(other)
    build(other)
    assert (file.parent / "build" / "made-otherwise").exists()
    assert build(host).fresh
    assert build(other).fresh


def test_targets_share_the_release_dates_but_for_their_own(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
[start]
command = ["engine"]
[released]
"fast json" = 2024-02-29
"engine" = 2023-01-01
[targets.jit.released]
"engine" = 2025-06-11
""",
    )
    host, jit = read_manifests(file)
    assert host.released == {"fast json": date(2024, 2, 29), "engine": date(2023, 1, 1)}
    assert jit.released == {"fast json": date(2024, 2, 29), "engine": date(2025, 6, 11)}


def test_a_runner_may_be_built_from_what_another_fetches(tmp_path: Path) -> None:
    lender = tmp_path / "lender" / "runner.toml"
    lender.parent.mkdir()
    lender.write_text(
        HEAD
        + """
[targets.host]
start = { command = ["lender"] }
[[targets.host.setup.apt_sources]]
provides = "fast json"
package = "fast-json"
files = ["*.c"]
into = "third_party/fast"
[[targets.host.setup.apt_sources]]
provides = "another"
package = "another"
files = ["*.c"]
into = "third_party/another"
[targets.host.released]
"fast json" = 2024-02-29
"another" = 2023-01-01
"""
    )
    start = '[start]\ncommand = ["engine"]\n'
    (engine,) = read_manifests(write(tmp_path, f'sources_of = {{ lender = ["fast json"] }}\n{start}'))
    assert [source.into for source in engine.setup.sources] == ["../lender/third_party/fast"]
    assert engine.released == {"fast json": date(2024, 2, 29)}
    with pytest.raises(ManifestError, match=r"sources_of\.lender: it has no source of slow json"):
        read_manifests(write(tmp_path, f'sources_of = {{ lender = ["slow json"] }}\n{start}'))

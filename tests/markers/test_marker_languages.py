"""The fuzzer of names proves itself: what its keys hold makes the marker in every language where it runs."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import needs
import pytest

from benchmarks.markers.core import prepare
from benchmarks.markers.counts import Counts
from benchmarks.markers.documents import Way, marked, ways, written
from benchmarks.markers.languages import LANGUAGES
from benchmarks.markers.runners import exercise
from benchmarks.markers.subjects import subjects
from weighbridge.runners.manifest import read_manifests


@dataclass(frozen=True)
class Program:
    """A program around code.

    Attributes:
        file: its name.
        text: its source, with ``@E`` for expressions as statements, ``@M`` for members and ``@T`` for declarations.
        commands: what builds and runs it.
        tops: which of the language's declarations make the marker when they are compiled and run.
    """

    file: str
    text: str
    commands: tuple[str, ...]
    tops: tuple[int, ...] = ()


PROGRAMS = {
    "java": Program("M.java", "public class M{@M public static void main(String[] a){new M();@E}}", ("java M.java",)),
    "go": Program("m.go", 'package main\nimport "os"\n@T\nvar m string\nfunc main(){@E}', ("go run m.go",), (1, 0, 2)),
    "rust": Program("m.rs", "@T fn main(){@E}", ("rustc -A warnings m.rs", "./m"), (0,)),
    "javascript": Program("m.js", "@E\n@T", ("node m.js",), (0,)),
    "python": Program("m.py", "@E\n@T", (f"{sys.executable} m.py",), (0,)),
    "php": Program("m.php", "<?php @E ?>@T", ("php m.php",), (0,)),
    "ruby": Program("m.rb", "@E\n@T", ("ruby m.rb",), (0,)),
    "perl": Program("m.pl", "@E\n@T", ("perl m.pl",), (0,)),
    "lua": Program("m.lua", "@E", ("lua m.lua",)),
    "c#": Program("m.cs", "class P{@M static void Main(){@E}}", ("mcs m.cs", "mono m.exe")),
    "c": Program("m.c", "#include <stdio.h>\n#include <sys/stat.h>\n@T int main(){@E}",
        ("gcc -w m.c", "./a.out"), (0,)),
    "c++": Program("m.cc", "#include <sys/stat.h>\nstruct S{@M};@T int main(){@E}", ("g++ m.cc", "./a.out"), (0,)),
    "d": Program("m.d", "import std.file;@T void main(){@E}", ("ldc2 m.d", "./m"), (0,)),
    "ocaml": Program("m.ml", "let()=@E()", ("ocaml m.ml",)),
    "shell": Program("m.sh", "@E", ("sh m.sh",)),
    "sql": Program("m.py", 'import duckdb\nduckdb.execute("""SELECT @E""")', (f"{sys.executable} m.py",)),
}  # fmt: skip
ONLY_READ = {"proto", "thrift", "capnp", "fbs", "avsc", "template"}
"""What compiles these fails where a key gets out, or is none of ours."""


def test_every_language_is_tried() -> None:
    assert LANGUAGES.keys() == PROGRAMS.keys() | ONLY_READ


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_key_holds_makes_the_marker_where_it_runs(name: str, tmp_path: Path, scratch: Path) -> None:
    program, language = PROGRAMS[name], LANGUAGES[name]
    needs.require(*(one for one in (command.split()[0] for command in program.commands) if not _is_there(one)))
    due: list[str] = []

    def code(template: str, literal: Callable[[str], str]) -> str:
        marker = scratch / f"m{len(due)}"
        due.append(marker.name)
        return written(Way("", template, "@C", "", literal), marker)

    expressions = [code(f"{language.expressions[0]};", literal) for literal in language.literals]
    first = language.literals[0]
    text = program.text.replace("@E", "\n".join(expressions))
    text = text.replace("@M", "".join(code(one, first) for one in language.members if "@M" in program.text))
    text = text.replace("@T", "\n".join(code(language.tops[number], first) for number in program.tops))
    (tmp_path / program.file).write_text(text)
    for command in program.commands:
        ended = subprocess.run(command.split(), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert sorted(one.name for one in scratch.iterdir()) == sorted(due), (text, ended.stdout + ended.stderr)


def _is_there(program: str) -> bool:
    return program.startswith("./") or shutil.which(program) is not None


GENERATED = {
    # What a careless generator makes of a key, and whether any key runs.
    "in double quotes": ('made = "@K"', True),
    "in single quotes": ("made = '@K'", True),
    "in three quotes": ('made = """@K"""', True),
    "with quotes escaped, but no backslash": ('made = "@Q"', True),
    "in a comment": ("made = 1  # @K", True),
    "for a name": ("@K = 1", True),
    "for an attribute": ("class Made:\n    @K: int = 1", True),
    "in a template": ("made = f'{@K}'", True),
    "for a parameter": ("def made(*, @K=None): pass", True),
    "as Python writes it": ("made = @R", False),
    "as JSON": ("made = @J", False),
}
RUN = """
import contextlib, json, sys
for source in json.load(sys.stdin):
    with contextlib.suppress(Exception, SystemExit):
        exec(compile(source, "generated", "exec"), {})
"""


@pytest.mark.parametrize("how", GENERATED)
def test_a_generator_that_does_not_escape_is_found(how: str, scratch: Path) -> None:
    template, runs = GENERATED[how]
    sources = []
    for number, way in enumerate(ways(LANGUAGES["python"])):
        for disguise in ("plain", "backslash before quotes"):
            key = written(way, scratch / f"d{number}.1", disguise)
            forms = {"@K": key, "@Q": key.replace('"', '\\"'), "@R": repr(key), "@J": json.dumps(key)}
            mark = next(mark for mark in forms if mark in template)
            sources.append(template.replace(mark, forms[mark]))
    subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(sources), capture_output=True, text=True, check=True, cwd=scratch
    )
    counts = Counts("generated")
    counts.gather(scratch)
    assert bool(counts.markers) == runs, counts.markers


@needs.programs("java")
@pytest.mark.parametrize("disguise", ["plain", "\\u0022", "\\uuu0022"])
def test_a_generator_in_java_that_does_not_escape_is_found(disguise: str, tmp_path: Path, scratch: Path) -> None:
    java = LANGUAGES["java"]
    joint = "@Q;@C Object o@N=@Q"
    way = next(way for way in ways(java) if way.joint == joint and way.quote == '"' and way.template == java.members[0])
    key = written(way, scratch / "d1.1", disguise)
    source = tmp_path / "Made.java"
    source.write_text(f'class Made{{String made="{key}";public static void main(String[] a){{}}}}')
    ended = subprocess.run(["java", str(source)], capture_output=True, text=True, check=False)
    counts = Counts("generated")
    counts.gather(scratch)
    assert counts.markers == ["d1.1"], ended.stderr


GENERATOR = """
import json, pathlib, sys
for file in pathlib.Path(sys.argv[1]).glob("*.json"):
    for record in json.loads(file.read_text())["records"]:
        for field in record["fields"]:
            try:
                exec(f"made = '{field['key']}'")
            except Exception:
                pass
"""
MANIFEST = """
title = "Toy"
language = "python"
baseline = "json"
[start]
command = ["true"]
[typed]
build = { commands = [["{python}", "generator.py", "{types}"]], inputs = ["generator.py"] }
start = { command = ["true"] }
"""


def test_a_runner_whose_generator_does_not_escape_is_found(tmp_path: Path, scratch: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "runner.toml").write_text(MANIFEST)
    (folder / "generator.py").write_text(GENERATOR)
    trees, types = subjects(read_manifests(folder / "runner.toml"))
    documents = list(prepare(itertools.islice(marked(scratch, ["python"]), 45), Counts("the core"), scratch))
    found = {}
    for subject in (trees, types):
        counts = found[subject.name] = Counts(subject.name)
        exercise(subject.manifest, documents, counts, scratch)
        assert counts.documents == len(documents)
        assert counts.broken  # `true` answers nothing
    assert not found["toy"].markers
    assert found["toy (types)"].markers
    names = {document.marked.name for document in documents}
    assert {marker.partition(".")[0] for marker in found["toy (types)"].markers} <= names
    assert not list((folder / "build").rglob("*.json"))

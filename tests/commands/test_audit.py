"""The command ``audit``: with valgrind played by a script, without it, and of the real C runner."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import needs
import pytest
from workbench import WEIGHBRIDGE, Workbench

from weighbridge.runners.callgrind import why_not
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import find_manifests

NATIVE = "[instructions]\nvalgrind = true\n"
VALGRIND = """#!/bin/sh
while [ "${1#--}" != "$1" ]; do shift; done
exec "$@" FAULT
"""
VGDB = """#!/bin/sh
# Every third profile is that of a long batch: first the tare's, then the codec's.
folder=${1#--vgdb-prefix=}
folder=${folder%/*}
echo >> "$folder/asked"
asked=$(wc -l < "$folder/asked")
library=0 standard=0 adapter=0
[ $asked = 3 ] && adapter=100000
[ $asked = 6 ] && library=600000 standard=200000 adapter=ADAPTER
cat > "$folder/profile.$asked" << END
events: Ir
ob=(1) PROGRAM
fl=(1) RUNNER/codecs/json.c
fn=(1) encode
10 $adapter
fi=(2) RUNNER/third_party/json.c
+1 $library
ob=(2) /usr/lib/libc.so.6
fl=(3) ???
0 $standard
END
"""


class Audit:
    """Runs the command with scripts in valgrind's place."""

    def __init__(self, workbench: Workbench, programs: Path) -> None:
        self.workbench = workbench
        self.programs = programs
        self.programs.mkdir()
        (workbench.documents / "small.json").write_text('{"id": 1, "name": "text"}')
        workbench.add_runner("native", extra=NATIVE)
        workbench.add_runner("script")
        self.adapter_takes(300_000)

    def adapter_takes(self, instructions: int, fault: str = "") -> None:
        """Have the codec's adapter take so many, 100,000 of which are the tare's, beside 800,000 of others."""
        words = {
            "ADAPTER": str(instructions),
            "PROGRAM": str(Path(sys.executable).resolve()),
            "RUNNER": str(self.workbench.runners / "native"),
        }
        script = VGDB
        for word, meaning in words.items():
            script = script.replace(word, meaning)
        for name, text in (("valgrind", VALGRIND.replace("FAULT", fault)), ("vgdb", script)):
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.workbench("audit", "small.json", "--no-progress", "--operations", "encode", *arguments)

    def json(self, *arguments: str, status: int = 0) -> Any:
        fixed = ("audit", "small.json", "--no-progress", "--operations", "encode")
        return self.workbench.json(*fixed, *arguments, status=status)


@pytest.fixture
def audit(empty_workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Audit:
    programs = tmp_path / "programs"
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    return Audit(empty_workbench, programs)


def test_shares_are_of_what_is_left_without_the_tare(audit: Audit) -> None:
    document = audit.json()
    (cell,) = document["cells"]
    assert (cell["runner"], cell["codec"], cell["operation"], cell["payload"]) == ("native", "json", "encode", "small")
    shares = [cell[name] for name in ("library", "standard", "adapter", "unknown")]
    assert shares == pytest.approx([0.6, 0.2, 0.2, 0.0])
    assert cell["adapter_counts"]
    assert cell["instructions"] == pytest.approx(10 * cell["tare_instructions"])
    assert [runner["runner"] for runner in document["not_audited"]] == ["script"]


def test_an_adapter_that_does_much_is_named_below_the_table(audit: Audit) -> None:
    ended = audit()
    assert ended.returncode == 0, ended.stderr
    assert "20%" in ended.stdout
    assert "over 10% of what is timed, the tare left out: native/json encode (20%)" in ended.stdout
    assert "Not audited: Misbehaving: valgrind sees no library" in ended.stdout


def test_an_adapter_that_does_little_is_fine(audit: Audit) -> None:
    audit.adapter_takes(150_000)
    assert "No adapter takes over 10% of what is timed." in audit().stdout


@pytest.mark.parametrize(
    ("fault", "words"),
    [("dies --on time", "ended with exit status 3"), ("wrong-bytes --on check", "under valgrind it gives another")],
)
def test_what_breaks_under_valgrind_is_a_failure(audit: Audit, fault: str, words: str) -> None:
    audit.adapter_takes(300_000, fault)
    document = audit.json(status=3)
    assert document["cells"] == []
    assert {failure["stage"] for failure in document["failures"]} == {"count"}
    assert any(words in failure["message"] for failure in document["failures"])


def test_a_codec_that_is_not_there_under_valgrind_is_no_failure(audit: Audit) -> None:
    """As simdjson's for a processor that valgrind does not show."""
    shutil.rmtree(audit.workbench.runners / "native")
    audit.workbench.add_runner("native", "variant", extra=NATIVE)
    audit.adapter_takes(300_000, "--on describe --after 9")
    ended = audit("--codecs", "native/json*")
    assert ended.returncode == 0, ended.stderr
    assert "20%" in ended.stdout, "the other row is audited"
    assert "Not audited: native/json[other]: the runner does not have it on the processor" in ended.stdout
    document = audit.json("--codecs", "native/json*")
    assert [(absent["runner"], absent["codec"]) for absent in document["not_audited"]] == [("native", "json[other]")]


def test_a_program_without_source_files_is_a_failure(audit: Audit) -> None:
    script = audit.programs / "vgdb"
    script.write_text(script.read_text().replace(f"{audit.workbench.runners}/native/codecs/json.c", "???"))
    document = audit.json(status=3)
    assert document["cells"] == []
    assert [failure["message"] for failure in document["failures"]] == [
        "its program does not tell its source files: it has to be built with line tables, -g1"
    ]


def test_without_valgrind_it_says_how_to_get_it(audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    (audit.programs / "valgrind").unlink()
    monkeypatch.setenv("PATH", str(audit.programs))
    ended = audit()
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "no valgrind on PATH" in ended.stderr
    assert "apt install valgrind" in ended.stderr


def test_without_a_native_program_that_knows_its_sources_it_says_so(audit: Audit) -> None:
    audit.workbench.add_runner("bare", extra=f"{NATIVE}sources = false\n")
    ended = audit("--runners", "script,bare")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "nothing that is selected can be audited" in ended.stderr
    assert "its program does not tell which source files" in ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize("codecs", [("c/yyjson", "c/json-c"), ("cpp/nlohmann-json",)])
def test_rows_of_native_runners_for_real(empty_workbench: Workbench, codecs: tuple[str, ...]) -> None:
    native = next(m for m in find_manifests(runners_root()) if m.participant == codecs[0].split("/")[0])
    needs.require_tools_of(native)
    needs.require(*filter(None, [why_not()]))
    environment = {**os.environ, **empty_workbench.environment(), "WEIGHBRIDGE_RUNNERS": str(runners_root())}
    selected = [word for codec in codecs for word in ("--codecs", codec)]
    options = ("--operations", "decode,encode", "--no-progress", "--json")
    words: list[str | Path] = [WEIGHBRIDGE, "audit", *selected, *options]
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=280)
    assert ended.returncode == 0, ended.stderr
    rows = json.loads(ended.stdout)["cells"]
    assert {f"{row['runner']}/{row['codec']}" for row in rows} == set(codecs)
    for row in rows:
        assert row["library"] > 0.3
        assert row["standard"] > 0.05, "it allocates"
        assert not row["adapter_counts"]
        assert row["unknown"] < 0.02, "the program tells its source files"
        # Valgrind saw the calls; the runner counted by itself, also what the C library and C++'s `new` ask for.
        # An answer with a digit more in its times may be a block more, in one of some 500 passes.
        assert row["allocations"] == pytest.approx(row["allocated_objects"], abs=0.01)
        assert row["peak_bytes"] > 0
    assert any(row["allocations"] > 100 for row in rows)

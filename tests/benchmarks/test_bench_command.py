"""The command, on the real runners."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=250, check=False)


def test_harness_cost_end_to_end(tmp_path: Path) -> None:
    page, data = tmp_path / "deep" / "bench.md", tmp_path / "bench.json"
    done = bench("--quick", "--only", "d", "--conditions", "quiet", "--out", str(page), "--json", str(data))
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    results = json.loads(data.read_text())
    assert results["complete"] is True
    costs = results["found"]["quiet"]["harness_cost"]
    compared = {(cost["runner"], cost["codec"], cost["operation"]) for cost in costs}
    assert {("python", "orjson", "encode"), ("python", "msgpack", "decode")} <= compared
    assert all(cost["ratio"] > 0 and cost["bare_ns"] > 0 and cost["processes"] == 2 for cost in costs)
    assert results["found"]["load"]["harness_cost"] == []
    text = page.read_text()
    assert re.search(r"^\| python orjson encode, quiet \| [\d,]+ ns \| \d", text, re.MULTILINE)
    assert "## a." not in text


def test_unknown_question() -> None:
    done = bench("--only", "a,z")
    assert done.returncode == 2
    assert "there is no 'z'" in done.stderr

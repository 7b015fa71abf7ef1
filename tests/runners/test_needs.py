"""What is skipped is told, and a strict run lets no skip pass that need not be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
THREE = """
import needs, pytest
@needs.programs("no-such-program")
def test_lacking(): ...
@needs.elsewhere(False, "pigs fly")
def test_elsewhere(): ...
def test_not_built(): pytest.skip("it is not built")
"""


def test_skips_are_told_and_strictness_fails_those_that_need_not_be(tmp_path: Path) -> None:
    (tmp_path / "test_three.py").write_text(THREE)
    paths = [TESTS, TESTS / "runners", TESTS / "commands"]
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "-p", "no:cacheprovider", tmp_path],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "WEIGHBRIDGE_STRICT": "1"},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    assert "1 failed, 2 skipped in " in told
    assert "skipped 1: no no-such-program (three)" in told
    assert "skipped 1: only where pigs fly (three)" in told

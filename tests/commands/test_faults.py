"""What breaks beside the command costs what broke, and never the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from workbench import ONCE, QUICK, Workbench


def test_values_that_nest_without_end_fail_their_cells(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("deep", "deep-values")
    document = workbench.json("run", orders, *ONCE, "--no-page", status=0)
    assert {cell["runner"] for cell in document["cells"]} >= {"steady"}
    reasons = [failure["message"] for failure in document["failures"] if failure["runner"] == "deep"]
    assert any("value text cannot be read" in reason for reason in reasons)


def test_logs_that_cannot_be_written_cost_no_run(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("chatty", "noisy-errors", "--on", "describe")
    (workbench.folder / "state").write_text("a file where a folder should be")
    document = workbench.json("run", orders, *ONCE, "--no-page")
    assert {cell["runner"] for cell in document["cells"]} == {"steady", "chatty"}


@pytest.mark.parametrize(
    ("lie", "words"), [("too-much-work", "says that it worked for"), ("zero-time", "0 ns went by")]
)
def test_a_runner_whose_clocks_lie_is_given_up_and_others_are_not(
    workbench: Workbench, orders: Path, lie: str, words: str
) -> None:
    workbench.add_runner("liar", lie, "--on", "time")
    document = workbench.json("run", orders, *QUICK, "--no-page", status=3)
    assert {cell["runner"] for cell in document["cells"]} == {"steady"}
    reasons = [failure["message"] for failure in document["failures"] if failure["runner"] == "liar"]
    assert len(reasons) in {1, 2}, "it is tried again once, if there is time left"
    assert all(words in reason for reason in reasons)

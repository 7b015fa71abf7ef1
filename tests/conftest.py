"""Fixtures: a workbench, and a document of a user's."""

from __future__ import annotations

from pathlib import Path

import pytest
from workbench import Workbench


@pytest.fixture
def empty_workbench(tmp_path: Path) -> Workbench:
    return Workbench(tmp_path)


@pytest.fixture
def workbench(empty_workbench: Workbench) -> Workbench:
    empty_workbench.add_runner("steady")
    return empty_workbench


@pytest.fixture
def orders(workbench: Workbench) -> Path:
    file = workbench.documents / "orders.json"
    file.write_text('{"orders": [{"id": 1, "price": 9.5, "note": "größer"}, {"id": 2, "price": 1.0, "note": null}]}')
    return file

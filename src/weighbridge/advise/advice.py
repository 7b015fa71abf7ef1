"""Advice on a run: the way in to this package."""

from __future__ import annotations

from weighbridge.engine import call
from weighbridge.report.document import RunDocument

from .document import AdviceDocument
from .scenario import Scenario


def advise(document: RunDocument, scenario: Scenario) -> AdviceDocument:
    """Advise for every payload and runner of a run.

    Args:
        document: the run, or what is chosen of it.
        scenario: what the application is like; what it names has to be in the run.

    Raises:
        EngineNotBuilt: this checkout has no built engine.
    """
    return AdviceDocument.model_validate(call("advise", document.model_dump_json(), scenario.model_dump_json()))

"""Advice on a run: the way in to this package."""

from __future__ import annotations

import json

from weighbridge.engine import call
from weighbridge.report.cautions import cautions_of
from weighbridge.report.document import RunDocument

from .document import AdviceDocument
from .scenario import Scenario


def advise(document: RunDocument, scenario: Scenario, chosen: RunDocument | None = None) -> AdviceDocument:
    """Advise for every payload and runner of a run.

    Args:
        document: the run.
        scenario: what the application is like; what it names has to be in the run.
        chosen: what is left of the run if only a part of it is asked about; what else there is in the run still tells
            in how many of its languages a format has a codec.

    Raises:
        EngineNotBuilt: this checkout has no built engine.
    """
    numbers = None if chosen is None else [cell.cell for cell in (*chosen.cells, *chosen.counted)]
    found = call("advise", document.model_dump_json(), scenario.model_dump_json(), json.dumps(numbers))
    # What leaves nothing to advise is said by every sentence.
    hints = [one.text for one in cautions_of(document) if one.kind == "hint" and not one.is_command]
    return AdviceDocument.model_validate(found | {"cautions": hints})

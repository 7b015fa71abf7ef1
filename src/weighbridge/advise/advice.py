"""Advice on a run: the way in to this package."""

from __future__ import annotations

import json
from collections.abc import Sequence

from weighbridge.engine import call
from weighbridge.report.document import RunDocument

from .document import AdviceDocument
from .scenario import Scenario


def advise(
    document: RunDocument,
    scenario: Scenario,
    *,
    payloads: Sequence[str] = (),
    languages: Sequence[str] = (),
    runners: Sequence[str] = (),
    formats: Sequence[str] = (),
    codecs: Sequence[str] = (),
) -> AdviceDocument:
    """Advise for every payload and runner of a run, or for what is chosen of it, as ``weighbridge run`` chooses.

    Args:
        document: the run.
        scenario: what the application is like.
        payloads: names of payloads.
        languages: names of languages.
        runners: names of runners or of their targets.
        formats: names of formats that may be advised, beside what is used today.
        codecs: patterns with ``*`` and ``?`` of codecs that may be.

    Raises:
        Refusal: a name is not in the run, or the run has measured nothing.
    """
    chosen = {
        "payloads": payloads,
        "languages": languages,
        "runners": runners,
        "formats": formats,
        "codecs": codecs,
        "operations": (),
    }
    found = call("advise", document.model_dump_json(), scenario.model_dump_json(), json.dumps(chosen))
    return AdviceDocument.model_validate(found)

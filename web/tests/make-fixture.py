"""Makes what the tests of the page look at: a run as its page, and as the terminal prints it.

Usage: make-fixture.py FOLDER
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from board_run import on_boards
from hostile_run import EVIL, hostile
from rich.console import Console

from weighbridge.measure.samples import Phase, Sample, Samples
from weighbridge.report.cautions import cautions_of
from weighbridge.report.document import (
    Approach,
    ConformanceDocument,
    Floor,
    MatrixDocument,
    Quietness,
    RunDocument,
    TreesAndTypes,
)
from weighbridge.report.page import page
from weighbridge.report.terminal import print_run

RUN = Path(__file__).parents[2] / "tests" / "report" / "run.json"


def main(folder: Path) -> None:
    content = json.loads(RUN.read_text(encoding="utf-8"))
    document = RunDocument.model_validate(content["document"])
    samples = _samples(content["samples"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.html").write_text(page(document, samples, content["sources"]), encoding="utf-8")
    (folder / "bare.html").write_text(page(document, None, {}), encoding="utf-8")
    evil_sources = {path + EVIL: text + EVIL for path, text in content["sources"].items()}
    (folder / "hostile.html").write_text(page(hostile(on_boards(document)), samples, evil_sources), encoding="utf-8")
    (folder / "run.json").write_text(document.model_dump_json(), encoding="utf-8")
    (folder / "terminal.txt").write_text(_printed(document), encoding="utf-8")
    (folder / "typed.html").write_text(
        page(_typed(document), None, {}, {"websocket": {"Avro": "typed-schemas/websocket.avsc"}}), encoding="utf-8"
    )
    (folder / "probed.html").write_text(page(_probed(document), None, {}), encoding="utf-8")
    nothing = document.model_copy(update={"cells": ()})
    (folder / "nothing.html").write_text(page(nothing, None, {}), encoding="utf-8")
    (folder / "one-payload.html").write_text(page(_one_payload(document), None, {}), encoding="utf-8")
    (folder / "boards.html").write_text(page(_counted_alone(document), None, {}), encoding="utf-8")
    (folder / "boards-beside.html").write_text(page(on_boards(document), samples, {}), encoding="utf-8")
    one_row = document.model_copy(update={"cells": document.cells[:1]})
    (folder / "one-row.html").write_text(page(one_row, None, {}), encoding="utf-8")
    distrusted = _distrusted(document)
    (folder / "distrusted.html").write_text(page(distrusted, None, {}), encoding="utf-8")
    cautions = "\n".join(caution.text for caution in cautions_of(distrusted))
    (folder / "distrusted.txt").write_text(cautions, encoding="utf-8")


def _samples(columns: dict[str, list[int | None]]) -> Samples:
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return Samples.from_rows(Sample(**{**row, "phase": Phase(row["phase"])}) for row in rows)  # type: ignore[arg-type]


def _typed(document: RunDocument) -> RunDocument:
    """The run with a floor below its first codec, and with a payload as types beside trees."""
    cell = next(one for one in document.cells if (one.operation, one.codec) == ("decode", "orjson"))
    about = cell.model_dump(include=set(Floor.model_fields), exclude={"relative"})
    floor = Floor.model_validate({**about, "floor": "memcpy", "relative": None})
    ways = [
        {"name": "JSON as trees", "codec": "orjson", "format": "json", "total_ns": 2000.0, "bytes": 800, "losses": ()},
        {
            "name": "a format with a schema",
            "codec": "protobuf",
            "format": "json",
            "total_ns": 500.0,
            "bytes": 200,
            "losses": ("absent-became-null",),
        },
    ]
    approaches = tuple(Approach.model_validate({**way, "variant": None}) for way in ways)
    both = TreesAndTypes(payload=cell.payload, runner=cell.runner, title="Python", approaches=approaches)
    return document.model_copy(update={"floors": (floor,), "trees_and_types": (both,)})


def _probed(document: RunDocument) -> RunDocument:
    """The run, had some of its codecs been probed, and been given test vectors."""
    about = {"variant": None, "format": "json", "library": "json", "library_version": "3.11", "operation": "decode"}
    of_python = {"language": "python", "runner": "python", "target": "host", "codec": "json", **about}
    of_php = {**of_python, "language": "php", "runner": "php", "variant": "assoc"}
    exact = {"probe": "edges-integers", "outcome": "exact", "losses": (), "notes": (), "detail": ""}
    lossy = {"probe": "edges-floats", "outcome": "lossy", "losses": ("float32",), "notes": (), "detail": "/0: 0.1"}
    fault = {"vector": "refuse: number_NaN", "expect": "refuse", "ending": "accepted", "fault": "takes it"}
    counts = {"tried": 200, "right": 199, "accepted": 3, "refused": 5, "given_up": False}
    matrix = {
        "probes": [{"probe": one["probe"], "description": f"what {one['probe']} asks"} for one in (exact, lossy)],
        "codecs": [
            {**of_python, "probes": (exact, {**lossy, "outcome": "exact", "losses": ()})},
            {**of_php, "probes": (exact, lossy)},
        ],
        "failures": (),
    }
    conformance = {
        "suites": (),
        "codecs": [{**of_python, **counts, "faults": ({**fault, "input": b"[NaN]".hex(), "bytes": 5},)}],
        "failures": (),
    }
    return document.model_copy(
        update={
            "matrix": MatrixDocument.model_validate(matrix),
            "conformance": ConformanceDocument.model_validate(conformance),
        }
    )


def _counted_alone(document: RunDocument) -> RunDocument:
    """What the run would have been on emulated boards alone, where no machine is quiet or busy."""
    quietness = Quietness(quiet_ns=None, quiet_share=None, corrected=None, moments=())
    run = document.run.model_copy(update={"quietness": quietness})
    environment = {**document.environment, "runners": {}, "absent": []}
    return on_boards(document.model_copy(update={"run": run, "environment": environment, "cells": (), "failures": ()}))


def _one_payload(document: RunDocument) -> RunDocument:
    """What the run would have been with its first payload alone."""
    only = document.run.payloads[0]
    run = document.run.model_copy(update={"payloads": (only,)})
    cells = tuple(cell for cell in document.cells if cell.payload == only.payload)
    return document.model_copy(update={"run": run, "cells": cells})


def _distrusted(document: RunDocument) -> RunDocument:
    """The same run, had it been interrupted, too short, on a shared processor, and failed its own check."""
    check = document.run.self_check.model_copy(update={"different": 3, "passed": False})
    quietness = document.run.quietness.model_copy(update={"quiet_share": 0.1})
    run = document.run.model_copy(update={"self_check": check, "quietness": quietness, "status": "interrupted"})
    cells = tuple(cell.model_copy(update={"processes": 1, "settled": False}) for cell in document.cells)
    return document.model_copy(update={"run": run, "cells": cells})


def _printed(document: RunDocument) -> str:
    text = io.StringIO()
    print_run(Console(file=text, width=1000, no_color=True), document)
    return text.getvalue()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

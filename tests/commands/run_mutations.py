"""Exports of runs that somebody has damaged, or made to do harm: a member at a time is removed, or made into another.

``python tests/commands/run_mutations.py EXPORT.json COUNT [SEED]`` tries many, of an export of your own.
"""

from __future__ import annotations

import copy
import io
import json
import math
import random
import re
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from weighbridge.advise.advice import advise
from weighbridge.advise.scenario import Scenario
from weighbridge.answer import markdown, terminal
from weighbridge.charts.draw import ChartOptions, chart, draw
from weighbridge.commands.output import paper
from weighbridge.engine import EngineNotBuilt, Refusal
from weighbridge.measure.samples import Samples
from weighbridge.report import arduino, schemaless
from weighbridge.report.build import build_document
from weighbridge.report.comma_separated import to_csv
from weighbridge.report.document import RunDocument
from weighbridge.report.exchange import MAX_BYTES, export_run, read_export
from weighbridge.report.markdown import to_markdown
from weighbridge.report.page import PageNotBuilt, page
from weighbridge.report.parquet import write_parquet
from weighbridge.report.terminal import print_run
from weighbridge.store import runs as stored
from weighbridge.store.database import StoreError

HARMFUL = "\x1b[2J\x07</td><img src=x onerror=alert(1)>|`[a](javascript:1)\n# forged\u202e=1+1\x00"
_OTHERS: tuple[Any, ...] = (
    None, True, 0, -1, 1, 7, 2**31, 2**53, 2**63, 10**400, 1e-300, 1e308, math.nan, math.inf, -math.inf, "", "x",
    "last", "nan", "../../x", "__proto__", "constructor", "=1+1", HARMFUL, "a" * 20_000, [], [None], [[]], [1, 2], {},
    {"x": 1}, "0001-01-01T00:00:00", "9999-12-31", "not json{",
)  # fmt: skip
_LARGE = 40
"""Of lists that are longer, that many places are looked into."""


def places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every member, in what is not too large."""
    if isinstance(content, dict):
        for name, member in content.items():
            yield (*path, name)
            yield from places(member, (*path, name))
    elif isinstance(content, list):
        step = max(1, len(content) // _LARGE)
        for number in range(0, len(content), step):
            yield (*path, number)
            yield from places(content[number], (*path, number))


def mutate(content: Any, chance: random.Random) -> tuple[Any, str]:
    """Return a copy with some members changed, and what was changed."""
    changed = copy.deepcopy(content)
    told = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        # Members near the top are few, and as interesting as the many below.
        everywhere = list(places(changed))
        depth = chance.randint(1, max(map(len, everywhere)))
        *above, last = chance.choice([path for path in everywhere if len(path) == depth] or everywhere)
        parent = changed
        for step in above:
            parent = parent[step]
        kind = chance.choice(("other", "other", "other", "remove", "swap", "twice", "scale", "append", "hostile name"))
        told.append(f"{kind} {'.'.join(map(str, (*above, last)))}")
        _change(parent, last, kind, chance)
    return changed, "; ".join(told)


def _change(parent: Any, last: Any, kind: str, chance: random.Random) -> None:
    value = parent[last]
    keys = list(parent) if isinstance(parent, dict) else list(range(len(parent)))
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "remove":
        del parent[last]
    elif kind == "swap":
        other = chance.choice(keys)
        parent[last], parent[other] = parent[other], value
    elif kind == "twice" and isinstance(parent, list):
        parent.insert(chance.randrange(len(parent) + 1), copy.deepcopy(value))
    elif kind == "scale" and number:
        parent[last] = value * chance.choice((-1, 0, 2, 1000, 10**9, 1e-9))
    elif kind == "append" and isinstance(value, str):
        parent[last] = value + HARMFUL
    elif kind == "hostile name" and isinstance(parent, dict):
        parent[chance.choice((HARMFUL, "", "__proto__", "x" * 5000))] = parent.pop(last)
    else:
        parent[last] = copy.deepcopy(chance.choice(_OTHERS))


def look_at(document: RunDocument, samples: Samples, sources: dict[str, str], folder: Path) -> None:
    """Show a run in every way that there is; what cannot be had of it is refused in words."""
    file = folder / "shown"
    advice = None
    with suppress(EngineNotBuilt, Refusal):
        advice = advise(document, Scenario()) if document.cells else None
    with paper(file) as shown:
        print_run(shown, document)
        shown.print(terminal.answer(shown, document, advice, "", "", boards=True))
    text = file.read_text(encoding="utf-8")
    assert not set(text) & {"\x1b", "\x07", "\x00", "\u202e"}, "a control character in what people read"
    text = to_markdown(document, markdown.answer(document, advice, ""))
    assert not re.search(r"(?<!\\)<(img|/td)", text), "an element in Markdown"
    assert "\x1b" not in text
    for layout in ("cells", "arduino", "schemaless"):
        with suppress(arduino.NoTimes):
            to_csv(document, layout)
    arduino.to_text(document)
    schemaless.to_text(document)
    json.loads(document.model_dump_json())
    write_parquet(document, folder / "run.parquet")
    with suppress(PageNotBuilt):
        assert "<img" not in page(document, samples, sources)


def draw_all(document: RunDocument, samples: Samples, *, drawn: bool) -> None:
    """Make every chart of a run; drawing them takes longer."""
    for kind in ("verdict", "ranking", "pareto", "bandwidth", "heatmap", "samples", "boards"):
        with suppress(Refusal, EngineNotBuilt):
            specification = chart(kind, document, ChartOptions(), samples)
            if drawn:
                svg = draw(specification, "svg", 1.0).decode()
                assert "<img" not in svg
                assert "<script" not in svg


def try_one(content: Any, folder: Path, *, drawn: bool = False) -> str:
    """Import a run, and do all that can be done with it; return how it was refused, or nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        return _try_one(content, folder, drawn=drawn)


def _try_one(content: Any, folder: Path, *, drawn: bool) -> str:
    file, database = folder / "run.json", folder / "runs.duckdb"
    file.write_text(json.dumps(content), encoding="utf-8")
    try:
        run, samples = read_export(file, MAX_BYTES)
    except StoreError as error:
        message = str(error)
        assert "\n" not in message, f"more than a sentence: {message}"
        assert "Error:" not in message, f"a name of Python's: {message}"
        return message
    stored.add_run(database, run, samples)
    name = run.record.run
    try:
        assert [one.run for one in stored.list_runs(database)] == [name]
        kept, back = stored.read_with_samples(database, name)
        assert kept.record == run.record
        document = build_document(kept, back)
        look_at(document, back, {source.path: source.text for source in kept.sources}, folder)
        draw_all(document, back, drawn=drawn)
        again = folder / "again.json"
        again.write_text(export_run(database, "last"), encoding="utf-8")
        read_export(again, MAX_BYTES)
    finally:
        stored.delete_run(database, name)
    return ""


def main(export: Path, count: int, seed: int = 0, report: Callable[[str], None] = print) -> None:
    content = json.loads(export.read_text(encoding="utf-8"))
    content = {name: content[name] for name in ("export_format", "stored", "samples")}
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        assert try_one(content, Path(folder), drawn=True) == ""
        for number in range(seed, seed + count):
            changed, told = mutate(content, random.Random(number))
            try:
                refused = try_one(changed, Path(folder), drawn=number % 20 == 0)
                outcomes["refused" if refused else "taken"] += 1
            except Exception:
                outcomes["broke"] += 1
                trace = io.StringIO()
                traceback.print_exc(limit=-3, file=trace)
                report(f"--- {number}: {told}\n{trace.getvalue()}")
    report(f"{count} exports, seed {seed}: {dict(outcomes)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)

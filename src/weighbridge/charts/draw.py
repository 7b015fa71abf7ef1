"""A chart of a run as a file, drawn by Vega without a browser and without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from weighbridge import engine
from weighbridge.advise.scenario import Scenario
from weighbridge.measure.samples import Samples
from weighbridge.report.document import RunDocument
from weighbridge.report.page import columns_of

from .style import Theme

Kind = Literal["ranking", "pareto", "bandwidth", "heatmap", "samples"]
Unit = Literal["relative", "time", "speed", "instructions", "allocated"]
Weight = Literal["net", "gross"]
Form = Literal["svg", "png"]

VEGA_LITE = "6.4"


@dataclass(frozen=True, slots=True)
class ChartOptions:
    """What can be chosen; what a kind has no use for is ignored. An empty tuple leaves a choice to the others.

    Attributes:
        payloads: the first is shown, by a heat map all; none: the run's.
        languages: names of languages.
        runners: names of runners or of their targets.
        formats: names of formats.
        codecs: patterns such as ``rapidjson*`` or ``c/*``; for samples, of one row.
        operations: the first that was measured is shown; none: of encode, decode and scan.
        exact: leave lossy codecs out.
        unit: what the bars of a ranking show; None for what fits how many runners are chosen.
        weight: which times a ranking or a heat map shows.
        scenario: the network, the compression and the baseline: ``orjson`` (each runner's own) or ``python/orjson``.
        most: of how many codecs a ranking or a heat map is at most, the best; None for all.
        theme: ``light`` or ``dark``.
        width: of the picture, in pixels.
    """

    payloads: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    runners: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    exact: bool = False
    unit: Unit | None = None
    weight: Weight = "net"
    scenario: Scenario = field(default_factory=Scenario)
    most: int | None = 40
    theme: Theme = "light"
    width: int = 860


def chart(kind: Kind, document: RunDocument, options: ChartOptions, samples: Samples) -> dict[str, Any]:
    """Return a chart of a run as a Vega-Lite specification that needs nothing else.

    Args:
        kind: which chart.
        document: the run.
        options: what is shown of it, and how.
        samples: the run's, for a chart of them.

    Raises:
        engine.Refusal: the run has nothing of what was chosen; the message says what it has.
    """
    arguments = [json.dumps(kind), document.model_dump_json(), json.dumps(asdict(options, dict_factory=_camel_case))]
    if kind == "samples":
        arguments.append(json.dumps(columns_of(document, samples)))
    specification: dict[str, Any] = engine.call("chart", *arguments)
    return specification


def draw(specification: dict[str, Any], form: Form, scale: float) -> bytes:
    """Return a picture; ``scale`` is how many pixels of a PNG stand for one."""
    import vl_convert  # noqa: PLC0415 (large, and of no use to other commands)

    if form == "png":
        drawn: bytes = vl_convert.vegalite_to_png(
            specification, vl_version=VEGA_LITE, scale=scale, allowed_base_urls=[]
        )
        return drawn
    svg: str = vl_convert.vegalite_to_svg(specification, vl_version=VEGA_LITE, allowed_base_urls=[])
    return svg.encode()


def _camel_case(members: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {re.sub(r"_(\w)", lambda letter: letter[1].upper(), name): value for name, value in members}

"""A chart of a run as a file, drawn by Vega without a browser and without a network."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from weighbridge import engine, extras
from weighbridge.advise.scenario import Scenario
from weighbridge.measure.samples import Samples
from weighbridge.printable import pictured
from weighbridge.report.document import RunDocument
from weighbridge.report.page import columns_of

from .style import Theme

Kind = Literal["verdict", "ranking", "pareto", "bandwidth", "heatmap", "samples", "boards"]
Unit = Literal["relative", "time", "speed", "instructions", "allocated"]
Weight = Literal["net", "gross"]
Form = Literal["svg", "png"]

OF_MESSAGES: frozenset[Kind] = frozenset({"verdict", "bandwidth", "boards"})
"""Charts of whole messages, which are encoded and decoded, whichever operations are selected."""

VEGA_LITE = "6.4"


@dataclass(frozen=True, slots=True)
class ChartOptions:
    """How a run is shown; what a kind has no use for is ignored.

    Attributes:
        exact: leave lossy codecs out.
        unit: what the bars of a ranking show; None for what fits how many runners are chosen.
        weight: which times a ranking or a heat map shows.
        scenario: the network, the compression and the baseline: ``orjson`` (each runner's own) or ``python/orjson``.
        most: of how many codecs a ranking or a heat map is at most, the best; None for all.
        theme: ``light`` or ``dark``.
        width: of the picture, in pixels.
    """

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
        document: the run, or what is selected of it. Of its payloads the first is shown, but in a heat map, and of
            its operations likewise: encode, decode, scan.
        options: how it is shown.
        samples: the run's, for a chart of them.

    Raises:
        engine.Refusal: it cannot be had of this run; the message says why, and what to do.
    """
    arguments = [
        json.dumps(kind),
        document.model_dump_json(),
        json.dumps(asdict(options) | {"scenario": options.scenario.model_dump(mode="json")}),
    ]
    if kind == "samples":
        arguments.append(json.dumps(columns_of(document, samples)))
    specification: dict[str, Any] = engine.call("chart", *arguments)
    return specification


def _harmless(item: Any) -> Any:
    """Return a specification without control characters, which names may hold: the renderer would end this process."""
    if isinstance(item, str):
        return pictured(item)
    if isinstance(item, dict):
        return {pictured(name): _harmless(entry) for name, entry in item.items()}
    return [_harmless(entry) for entry in item] if isinstance(item, list) else item


def draw(specification: dict[str, Any], form: Form, scale: float) -> bytes:
    """Return a picture; ``scale`` is how many pixels of a PNG stand for one."""
    specification = _harmless(specification)
    extras.need("vl-convert-python", to="draw charts")
    import vl_convert  # noqa: PLC0415 (large, and of no use to other commands)

    if form == "png":
        drawn: bytes = vl_convert.vegalite_to_png(
            specification, vl_version=VEGA_LITE, scale=scale, allowed_base_urls=[]
        )
        return drawn
    svg: str = vl_convert.vegalite_to_svg(specification, vl_version=VEGA_LITE, allowed_base_urls=[])
    return svg.encode()

"""Pictures as SVG and PNG files, drawn by Vega without a browser and without a network."""

from __future__ import annotations

import textwrap
from typing import Any, Literal

from weighbridge.report.document import RunDocument

from .picture import Picture, fill, specification, themes
from .selection import Theme

Form = Literal["svg", "png"]
VEGA_LITE = "6.4"
_PIXELS_PER_CHARACTER = 5.2
_PADDING = 16


def complete(picture: Picture, *, theme: Theme, width: int, title: str, subtitle: list[str]) -> dict[str, Any]:
    """Return a specification that needs nothing else: with data, theme, size and title."""
    characters = round((width - 2 * _PADDING) / _PIXELS_PER_CHARACTER)
    spec: dict[str, Any] = fill(specification(picture.kind), picture.words)
    spec["width"] = width
    spec["padding"] = _PADDING
    spec["datasets"] = {name: list(rows) for name, rows in picture.data.items()}
    spec["config"] = themes()[theme]
    spec["params"] = [*spec.get("params", ()), {"name": "containerWidth", "value": width}]
    spec["title"] = {
        "text": textwrap.wrap(title, round(characters * 0.7)),
        "subtitle": [part for line in subtitle for part in textwrap.wrap(line, characters)],
    }
    spec["description"] = picture.description
    return spec


def render(spec: dict[str, Any], form: Form, scale: float) -> bytes:
    """Draw a complete specification."""
    import vl_convert  # noqa: PLC0415 (large, and of no use to other commands)

    if form == "png":
        drawn: bytes = vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=scale, allowed_base_urls=[])
        return drawn
    svg: str = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE, allowed_base_urls=[])
    return svg.encode()


def provenance(document: RunDocument) -> str:
    """Say in one line where the numbers come from."""
    run, machine = document.run, document.environment.get("machine", {})
    parts = [
        f"Run {run.run}" + ("" if run.status == "complete" else f" ({run.status})"),
        f"{run.started:%Y-%m-%d}",
        ", ".join(str(part) for part in (machine.get("cpu"), machine.get("architecture")) if part),
        str(machine.get("system") or ""),
        f"Weighbridge {run.version}",
    ]
    return " · ".join(part for part in parts if part)

"""Charts become pictures, and say where their numbers come from."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import vl_convert
from charts_documents import cell, document, orders
from charts_vectors import cases, some_samples

from weighbridge.advise.scenario import Scenario
from weighbridge.charts.draw import draw
from weighbridge.charts.picture import KINDS, ChartError, Kind, Picture, fill, specification, themes
from weighbridge.charts.render import VEGA_LITE, complete
from weighbridge.charts.selection import ChartOptions, members_of
from weighbridge.measure.samples import Samples

PNG = b"\x89PNG\r\n\x1a\n"


def options(**changes: Any) -> ChartOptions:
    return replace(ChartOptions(payload="orders", operation="encode", members=("python",)), **changes)


def drawn(kind: Kind, **changes: Any) -> str:
    taken = Samples.from_rows(some_samples())
    chosen = options(**({"codec": "orjson"} | changes))
    return draw(kind, orders(), chosen, "svg", taken).decode()


def texts(svg: str) -> str:
    """The lines of a picture; those of one title are joined by blanks."""
    return "\n".join(re.sub(r"<[^>]*>", " ", part) for part in re.findall(r"<text.*?</text>", svg, re.DOTALL))


@pytest.mark.parametrize(("kind", "picture"), [(kind, picture) for kind, _, picture in cases()])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_specification_compiles_with_all_its_words(kind: str, picture: Picture, theme: Any) -> None:
    spec = complete(picture, theme=theme, width=600, title="title", subtitle=["subtitle"])
    compiled = vl_convert.vegalite_to_vega(spec, vl_version=VEGA_LITE)
    assert {data["name"] for data in compiled["data"]} >= set(picture.data)


def test_a_word_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill(specification("ranking"), {"x": "time"})


def test_specifications_hold_no_data() -> None:
    for kind in KINDS:
        assert specification(kind)["data"] == {"name": "rows"}
        assert '"values": [{' not in str(specification(kind)).replace("'", '"')


def test_themes_give_the_same_styles() -> None:
    light, dark = themes()["light"], themes()["dark"]
    assert light["style"].keys() == dark["style"].keys()
    assert len(light["range"]["category"]) == len(dark["range"]["category"]) == len(light["range"]["symbol"])


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("ranking", ["orjson", "0.100×", "0.221× · lossy", "1=", "100×", "net time ÷ python/json"]),
        ("pareto", ["tiny", "json", "net time of a pass (µs), log scale"]),
        ("bandwidth", ["3.67 Gbit/s", "100 Mbit/s", "ormsgpack"]),
        ("heatmap", ["0.100×", "0.250×", "failed", "–", "hello"]),
        ("samples", ["process 1", "process 2"]),
    ],
)
def test_a_picture_holds_the_numbers_and_their_provenance(kind: Kind, numbers: list[str]) -> None:
    text = texts(drawn(kind))
    for number in [*numbers, "20260102-030405-abcd", "2026-01-02", "Some CPU", "Some System", "Weighbridge 0.1.0"]:
        assert number in text, number


def test_titles_say_what_is_shown() -> None:
    assert "Encode orders, Python" in texts(drawn("ranking"))
    assert "Size after gzip against encode time of orders" in texts(drawn("pareto", members=(), compressor="gzip"))
    compressed = Scenario(compressor="gzip")
    assert "Time of a call with orders, with gzip, Python" in texts(drawn("bandwidth", scenario=compressed))


@pytest.mark.parametrize("kind", KINDS)
def test_a_png_has_the_pixels_that_were_asked_for(kind: Kind) -> None:
    taken = Samples.from_rows(some_samples())
    png = draw(kind, orders(), options(width=400, scale=2, codec="orjson", theme="dark"), "png", taken)
    assert png.startswith(PNG)
    assert int.from_bytes(png[16:20], "big") == 800


@pytest.mark.parametrize("width", [358, 1100])
@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_as_wide_as_was_asked_for(kind: Kind, width: int) -> None:
    found = re.search(r'<svg[^>]* width="([\d.]+)"', drawn(kind, width=width))
    assert found is not None
    assert float(found[1]) == width


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_refers_to_nothing_elsewhere(kind: Kind) -> None:
    svg = drawn(kind)
    assert re.findall(r'(?:href|src)="(?!#)', svg) == []
    assert set(re.findall(r"https?://[^\"\s)]+", svg)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_without_a_payload_or_operation_the_first_is_shown() -> None:
    svg = draw("ranking", orders(), ChartOptions(), "svg").decode()
    assert "Encode orders" in texts(svg)


def test_runners_have_the_names_that_they_have_everywhere() -> None:
    cells = [cell("json", member=name, language="javascript") for name in ("node", "browser:firefox", "browser:chrome")]
    run = document([*cells, cell("other", member="go", language="go")])
    assert members_of(run, ("javascript",)) == ("node", "browser:firefox", "browser:chrome")
    assert members_of(run, ("browser",)) == ("browser:firefox", "browser:chrome")
    assert members_of(run, ("firefox", "go")) == ("browser:firefox", "go")
    assert members_of(run, ()) == ("node", "browser:firefox", "browser:chrome", "go")


@pytest.mark.parametrize(
    ("kind", "changes", "message"),
    [
        ("ranking", {"payload": "order"}, "no payload 'order': did you mean orders"),
        ("ranking", {"operation": "scan"}, "no operation 'scan': there are decode, encode"),
        ("ranking", {"members": ("rust",)}, "no runner 'rust'"),
        ("ranking", {"formats": ("jsn",)}, "no format 'jsn': did you mean json"),
        ("ranking", {"baseline": "orjsn"}, "no codec 'orjsn': did you mean orjson"),
        ("heatmap", {"members": ("go",), "formats": ("cbor",)}, "Leave something out"),
        ("pareto", {"compressor": "gzip", "formats": ("cbor",), "exact": True}, "no size after gzip"),
        ("bandwidth", {"payload": "hello"}, "Choose other formats"),
        ("ranking", {"payload": "hello", "formats": ("msgpack",)}, "nothing to rank|No row fits"),
        ("samples", {"codec": None}, "Say whose samples"),
        ("samples", {"codec": "json", "members": ()}, "Choose: python/json, go/json"),
    ],
)
def test_what_cannot_be_drawn_says_what_to_do(kind: Kind, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        drawn(kind, **changes)


def test_samples_that_are_not_here_are_said() -> None:
    with pytest.raises(ChartError, match="samples of this run are not here"):
        draw("samples", orders(), options(codec="orjson"), "svg")


def test_a_run_without_rows_is_said() -> None:
    run = document([cell("json")]).model_copy(update={"cells": ()})
    with pytest.raises(ChartError, match="no row that was measured"):
        draw("ranking", run, ChartOptions(), "svg")


def test_an_interrupted_run_is_said() -> None:
    run = orders()
    run = run.model_copy(update={"run": run.run.model_copy(update={"status": "interrupted"})})
    assert "(interrupted)" in texts(draw("ranking", run, options(), "svg").decode())

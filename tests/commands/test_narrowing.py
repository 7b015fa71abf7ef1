"""Which part of a run is left by what is selected."""

from __future__ import annotations

from typing import Any

import pytest
from advise_documents import both, payload_info, run_document
from board_cells import a_counted_cell

from weighbridge import options
from weighbridge.campaign.selection import SelectionError
from weighbridge.commands.narrowing import narrow
from weighbridge.report.document import Failure, RunDocument, TooLarge


@pytest.fixture(scope="module")
def document() -> RunDocument:
    cells = []
    for payload in ("orders", "users"):
        for participant, language in (("python", "python"), ("browser:firefox", "javascript")):
            own: dict[str, Any] = {"participant": participant, "language": language, "payload": payload}
            relative = (f"{participant}/json", 1.0, 0.0)
            cells += both("json", 10, 10, relative=relative, **own)
            cells += both("packer[reuse]", 5, 5, form="msgpack", relative=relative, **own)
    failed = [
        Failure(runner=runner, codec="x", operation="decode", payload=payload, stage="verify", message="")
        for runner, payload in (("python", "orders"), ("browser:firefox", "users"))
    ]
    document = run_document(cells, [payload_info("orders"), payload_info("users")])
    return document.model_copy(update={"failures": tuple(failed)})


def left(document: RunDocument, payloads: tuple[str, ...] = (), **chosen: Any) -> set[tuple[str, str, str, str]]:
    narrowed = narrow(document, options.unchecked(**chosen), payloads)
    return {(cell.participant, cell.codec, cell.operation, cell.payload) for cell in narrowed.cells}


def test_nothing_selected_leaves_everything(document: RunDocument) -> None:
    assert narrow(document, options.unchecked()).cells == document.cells
    assert narrow(document, options.unchecked()).failures == document.failures


def test_languages_runners_and_targets_are_selected(document: RunDocument) -> None:
    selections: list[dict[str, Any]] = [
        {"languages": ["javascript"]},
        {"runners": ["browser"]},
        {"runners": ["firefox"]},
    ]
    for chosen in selections:
        assert {participant for participant, *_ in left(document, **chosen)} == {"browser:firefox"}


def test_a_runner_is_called_by_what_it_was_built_with_as_when_it_ran(document: RunDocument) -> None:
    runners = {"python": {"profile": {"compiler": "gcc-o3", "allocator": "glibc"}}}
    built = document.model_copy(update={"environment": {"runners": runners}})
    selections: list[dict[str, Any]] = [{"runners": ["gcc-o3"]}, {"codecs": ["glibc/*"]}]
    for chosen in selections:
        assert {participant for participant, *_ in left(built, **chosen)} == {"python"}


def test_what_the_rest_is_relative_to_stays(document: RunDocument) -> None:
    assert {codec for _, codec, *_ in left(document, codecs=["pack*"])} == {"packer", "json"}
    assert {codec for _, codec, *_ in left(document, formats=["json"])} == {"json"}
    assert {participant for participant, *_ in left(document, codecs=["python/packer[reuse]"])} == {"python"}


def test_a_baseline_that_is_named_stays_too(document: RunDocument) -> None:
    def kept(baseline: str, **chosen: Any) -> set[tuple[str, str]]:
        narrowed = narrow(document, options.unchecked(**chosen), ("users",), baseline)
        return {(cell.participant, cell.codec) for cell in narrowed.cells}

    own = {("python", "json"), ("python", "packer")}
    assert kept("packer[reuse]", runners=["python"], formats=["json"]) == own
    assert kept("python/packer[reuse]", runners=["firefox"], formats=["json"]) == {
        ("python", "packer"),
        ("browser:firefox", "json"),
    }


def test_operations_and_payloads_are_selected(document: RunDocument) -> None:
    assert {operation for *_, operation, _ in left(document, operations=["decode"])} == {"decode"}
    assert {payload for *_, payload in left(document, ("users",))} == {"users"}
    narrowed = narrow(document, options.unchecked(), ("users",))
    assert [payload.payload for payload in narrowed.run.payloads] == ["users"]


def test_failures_are_those_of_what_is_selected(document: RunDocument) -> None:
    def failed(payloads: tuple[str, ...] = (), **chosen: Any) -> list[str]:
        return [failure.runner for failure in narrow(document, options.unchecked(**chosen), payloads).failures]

    assert failed(languages=["python"]) == ["python"]
    assert failed(("users",)) == ["browser:firefox"]
    assert failed(operations=["encode"]) == []


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"languages": ["pyton"]}, "did you mean python"),
        ({"runners": ["chromium"]}, "unknown runner"),
        ({"formats": ["cbor"]}, "unknown format"),
        ({"operations": ["scan"]}, "unknown operation"),
        ({"codecs": ["orjson"]}, "unknown codec"),
    ],
)
def test_what_the_run_does_not_have_is_said(document: RunDocument, chosen: dict[str, Any], words: str) -> None:
    with pytest.raises(SelectionError, match=words):
        narrow(document, options.unchecked(**chosen))
    with pytest.raises(SelectionError, match="unknown payload"):
        narrow(document, options.unchecked(), ("nobody",))


def test_counts_and_what_was_too_large_are_selected_alike(document: RunDocument) -> None:
    counted = [
        a_counted_cell(cell=100 + number, payload=payload, codec=codec, format=form)
        for number, (payload, codec, form) in enumerate(
            (payload, codec, form)
            for payload in ("orders", "users")
            for codec, form in (("cjson", "json"), ("mpack", "msgpack"), ("cmp", "msgpack"))
        )
    ]
    large = [
        TooLarge.model_validate(cell.model_dump(include=set(TooLarge.model_fields)) | {"reason": "so large"})
        for cell in counted
    ]
    on_board = document.model_copy(update={"counted": tuple(counted), "too_large": tuple(large)})
    narrowed = narrow(on_board, options.unchecked(codecs=["mpack"]), ["users"])
    assert [(cell.payload, cell.codec) for cell in narrowed.counted] == [("users", "cjson"), ("users", "mpack")]
    assert [(one.payload, one.codec) for one in narrowed.too_large] == [("users", "mpack")]
    assert narrowed.cells == ()
    assert narrow(on_board, options.unchecked(runners=["cortex-m4"])).counted == tuple(counted)
    alone = on_board.model_copy(update={"cells": (), "counted": ()})
    assert narrow(alone, options.unchecked(formats=["json"])).too_large == (large[0], large[3])

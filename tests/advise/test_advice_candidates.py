"""What can be chosen, from which cells, and against what."""

from __future__ import annotations

from typing import Any

import pytest
from advise_documents import both, cell, payload_info, run_document

from weighbridge.advise.candidates import (
    Candidate,
    baseline_of,
    candidates_of,
    check_baseline,
    members_of,
    payloads_of,
)
from weighbridge.advise.scenario import AdviceError
from weighbridge.report.document import RunDocument


def found(document: RunDocument, member: str = "python") -> dict[str, Candidate]:
    return {one.name: one for one in candidates_of(document, document.run.payloads[0], member)}


def name_of(candidate: Candidate | None) -> str | None:
    return None if candidate is None else candidate.name


def test_a_variant_borrows_the_half_that_it_lacks_from_the_plain_codec() -> None:
    document = run_document(
        [
            *both("json", 1000, 2000),
            cell("json[prebuilt]", "encode", 500),
            cell("json[insitu]", "decode", 700),
            cell("yajl", "encode", 300),
            cell("yajl[tree]", "decode", 400),
            cell("gjson", "decode", 100),
            cell("rapid", "scan", 50),
        ]
    )
    candidates = found(document)
    assert list(candidates) == ["json", "json[prebuilt]", "json[insitu]", "yajl[tree]"]
    assert candidates["json[prebuilt]"].decode == candidates["json"].decode
    assert candidates["json[insitu]"].encode == candidates["json"].encode
    assert candidates["yajl[tree]"].encode.net_ns.estimate == 300


def test_two_formats_of_one_codec_are_two_candidates() -> None:
    document = run_document([*both("multi", 1, 1), *both("multi", 2, 2, form="msgpack")])
    found = candidates_of(document, document.run.payloads[0], "python")
    assert [(one.format, one.encode.format, one.decode.format) for one in found] == [
        ("json",) * 3,
        ("msgpack",) * 3,
    ]


def test_members_and_payloads_are_kept_apart() -> None:
    document = run_document(
        [
            *both("json", 1, 1),
            *both("json", 2, 2, member="python:jit"),
            *both("json", 3, 3, payload="other"),
        ],
        [payload_info(), payload_info("other")],
    )
    assert found(document, "python:jit")["json"].encode.net_ns.estimate == 2
    assert found(document, "nobody") == {}
    assert [one.encode.net_ns.estimate for one in candidates_of(document, document.run.payloads[1], "python")] == [3]


def test_the_baseline_is_what_the_run_compares_with() -> None:
    related: dict[str, Any] = {"relative": ("python/json[assoc]", 1.0, 0.0)}
    candidates = tuple(
        found(
            run_document([*both("fast", 1, 1, **related), *both("json[object]", 1, 1), *both("json[assoc]", 1, 1)])
        ).values()
    )
    names = {wanted: name_of(baseline_of(candidates, wanted)) for wanted in (None, "fast", "json", "json[object]")}
    assert names == {None: "json[assoc]", "fast": "fast", "json": "json[assoc]", "json[object]": "json[object]"}
    # A name that only another language has: there its plain JSON stands.
    assert name_of(baseline_of(candidates, "serde_json")) == "json[assoc]"


def test_without_a_ratio_there_is_no_baseline_but_a_named_one() -> None:
    candidates = tuple(found(run_document(both("json", 1, 1, relative=("rust/serde_json", 3.0, 0.1)))).values())
    assert name_of(baseline_of(candidates, None)) is None
    assert name_of(baseline_of(candidates, "json")) == "json"


def test_an_unknown_baseline_is_refused_with_a_hint() -> None:
    candidates = tuple(found(run_document([*both("orjson", 1, 1), *both("json[assoc]", 1, 1)])).values())
    for fine in ("orjson", "json", "json[assoc]"):
        check_baseline(fine, candidates)
    with pytest.raises(AdviceError, match="did you mean orjson"):
        check_baseline("orjso", candidates)


def test_names_of_members_and_payloads_are_checked() -> None:
    document = run_document(
        [*both("json", 1, 1, member="browser:firefox", language="javascript"), *both("json", 1, 1, member="node")],
        [payload_info(), payload_info("empty")],
    )
    assert members_of(document) == ("browser:firefox", "node")
    for name in ("javascript", "browser", "firefox", "browser:firefox"):
        assert members_of(document, [name]) == ("browser:firefox",)
    with pytest.raises(AdviceError, match="did you mean firefox"):
        members_of(document, ["firefix"])
    assert [one.payload for one in payloads_of(document, ["orders"])] == ["orders"]
    with pytest.raises(AdviceError, match="unknown payload 'order': did you mean orders"):
        payloads_of(document, ["order"])


def test_a_run_without_cells_says_what_to_do() -> None:
    with pytest.raises(AdviceError, match="weighbridge run"):
        payloads_of(run_document([]))

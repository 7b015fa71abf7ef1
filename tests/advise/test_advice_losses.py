"""What would be lost by a change is said, and what is lost already is not."""

from __future__ import annotations

from typing import Any

import pytest
from advise_documents import both, cell, run_document
from weighbridge.advise.losses import coverage, losses

from weighbridge.advise.candidates import candidates_of
from weighbridge.report.document import RunDocument


def lost(document: RunDocument, baseline: str = "json", other: str = "other") -> dict[str, str]:
    payload = document.run.payloads[0]
    found = {one.name: one for one in candidates_of(document, payload, "python")}
    return {
        loss.kind: loss.text for loss in losses(document, found[baseline], found[other], coverage(document, payload))
    }


JSON = both("json", 1, 1)


def test_a_codec_like_the_baseline_loses_nothing() -> None:
    assert lost(run_document([*JSON, *both("other", 1, 1)])) == {}


@pytest.mark.parametrize(
    ("about", "kind", "text"),
    [
        ({"losses": ["int53", "float32"]}, "fidelity", "it does not preserve everything: int53, float32"),
        ({"form": "msgpack"}, "readability", "MessagePack is not readable without a tool"),
        ({"policies": {"buffers": "reuse"}}, "buffers", "it reuses its buffers"),
        ({"policies": {"strings": "borrowed"}}, "strings", "its strings are borrowed"),
        ({"policies": {"utf8": "unchecked"}}, "utf8", "it does not check that strings are UTF-8"),
        ({"policies": {"api": "Value, prebuilt"}}, "tree", "it starts from the library's own tree"),
        ({"released": "2020-02-29"}, "release", "other 1.0 was released on 2020-02-29"),
    ],
)
def test_each_loss_is_said(about: dict[str, Any], kind: str, text: str) -> None:
    document = run_document([*JSON, *both("other", 1, 1, **about)])
    assert lost(document)[kind].startswith(text)
    # The baseline is the same: nothing is lost.
    same = run_document([*both("json", 1, 1, **about), *both("other", 1, 1, **about)])
    assert kind not in lost(same) or kind == "release"


def test_borrowed_strings_concern_decoding_only() -> None:
    borrowing = [cell("other", "encode", policies={"strings": "borrowed"}), cell("other", "decode")]
    assert lost(run_document([*JSON, *borrowing])) == {}


def test_the_ecosystem_is_counted_in_languages_not_in_runners() -> None:
    packed: dict[str, Any] = {"form": "msgpack"}
    document = run_document(
        [
            *JSON,
            *both("other", 1, 1, **packed),
            *both("json", 1, 1, member="node", language="javascript"),
            *both("lossy", 1, 1, member="node", language="javascript", losses=["int53"], **packed),
            *both("json", 1, 1, member="browser:firefox", language="javascript"),
            *both("lossy", 1, 1, member="browser:firefox", language="javascript", losses=["int53"], **packed),
            *both("json", 1, 1, member="rust"),
            cell("half", "decode", member="rust", **packed),
        ]
    )
    assert lost(document)["ecosystem"] == (
        "MessagePack has a codec in 2 of the run's 3 languages, an exact one in 1 (JSON: 3 and 3)"
    )


def test_a_run_in_one_language_knows_nothing_of_the_ecosystem() -> None:
    assert list(lost(run_document([*JSON, *both("other", 1, 1, form="msgpack")]))) == ["readability"]

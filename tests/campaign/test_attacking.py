"""The attack: what a decoder does with hostile bytes is told, and laid at nobody else's door."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from runner_folders import write_runner

from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.attacking import Attack, attack
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Silence
from weighbridge.campaign.selection import Selection
from weighbridge.formats import find_format
from weighbridge.formats.hostile import Input, Kind
from weighbridge.payloads import built_in_payload
from weighbridge.runners.manifest import read_manifests

BOOM = b'{"a": "some text before it", "b": ["BOOM", 2, 3]}'


def assail(folder: Path, fault: str, inputs: Sequence[bytes], kind: Kind = "flipped") -> Attack:
    """Attack the decoder of a runner with a fault."""
    participants = assemble(read_manifests(write_runner(folder, "soft", fault)), Silence())
    chosen = Selection(operations=("decode",))
    cells = [cell for cell in plan_cells(participants, [built_in_payload("websocket")], chosen) if cell.role == "codec"]
    entries = [Input(kind, data) for data in inputs]
    return attack(cells, participants, lambda _: entries, find_format, Silence())


def test_what_is_refused_and_what_is_a_document_is_counted(tmp_path: Path) -> None:
    found = assail(tmp_path, "none", [b"", b"[1", b"[1]", b"\xff", b"[1]]"])
    assert found.failures == ()
    assert found.attacked[0].outcomes == {"refuses": 4, "accepts": 1}
    assert found.attacked[0].findings == []


@pytest.mark.parametrize(
    ("fault", "outcome", "words"),
    [
        ("trap-crash", "crashes", "SIGSEGV"),
        ("trap-memory", "over-allocates", "took 2"),
        ("trap-glutton", "over-allocates", "MemoryError"),
    ],
)
def test_what_breaks_is_found_with_the_smallest_input_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, outcome: str, words: str
) -> None:
    monkeypatch.setattr("weighbridge.campaign.attacking._SHRINKING_S", 600.0)
    monkeypatch.setattr("weighbridge.campaign.attacking.memory_for", lambda _: 2**26)
    found = assail(tmp_path, fault, [b"[1]", BOOM, b"[2]", b"[3"])
    assert found.failures == ()
    assert found.attacked[0].outcomes == {outcome: 1, "accepts": 2, "refuses": 1}
    finding = found.attacked[0].findings[0]
    assert (finding.outcome, finding.data) == (outcome, b"BOOM")
    assert words in finding.detail


def test_what_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weighbridge.campaign.attacking._SHRINKING_S", 0.0)
    monkeypatch.setattr("weighbridge.campaign.attacking.seconds_for", lambda _: 2)
    found = assail(tmp_path, "trap-hang", [BOOM])
    assert [(one.outcome, one.data) for one in found.attacked[0].findings] == [("hangs", BOOM)]


def test_what_is_only_late_does_not_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weighbridge.campaign.attacking._SURELY", 60)
    found = assail(tmp_path, "trap-slow", [BOOM])
    assert found.failures == ()
    assert found.attacked[0].outcomes == {"accepts": 1}
    assert found.attacked[0].findings == []


def test_garbage_that_is_taken_is_told_with_what_is_wrong_with_it(tmp_path: Path) -> None:
    found = assail(tmp_path, "gullible", [b"[1]", b"[1]]", b'{"a": [1, 2, nul]}'])
    assert found.attacked[0].outcomes == {"accepts": 1, "trailing": 1, "garbage": 1}
    finding = found.attacked[0].findings[0]
    assert finding.outcome == "garbage"
    assert len(finding.data) <= 2
    assert finding.detail


def test_of_what_nests_nobody_can_say_whose_stack_it_was(tmp_path: Path) -> None:
    found = assail(tmp_path, "trap-crash", [BOOM], "nested")
    assert found.attacked[0].outcomes == {"overflows": 1}


def test_a_decoder_that_breaks_again_and_again_is_left_alone(tmp_path: Path) -> None:
    found = assail(tmp_path, "trap-crash", [BOOM, BOOM, BOOM, b"[1]"])
    assert found.attacked[0].outcomes == {"crashes": 2}


@pytest.mark.parametrize(
    ("fault", "inputs", "words"),
    [
        ("trap-late", [b'["BOOM"]', b'["BOOM", 2]'], "only after other inputs"),
        ("trap-liar", [b'["BOOM"]', b'["BOOM", 2]'], "as a hash"),
    ],
)
def test_what_the_runner_does_wrong_is_not_the_decoders(
    tmp_path: Path, fault: str, inputs: Sequence[bytes], words: str
) -> None:
    found = assail(tmp_path, fault, inputs)
    assert found.attacked[0].findings == []
    assert words in found.failures[0].message


def test_a_runner_that_takes_no_payload_is_told_of(tmp_path: Path) -> None:
    participants_fault = "dies"
    folder = write_runner(tmp_path, "soft", participants_fault, "--on", "load")
    participants = assemble(read_manifests(folder), Silence())
    cells = plan_cells(participants, [built_in_payload("websocket")], Selection(operations=("decode",)))
    found = attack(
        [cell for cell in cells if cell.role == "codec"],
        participants,
        lambda _: [Input("flipped", b"[1]")] * 5,
        find_format,
        Silence(),
    )
    assert len(found.failures) == 2
    assert "load" in found.failures[0].message

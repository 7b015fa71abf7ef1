"""What the other commands print, for people and for machines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgpack  # type: ignore[import-untyped]
import pytest
from workbench import Workbench

from weighbridge.commands.schemas import schemas

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_documented_schemas_are_those_of_the_code(name: str) -> None:
    """Written anew with: python -m weighbridge.commands.schemas docs/schemas."""
    assert json.loads((SCHEMAS / f"{name}.json").read_text()) == json.loads(json.dumps(schemas()[name]))


def valid(name: str, document: Any) -> Any:
    jsonschema.validate(document, json.loads((SCHEMAS / f"{name}.json").read_text()))
    return document


def test_codecs_are_listed_with_what_is_not_installed(workbench: Workbench) -> None:
    rows = {row["codec"]: row for row in valid("list-codecs", workbench.json("list", "codecs"))}
    assert rows["json"]["installed"] is True
    assert rows["json"]["reason"] is None
    assert rows["json"]["policies"]["buffers"] == "fresh"
    assert (rows["absent"]["installed"], rows["absent"]["reason"]) == (False, "it does not exist")
    assert "not installed: it does not exist" in workbench("list", "codecs").stdout


def test_no_line_of_what_is_piped_ends_with_spaces(workbench: Workbench) -> None:
    lines = workbench("list", "codecs").stdout.splitlines()
    assert len(lines) > 2
    assert lines == [line.rstrip() for line in lines]


def test_formats_runners_payloads_and_runs_are_listed(workbench: Workbench) -> None:
    formats = valid("list-formats", workbench.json("list", "formats"))
    assert {"json", "msgpack", "cbor", "ubjson", "bson"} <= {row["format"] for row in formats}
    assert [row["runner"] for row in valid("list-runners", workbench.json("list", "runners"))] == ["steady"]
    payloads = {row["payload"]: row for row in valid("list-payloads", workbench.json("list", "payloads"))}
    assert payloads["websocket"]["documents"] == 8
    assert payloads["compact"]["json_bytes"] == 27
    assert (payloads["boards"]["documents"], payloads["boards"]["json_bytes"]) == (10, 4697)
    assert valid("list-runs", workbench.json("list", "runs")) == []


def test_sizes_are_those_of_the_formats(workbench: Workbench) -> None:
    sizes = valid("sizes", workbench.json("sizes", "compact"))["sizes"]
    by_format = {row["format"]: row["bytes"] for row in sizes}
    assert (by_format["json"], by_format["msgpack"], by_format["cbor"]) == (27, 18, 18)


def test_sizes_say_what_a_format_cannot_hold(workbench: Workbench) -> None:
    (workbench.documents / "scalar.json").write_text("12")
    document = workbench.json("sizes", "scalar.json")
    assert [row["format"] for row in document["unrepresentable"]] == ["bson"]
    assert "bson cannot hold scalar" in workbench("sizes", "scalar.json").stdout


def test_verify_counts_what_is_exact(workbench: Workbench) -> None:
    document = valid("verify", workbench.json("verify", "compact", "--no-progress"))
    assert {cell["fidelity"] for cell in document["cells"]} == {"exact"}
    assert "3 exact, 0 lossy, 0 failed" in workbench("verify", "compact").stdout


def test_verify_fails_if_a_codec_does(workbench: Workbench) -> None:
    workbench.add_runner("liar", "wrong-hash", "--on", "check")
    document = workbench.json("verify", "compact", "--no-progress", status=1)
    assert any(cell["fidelity"] == "failed" and cell["runner"] == "liar" for cell in document["cells"])


def test_doctor_says_what_is_ready_and_what_is_not(workbench: Workbench) -> None:
    assert valid("doctor", workbench.json("doctor"))["runners"][0]["ready"] is True
    workbench.add_runner("broken", "dies-at-start")
    document = workbench.json("doctor", status=3)
    assert {row["runner"]: row["ready"] for row in document["runners"]} == {"steady": True, "broken": False}
    assert "no licence key" in workbench("doctor", "broken").stdout
    assert "did you mean steady" in workbench("doctor", "stedy").stderr


def test_commands_that_only_read_build_nothing(workbench: Workbench) -> None:
    workbench.add_runner("slow", build=[["sh", "-c", "echo built >> built.txt"]])
    folder = workbench.runners / "slow"
    (manifest := folder / "runner.toml").write_text(
        manifest.read_text().replace("[build]", '[build]\ninputs = ["*.c"]').replace("Misbehaving", "Slow")
    )

    def listed() -> set[str]:
        return {row["runner"] for row in workbench.json("list", "codecs")}

    def said() -> str:
        return " ".join(workbench("list", "codecs").stderr.split())

    assert listed() == {"steady"}
    assert "Slow is left out: it is not built. To build it: weighbridge setup slow" in said()
    health = {row["runner"]: row for row in workbench.json("doctor")["runners"]}["slow"]
    assert (health["ready"], health["problems"]) == (False, ["it is not built"])
    assert health["advice"] == ["To build it: weighbridge setup slow"]
    assert not (folder / "built.txt").exists()

    assert workbench("setup", "slow").returncode == 0
    assert listed() == {"steady", "slow"}
    (folder / "new.c").touch()
    assert listed() == {"steady", "slow"}
    assert "Slow: what it is built from has changed since. To build it anew: weighbridge setup slow" in said()
    assert "To build it anew: weighbridge setup slow" in workbench("doctor", "slow").stdout
    assert (folder / "built.txt").read_text() == "built\n"

    (folder / "runner.toml").write_text(manifest.read_text().replace("echo", "exit 1; echo"))
    assert workbench("setup", "slow").returncode == 3
    assert "Slow is left out: its last build did not come to its end" in said()


def test_doctor_says_how_quiet_the_machine_is(workbench: Workbench) -> None:
    stillness = valid("doctor", workbench.json("doctor"))["stillness"]
    assert stillness["quiet_ns"] is None, "before the first run"
    assert stillness["is_quiet"] is None
    assert stillness["now_ns"] is None or stillness["now_ns"] > 0
    assert "not known" in workbench("doctor").stdout


def test_generate_gives_the_same_bytes_for_a_seed(workbench: Workbench) -> None:
    first = workbench("generate", "--size", "1", "--seed", "7").stdout
    assert first == workbench("generate", "--size", "1", "--seed", "7").stdout
    assert first != workbench("generate", "--size", "1", "--seed", "8").stdout
    assert isinstance(json.loads(first), dict)


def test_generate_makes_arrays_too_and_writes_for_people(workbench: Workbench) -> None:
    array = workbench("generate", "--size", "1", "--root", "array").stdout
    pretty = workbench("generate", "--size", "1", "--root", "array", "--pretty").stdout
    assert isinstance(json.loads(array), list)
    assert json.loads(pretty) == json.loads(array)
    assert pretty.startswith("[\n\t")


def test_keys_that_are_integers_are_written_as_such_where_the_format_has_them(workbench: Workbench) -> None:
    keyed = workbench("generate", "--size", "1", "--integer-keys").stdout
    assert all(key.isdecimal() for key in json.loads(keyed))
    (workbench.documents / "keyed.json").write_text(keyed)
    workbench("convert", "keyed.json", "text.msgpack")
    workbench("convert", "keyed.json", "keyed.msgpack", "--integer-keys")
    assert (workbench.documents / "keyed.msgpack").stat().st_size < (
        workbench.documents / "text.msgpack"
    ).stat().st_size
    decoded = msgpack.unpackb((workbench.documents / "keyed.msgpack").read_bytes(), strict_map_key=False)
    assert [str(key) for key in decoded] == list(json.loads(keyed))
    assert all(type(key) is int for key in decoded)
    refused = workbench("convert", "keyed.json", "keyed.ubjson", "--integer-keys")
    assert "formats that have: cbor, msgpack" in refused.stderr


@pytest.mark.parametrize("ending", ["msgpack", "cbor", "ubjson", "bson", "ion"])
def test_documents_are_converted_there_and_back(workbench: Workbench, orders: Path, ending: str) -> None:
    assert workbench("convert", orders, f"orders.{ending}").returncode == 0
    assert '"größer"' in workbench("show", f"orders.{ending}").stdout
    back = workbench("convert", f"orders.{ending}", "-", "--to", "json")
    assert json.loads(back.stdout) == json.loads(orders.read_text())


def test_the_version_can_be_asked(workbench: Workbench) -> None:
    assert workbench("--version").stdout.startswith("weighbridge 0.")


def test_every_command_explains_itself_with_an_example(workbench: Workbench) -> None:
    for command in ("run", "resume", "sizes", "verify", "setup", "doctor", "report", "generate", "convert", "show"):
        text = workbench(command, "--help").stdout
        assert "Example" in text, command
        assert f"weighbridge {command}" in " ".join(text.split()), command

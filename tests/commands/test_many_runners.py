"""Runners in many places: targets, runners that are left out, and reference codecs that are lent."""

from __future__ import annotations

import json
import sys

from runner_folders import MISBEHAVING
from workbench import ONCE, Workbench

DECODE = (*ONCE, "--operations", "decode")


def second_target(title: str = "Steady, elsewhere") -> str:
    command = json.dumps([sys.executable, str(MISBEHAVING)])
    return f"[targets.elsewhere]\ntitle = '{title}'\nstart = {{ command = {command} }}\n"


def test_each_target_of_a_runner_is_weighed_by_itself(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("steady", extra=second_target())
    document = empty_workbench.json("run", "compact", *DECODE)
    assert [(cell["runner"], cell["target"]) for cell in document["cells"]] == [
        ("steady", "host"),
        ("steady", "elsewhere"),
    ]
    assert [cell["relative"]["to"] for cell in document["cells"]] == ["steady/json", "steady:elsewhere/json"]
    assert {cell["rank_in_language"] for cell in document["cells"]} == {1}
    assert document["environment"]["runners"]["steady:elsewhere"]["title"] == "Steady, elsewhere"
    shown = empty_workbench("report", "last").stdout
    assert "Misbehaving" in shown
    assert "Steady, elsewhere" in shown


def test_runners_and_targets_can_be_chosen(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("steady", extra=second_target())
    empty_workbench.add_runner("other")

    def chosen(*arguments: str) -> set[tuple[str, str]]:
        cells = empty_workbench.json("verify", "compact", "--no-progress", *arguments)["cells"]
        return {(cell["runner"], cell["target"]) for cell in cells}

    assert chosen("--runners", "other") == {("other", "host")}
    assert chosen("--runners", "elsewhere") == {("steady", "elsewhere")}
    assert chosen("--runners", "steady") == {("steady", "host"), ("steady", "elsewhere")}
    assert chosen("--codecs", "elsewhere/*") == {("steady", "elsewhere")}
    ended = empty_workbench("verify", "compact", "--runners", "elswhere")
    assert ended.returncode == 2
    assert "did you mean elsewhere" in ended.stderr


def test_a_run_leaves_out_what_nobody_asked_for_and_says_so(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("steady", "variant", extra=f"{second_target()}by_default = false\n")

    def weighed(command: str, *arguments: str) -> list[tuple[str, str | None]]:
        options = DECODE if command == "run" else DECODE[2:]
        document = empty_workbench.json(command, "compact", *options, *arguments)
        return [(cell["target"], cell["variant"]) for cell in document["cells"]]

    host, variant, elsewhere = ("host", None), ("host", "other"), ("elsewhere", None)
    assert weighed("run") == [host]
    said = "Left out by default: 1 variant, and Steady, elsewhere: --variants, --runners, --all."
    assert said in empty_workbench("report", "last").stdout.replace("\n", " ")
    assert said in empty_workbench("report", "last", "--format", "markdown").stdout
    assert weighed("run", "--variants") == [host, variant]
    assert weighed("run", "--all") == [host, variant, elsewhere]
    assert "Left out" not in empty_workbench("report", "last").stdout
    assert weighed("run", "--runners", "elsewhere") == [elsewhere]
    assert weighed("run", "--codecs", "json[other]") == [variant, host], "and what it is relative to"
    assert weighed("verify") == [host, variant, elsewhere]
    assert weighed("verify", "--languages", "python") == [host, variant]
    codecs = empty_workbench.json("list", "codecs", "--languages", "python")
    assert {row["target"] for row in codecs} == {"host", "elsewhere"}
    runners = empty_workbench.json("list", "runners")
    assert [row["by_default"] for row in runners] == [True, False]


def test_a_target_that_has_to_be_named_is_not_even_built_otherwise(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("steady", extra=f"{second_target()}only_if_named = true\n[targets.elsewhere.build]\n")
    build = 'commands = [["touch", "built"]]\n'
    manifest = empty_workbench.runners / "steady" / "runner.toml"
    manifest.write_text(manifest.read_text() + build)
    built = empty_workbench.runners / "steady" / "built"
    for command in (["setup"], ["setup", "steady"], ["doctor"], ["verify", "compact"], ["list", "codecs"]):
        assert empty_workbench(*command).returncode == 0
    document = empty_workbench.json("run", "compact", "--all", *DECODE)
    assert {cell["target"] for cell in document["cells"]} == {"host"}
    assert not built.exists()
    assert "elsewhere" in empty_workbench("setup", "steady:elsewhere").stderr
    assert built.exists()
    document = empty_workbench.json("verify", "compact", "--runners", "elsewhere")
    assert {cell["target"] for cell in document["cells"]} == {"elsewhere"}


def test_a_language_whose_runners_are_not_there_by_default_is_answered_with_where_to_look(
    empty_workbench: Workbench,
) -> None:
    empty_workbench.add_runner("steady", extra=second_target() + "by_default = false\n")
    manifest = empty_workbench.runners / "steady" / "runner.toml"
    manifest.write_text(f"by_default = false\n{manifest.read_text()}")
    ended = empty_workbench("run", "compact", *DECODE, "--languages", "python")
    assert ended.returncode == 2
    assert "no runner fits this selection; see them with: weighbridge list runners" in " ".join(ended.stderr.split())


def test_a_baseline_of_a_runner_that_is_not_there_by_default_brings_it(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("one")
    empty_workbench.add_runner("two", extra=second_target() + "by_default = false\n")
    document = empty_workbench.json("run", "compact", *DECODE, "--runners", "one", "--baseline", "elsewhere/json")
    assert {cell["relative"]["to"] for cell in document["cells"]} == {"two:elsewhere/json"}


def test_only_what_every_pattern_names_is_built(empty_workbench: Workbench) -> None:
    for name in ("one", "two"):
        empty_workbench.add_runner(name, build=[["sh", "-c", "echo built >> built.txt"]])
    verify = ("verify", "websocket", "--codecs", "one/*")
    assert empty_workbench(*verify).returncode == 0
    assert (empty_workbench.runners / "one" / "built.txt").exists()
    assert not (empty_workbench.runners / "two" / "built.txt").exists()
    assert empty_workbench(*verify, "--codecs", "json").returncode == 0
    assert (empty_workbench.runners / "two" / "built.txt").exists()


def test_a_baseline_in_another_runner(empty_workbench: Workbench) -> None:
    empty_workbench.add_runner("one")
    empty_workbench.add_runner("two")
    document = empty_workbench.json("run", "compact", *DECODE, "--runners", "one", "--baseline", "two/json")
    assert {cell["relative"]["to"] for cell in document["cells"]} == {"two/json"}


def test_a_language_that_this_machine_lacks_is_told_in_a_line_and_stops_no_other(workbench: Workbench) -> None:
    extra = "[setup]\ncommands = ['no-such-compiler']\nhint = 'Get it from its makers.'\n"
    workbench.add_runner("exotic", build=[["no-such-compiler"]], extra=extra)
    ended = workbench("verify", "compact")
    assert ended.returncode == 0
    assert "Misbehaving is left out: the program no-such-compiler is not on PATH." in ended.stderr
    assert "Get it from its makers." in ended.stderr
    document = workbench.json("run", "compact", *DECODE)
    assert [absence["runner"] for absence in document["environment"]["absent"]] == ["exotic"]
    assert "no-such-compiler is not on PATH" in workbench("report", "last").stdout
    health = {row["runner"]: row for row in workbench.json("doctor")["runners"]}
    assert not health["exotic"]["ready"]
    assert health["exotic"]["problems"] == ["the program no-such-compiler is not on PATH"]


def test_a_runner_lends_the_reference_codec_of_a_format(workbench: Workbench) -> None:
    workbench.add_runner("lender", "--format", "smile", extra="[references]\nsmile = 'json'\n")
    document = workbench.json("sizes", "compact")
    sizes = {row["format"]: row for row in document["sizes"]}
    assert sizes["smile"]["bytes"] == sizes["json"]["bytes"]
    assert sizes["smile"]["reference"].startswith("json ")
    assert "smile" not in {row["format"] for row in document["not_ready"]}
    assert {row["format"]: row["reason"] for row in document["not_ready"]}["gob"].startswith("there is no reference")
    rows = {row["format"]: row["reference"] for row in workbench.json("list", "formats")}
    assert rows["smile"] == "lender/json"


def test_what_a_runner_lends_is_verified_with_too(workbench: Workbench) -> None:
    workbench.add_runner("lender", "--format", "smile", extra="[references]\nsmile = 'json'\n")
    workbench.add_runner("liar", "wrong-bytes", "--on", "check", "--format", "smile")
    document = workbench.json("verify", "compact", "--runners", "liar", "--operations", "encode", status=1)
    (cell,) = document["cells"]
    assert cell["fidelity"] == "failed"
    assert 'became "a lie"' in cell["detail"]


def test_a_format_without_a_lender_is_said_to_have_none(workbench: Workbench) -> None:
    workbench.add_runner("borrower", "--format", "smile")
    document = workbench.json("verify", "compact", "--runners", "borrower")
    assert {cell["detail"] for cell in document["unsupported"]} == {"there is no reference codec for this format"}
    (workbench.documents / "x.smile").write_bytes(b":)\n")
    ended = workbench("show", "x.smile")
    assert ended.returncode == 2
    assert "held by a runner" in ended.stderr


def test_what_a_codec_declines_though_its_format_could_hold_it_stands_in_the_table(workbench: Workbench) -> None:
    workbench.add_runner("single", "declines", "--on", "check")
    ended = workbench("verify", "edges-round", "--runners", "single", "--markdown")
    assert "| json | json | declines edges-round | declines edges-round | declines edges-round |" in ended.stdout
    assert workbench("verify", "edges-bytes", "--runners", "single", "--markdown").stdout.count("declines") == 0
    (cell, *_) = workbench.json("verify", "edges-round", "--runners", "single")["unsupported"]
    assert cell["notes"] == ["declined"]


def test_losses_are_written_as_a_table(workbench: Workbench) -> None:
    workbench.add_runner("single", "float32", "--on", "nothing")
    text = workbench("verify", "number-table", "--runners", "single,steady", "--markdown").stdout
    assert "| json | json | exact | `float32` | exact |" in text
    assert "Exact in all that they take: json." in text

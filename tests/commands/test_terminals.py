"""What reaches a terminal is text, whatever names, documents and runners hold; and printing never breaks a command."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from workbench import ONCE, WEIGHBRIDGE, Workbench

HARMFUL = "\x1b]0;pwned\x07\x9b31m\u202e\u2066"


def on_a_terminal(
    workbench: Workbench, *arguments: str | Path, typed: bytes | None = None, **environment: str
) -> tuple[int, str]:
    """Run the command with a terminal for its output, and return its status and what reached that.

    With ``typed``, it reads from the terminal too: that is what somebody typed.
    """
    controller, terminal = pty.openpty()
    if typed is not None:
        os.write(controller, typed)
    process = subprocess.Popen(
        [WEIGHBRIDGE, *arguments],
        cwd=workbench.documents,
        env={**os.environ, **workbench.environment(), "TERM": "xterm", "COLUMNS": "100", **environment},
        stdin=subprocess.DEVNULL if typed is None else terminal,
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            chunk = os.read(controller, 1 << 16)
        except OSError:  # its other end is closed
            break
        shown += chunk
    os.close(controller)
    return process.wait(), shown.decode(errors="replace")


def test_what_documents_and_names_hold_is_no_command_to_a_terminal(workbench: Workbench) -> None:
    name = f"a{HARMFUL}.json"
    (workbench.documents / name).write_text('{"a": "\\u001b]0;\\u009b\\u202e"}')
    for arguments in (("show", name), ("sizes", name), ("sizes", name, "--json"), ("convert", name, "x.nope")):
        status, shown = on_a_terminal(workbench, *arguments)
        assert status in {0, 2}
        for harmful in ("\x1b]", "\x9b", "\u202e", "\u2066", "\x07"):
            assert harmful not in shown, arguments


def test_a_name_is_one_line(workbench: Workbench) -> None:
    """What a line break in it brings along must not look like a line of ours."""
    name = "a\nDeleted run last.\n\tweighbridge: b"
    (workbench.documents / f"{name}.json").write_text('{"k\\nDeleted run last.": 1}')
    (workbench.documents / f"{name}.cbor").write_bytes(b"\xff")
    (workbench.documents / f"{name}").mkdir()
    run = ("run", f"{name}.json", *ONCE, "--no-page", "--full")
    arguments: tuple[str, ...]
    for arguments in (
        ("sizes", f"{name}.json"),
        run,
        ("list", "runs"),
        ("report", "last"),
        ("sizes", "."),
        ("delete", "last"),
    ):
        ended = workbench(*arguments)
        assert ended.returncode == 0, ended.stderr
        assert "\nDeleted run last." not in ended.stdout + ended.stderr, arguments
        assert "\nweighbridge: b" not in ended.stderr, arguments
    for arguments in (
        ("sizes", f"{name}.cbor"),
        ("show", f"{name}.cbor"),
        ("sizes", name),
        ("sizes", f"{name}.none"),
        ("convert", f"{name}.json", f"{name}.nope"),
        ("convert", f"{name}.json", name, "--to", "cbor"),
        ("import", f"{name}.json"),
        ("report", name),
        ("list", "runs", "--db", f"{name}.json"),
    ):
        ended = workbench(*arguments)
        assert ended.returncode == 2, arguments
        assert "\nDeleted run last." not in ended.stderr, arguments
        assert "\n\tweighbridge" not in ended.stderr, arguments


def test_a_document_is_shown_in_notation_that_loses_nothing(workbench: Workbench) -> None:
    (workbench.documents / "a.json").write_text('["\x9b\u202e"]')
    assert workbench("show", "a.json").stdout == '[\n  "\\u009b\\u202e"\n]\n'


def test_what_runners_say_is_no_command_to_a_terminal(workbench: Workbench, orders: Path) -> None:
    workbench.add_runner("loud", "speaks-in-tongues")
    ended = workbench("run", orders, *ONCE, "--no-page", "--full")
    assert "the library says" in ended.stdout
    assert "\x1b" not in ended.stdout + ended.stderr
    assert "\u202e" not in ended.stdout + ended.stderr


def test_a_payload_with_a_control_character_in_its_name_is_plotted(workbench: Workbench) -> None:
    (workbench.documents / "a\x1bb.json").write_text("[1, 2, 3]")
    assert workbench("run", "a\x1bb.json", *ONCE, "--no-page").returncode == 0
    assert workbench("plot", "last", "-o", "a.svg").returncode == 0


def test_files_with_names_of_any_bytes_are_weighed(workbench: Workbench) -> None:
    with (workbench.documents / os.fsdecode(b"\xff\xfe.json")).open("w") as file:
        file.write("[1]")
    document = workbench.json("sizes", ".")
    assert [payload["payload"] for payload in document["payloads"]] == ["\\xff\\xfe"]
    assert workbench("show", os.fsdecode(b"\xff\xfe.json")).returncode == 0
    assert workbench("show", os.fsdecode(b"\xfd.json")).returncode == 2


@pytest.mark.parametrize(
    ("shell", "statuses", "words"),
    [
        ("sizes orders.json > /dev/full", {2}, "No space left on device"),
        ("sizes orders.json --json > /dev/full", {2}, "No space left on device"),
        ("show orders.json > /dev/full", {2}, "No space left on device"),
        ("sizes orders.json >&-", {2}, "standard output: it is closed"),
        ("schema orders.json >&-", {2}, "standard output: it is closed"),
        ("schema orders.json --to proto -o o.proto >&-", {0}, ""),
        ("list formats --json 2>&-", {0}, ""),
        ("convert - a.cbor --from json <&-", {2}, "is empty"),
        ("list codecs --json | true; exit ${PIPESTATUS[0]}", {141}, ""),
        ("list formats | true; exit ${PIPESTATUS[0]}", {141}, ""),
        ("--help | true; exit ${PIPESTATUS[0]}", {141}, ""),
        ("show orders.json 2>&1 | true; exit ${PIPESTATUS[0]}", {141}, ""),
    ],
)
def test_standard_streams_that_are_closed_or_full(
    workbench: Workbench, orders: Path, shell: str, statuses: set[int], words: str
) -> None:
    ended = subprocess.run(
        ["bash", "-c", f'"{WEIGHBRIDGE}" {shell}'],
        cwd=workbench.documents,
        env={**os.environ, **workbench.environment()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode in statuses, ended.stderr
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Exception ignored" not in ended.stderr


EVERY_COMMAND = (
    "--help",
    "--version",
    "sizes orders.json",
    "sizes orders.json --json",
    "schema orders.json",
    "show orders.json",
    "convert orders.json - --to cbor",
    "generate",
    "report last",
    "report last --format csv",
    "export last",
    "list runs",
    "list formats --json",
    "list payloads",
)
ONE_AFTER_THE_OTHER = """
import sys
from weighbridge.__main__ import start
real = sys.stdout
for words in sys.argv[1:]:
    sys.argv = ["weighbridge", *words.split()]
    sys.stdout = open("/dev/full", "w")
    try:
        start()
    except SystemExit as ended:
        real.write(f"{ended.code} {words}\\n")
    else:
        real.write(f"none {words}\\n")
"""


def test_a_device_that_is_full_is_said_by_every_command_that_prints(kept: Workbench) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER, *EVERY_COMMAND],
        cwd=kept.documents,
        env={**os.environ, **kept.environment()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.splitlines() == [f"2 {words}" for words in EVERY_COMMAND], ended.stderr
    assert ended.stderr.count("standard output: No space left on device") == len(EVERY_COMMAND)
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("arguments", [("sizes", "orders.json"), ("show", "orders.json"), ("list", "formats")])
def test_a_terminal_of_twenty_columns_of_ascii(workbench: Workbench, orders: Path, arguments: tuple[str, ...]) -> None:
    plain: dict[str, str] = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    status, shown = on_a_terminal(workbench, *arguments, typed=None, **plain, COLUMNS="20")
    assert status == 0, shown
    assert "Traceback" not in shown


def test_a_fault_of_our_own_is_no_codecs(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("weighbridge.commands.catalogue.formats", broken)
    ended = workbench("list", "formats")
    assert ended.returncode == 70
    assert "a fault of Weighbridge itself" in ended.stderr


def test_a_seed_below_zero_is_refused(workbench: Workbench, orders: Path) -> None:
    assert workbench("run", orders, "--seed", "-1").returncode == 2

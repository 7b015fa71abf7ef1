from __future__ import annotations

import base64
import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from conftest import Start

from weighbridge.runners import errors
from weighbridge.runners.client import Document, RunnerClient, Timeouts, prepare_load
from weighbridge.runners.transport import StdioTransport
from weighbridge_kit.values import hash_text

VALUES = [{"a": [1, 2.5, None]}, {"b": "Größe"}]
IMPATIENT = Timeouts(request=1.0)


def as_document(value: object) -> Document:
    text = json.dumps(value)
    return Document(text, {"json": text.encode()})


LOAD = prepare_load("p", [as_document(value) for value in VALUES])


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ask_everything(client: RunnerClient) -> None:
    client.describe()
    client.load(LOAD)
    client.check("json", "encode", "p")
    client.time("json", "encode", "p", 3)
    client.drop("p")


def load_twice(client: RunnerClient) -> None:
    client.load(LOAD)
    time.sleep(0.3)
    client.load(LOAD)


def test_a_whole_conversation(start_runner: Start) -> None:
    client = start_runner()
    description = client.describe()
    assert [codec.full_name for codec in description.codecs] == ["json"]
    assert description.codecs[0].policies.access == "tree"
    assert description.missing[0].reason == "it does not exist"
    client.load(LOAD)
    encoded = client.check("json", "encode", "p").encoded
    assert [json.loads(data) for data in encoded] == VALUES
    checked = client.check("json", "decode", "p", values=True)
    assert checked.hashes == tuple(map(hash_text, VALUES))
    assert [json.loads(text) for text in checked.values] == VALUES
    assert client.check("tare:visit", "scan", "p").hashes == checked.hashes
    timing = client.time("json", "decode", "p", 100)
    assert 0 < timing.wall_ns <= timing.round_trip_ns
    assert timing.cpu_ns is not None
    client.drop("p")
    with pytest.raises(errors.BadRequest, match="asked to check json decode p, answered: there is no 'p'"):
        client.check("json", "decode", "p")


def test_a_refusal_leaves_the_runner_ready(start_runner: Start) -> None:
    client = start_runner()
    client.load(prepare_load("p", [Document("[1]", {})]))
    with pytest.raises(errors.Unsupported, match="has no form as json"):
        client.check("json", "decode", "p")
    client.load(prepare_load("p", [Document('{"\\u0000float":"nan"}', {})]))
    with pytest.raises(errors.Failed, match="not JSON compliant"):
        client.check("json", "encode", "p")
    with pytest.raises(errors.BadRequest):
        client.check("no-such-codec", "encode", "p")
    assert client.describe().runner == "misbehaving"


@pytest.mark.parametrize(
    ("fault", "trouble", "words"),
    [
        (["dies-at-start"], errors.Died, "ended with exit status 7"),
        (["dies-at-start"], errors.Died, "no licence key"),
        (["dies", "--on", "time"], errors.Died, "asked to time json encode p 3x, ended with exit status 3"),
        (["dies", "--on", "check"], errors.Died, "out of cheese"),
        (["crashes", "--on", "load"], errors.Died, "was killed by SIGSEGV"),
        (["hangs", "--on", "check"], errors.Hung, "asked to check json encode p, did not answer within 1 s"),
        (["error-flood", "--on", "load"], errors.Hung, "did not answer within 1 s"),
        (["two-lines", "--on", "describe"], errors.Flooded, "wrote more than the one line that was due"),
        (["floods", "--on", "time"], errors.Flooded, "wrote more than the one line that was due"),
        (["garbage", "--on", "time"], errors.Garbled, "I would rather not"),
        (["not-an-object", "--on", "check"], errors.Garbled, "not an object"),
        (["no-answer-member", "--on", "load"], errors.Garbled, "neither ok nor an error with a message"),
        (["no-message", "--on", "load"], errors.Garbled, "neither ok nor an error with a message"),
        (["not-base64", "--on", "check"], errors.Garbled, "not base64"),
        (["text-time", "--on", "time"], errors.Garbled, "wall_ns '5', which is not an integer"),
        (["no-version"], errors.Garbled, "codecs.0.version"),
        (["bad-name"], errors.Garbled, "codecs.0.codec"),
        (["twice"], errors.Garbled, "two codecs are called json"),
        (["no-tare"], errors.Garbled, "the tare visit, which the runner does not have"),
        (["wrong-protocol"], errors.WrongProtocol, "speaks version 2 of the protocol"),
        (["too-few", "--on", "check"], errors.Contradiction, "answered 1 bytes for a payload of 2 documents"),
        (["negative-time", "--on", "time"], errors.Contradiction, "wall_ns -5, which is negative"),
        (["too-much-time", "--on", "time"], errors.WrongClock, "3600000000000 ns went by"),
        (["too-much-work", "--on", "time"], errors.WrongClock, "worked for 9000000000000000 ns while"),
        (["too-large-time", "--on", "time"], errors.Contradiction, "of 41 digits, which no machine reaches"),
        (["crowd"], errors.Flooded, "wrote a line of more than 4194304 bytes"),
        (["long-winded"], errors.Garbled, "codecs.0.library: String should have at most 10000 characters"),
    ],
)
def test_trouble_is_named(
    start_runner: Start, fault: list[str], trouble: type[errors.RunnerTrouble], words: str
) -> None:
    client = start_runner(*fault, timeouts=IMPATIENT if trouble is errors.Hung else None)
    assert isinstance(client._transport, StdioTransport)
    with pytest.raises(trouble) as caught:
        ask_everything(client)
    assert type(caught.value) is trouble
    assert words in str(caught.value)
    assert str(caught.value).startswith("Runner runner0, asked to ")
    assert not is_alive(client._transport.pid), "trouble ends the process"
    with pytest.raises(trouble):
        client.load(LOAD)


def test_a_slow_start_is_not_waited_for_for_ever(start_runner: Start) -> None:
    client = start_runner("slow-start", "--seconds", "60", timeouts=Timeouts(start=0.5))
    with pytest.raises(errors.Hung, match=r"asked to describe itself, did not answer within 0\.5 s"):
        client.describe()


def test_a_slow_start_in_time_is_fine(start_runner: Start) -> None:
    assert start_runner("slow-start", "--seconds", "0.3").describe().runner == "misbehaving"


def test_a_banner_is_trouble(start_runner: Start) -> None:
    with pytest.raises(errors.RunnerTrouble, match=r"Welcome!|more than the one line"):
        start_runner("banner").describe()


def test_a_late_line_is_met_at_the_next_request(start_runner: Start) -> None:
    client = start_runner("late-line", "--on", "load")
    with pytest.raises(errors.RunnerTrouble, match="one more thing"):
        load_twice(client)


def test_a_line_without_end_is_cut_off(start_runner: Start) -> None:
    client = start_runner("endless-line", "--on", "load", timeouts=Timeouts(request=20.0))
    with pytest.raises(errors.Flooded, match="a line of more than"):
        client.load(LOAD)


def test_it_dies_at_the_nth_request(start_runner: Start) -> None:
    client = start_runner("dies", "--on", "time", "--after", "2")
    client.load(LOAD)
    client.time("json", "encode", "p", 1)
    client.time("json", "encode", "p", 1)
    with pytest.raises(errors.Died) as caught:
        client.time("json", "encode", "p", 1)
    assert caught.value.status == 3


def test_lies_are_passed_on_to_be_verified(start_runner: Start) -> None:
    client = start_runner("wrong-hash", "--on", "check")
    client.load(LOAD)
    assert client.check("json", "decode", "p").hashes[0] == hash_text("a lie")


def test_a_time_of_nothing_is_believed_only_so_long(start_runner: Start) -> None:
    client = start_runner("zero-time", "--on", "time")
    client.load(LOAD)
    assert client.time("json", "encode", "p", 10).wall_ns == 0
    answer = '{"answer":"ok","wall_ns":0,"cpu_ns":0}'
    code = f"import time; input(); time.sleep(2.1); print({answer!r}, flush=True); input()"
    slow = RunnerClient("slow", StdioTransport([sys.executable, "-c", code]))
    with slow, pytest.raises(errors.Contradiction, match="says that 0 ns went by"):
        slow.time("json", "encode", "p", 1_000_000)


def test_noise_on_standard_error_goes_to_the_log(start_runner: Start, tmp_path: Path) -> None:
    client = start_runner("noisy-errors", "--on", "load")
    client.load(LOAD)
    client.load(LOAD)
    client.close()
    log = tmp_path / "runner0.log"
    assert log.stat().st_size > 15_000_000
    assert log.read_bytes().endswith(b"x\n") or log.stat().st_size >= 16 << 20


def test_the_log_is_named_where_there_is_one(start_runner: Start, tmp_path: Path) -> None:
    client = start_runner("dies", "--on", "load")
    with pytest.raises(errors.Died) as caught:
        client.load(LOAD)
    assert caught.value.log == tmp_path / "runner0.log"
    assert str(tmp_path / "runner0.log") in str(caught.value)
    assert caught.value.log.read_text() == "out of cheese\n"


def test_no_log_is_made_for_nothing(start_runner: Start, tmp_path: Path) -> None:
    start_runner().describe()
    assert not (tmp_path / "runner0.log").exists()


def test_large_lines_both_ways(start_runner: Start) -> None:
    text = "payload " * 1_500_000
    client = start_runner()
    client.load(prepare_load("large", [as_document({"v": text})]))
    (encoded,) = client.check("json", "encode", "large").encoded
    assert json.loads(encoded) == {"v": text}


def test_ctrl_c_at_the_terminal_does_not_reach_the_runner(start_runner: Start) -> None:
    client = start_runner()
    client.describe()
    assert isinstance(client._transport, StdioTransport)
    assert os.getsid(client._transport.pid) == client._transport.pid != os.getsid(0)


def test_closing_ends_what_the_runner_started(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, json\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "sys.stdin.readline()\n"
        "print(json.dumps({'answer': 'ok', 'wall_ns': child.pid, 'cpu_ns': None}), flush=True)\n"
        "sys.stdin.readline()\n"
    )
    with StdioTransport([sys.executable, "-c", code]) as transport:
        child = json.loads(transport.exchange(b"{}\n", 20))["wall_ns"]
        assert is_alive(child)
    for _ in range(200):
        if not is_alive(child) or Path(f"/proc/{child}/stat").read_text().split()[2] == "Z":
            break
        time.sleep(0.01)
    else:
        os.kill(child, signal.SIGKILL)
        pytest.fail("the runner's child lives on")


def test_a_runner_that_answers_early_is_caught() -> None:
    code = "print('{}', flush=True); import time; time.sleep(60)"
    client = RunnerClient("hasty", StdioTransport([sys.executable, "-c", code]), timeouts=Timeouts(request=20.0))
    document = Document("null", {"json": b"x" * 3_000_000})
    with (
        client,
        pytest.raises(errors.Flooded, match=r"answered before the request was complete|more than the one line"),
    ):
        client.load(prepare_load("p", [document]))


def test_a_load_is_written_once() -> None:
    load = prepare_load("p", [Document('"ü"', {"json": '"ü"'.encode(), "cbor": b"\x00\xff"})])
    assert load.line.count(b"\n") == 1
    assert load.line.endswith(b"\n")
    (document,) = json.loads(load.line)["documents"]
    assert base64.b64decode(document["encoded"]["cbor"]) == b"\x00\xff"
    assert load.documents == 1

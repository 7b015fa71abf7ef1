"""Libraries of schema languages run in another process: what breaks them there costs a question, and no more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from weighbridge.formats import Malformed, Unrepresentable
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema import apart, infer
from weighbridge.schema.apart import Apart, Broken
from weighbridge.schema.binding import bind, texts_for_runners
from weighbridge.schema.model import List, Record, Reference, Schema, Slot

DOCUMENT = {"a": [1, 2], "b": "x"}
SCHEMA = infer([DOCUMENT])
CAPNP = TYPED_FORMATS["capnp"]


def test_the_core_loads_none_of_their_libraries() -> None:
    program = """
import sys
from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.schema import infer
from weighbridge.schema.binding import bind, tells_empty, texts_for_runners
import weighbridge.cli
schema = infer([{"a": 1}])
for form in TYPED_FORMATS.values():
    codec = bind(form, schema)
    assert codec.decode(codec.encode({"a": 1})) == {"a": 1}
texts_for_runners(schema, TYPED_FORMATS)
print(*sorted({"capnp", "fastavro", "flatbuffers", "google.protobuf", "grpc_tools", "thriftpy2"} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


@contextmanager
def crashing(number: signal.Signals) -> Iterator[None]:
    """Have the process end with a signal as soon as it has read a question."""
    process = apart._PROCESS._process
    assert process is not None
    assert process.stdin is not None
    os.kill(process.pid, signal.SIGSTOP)
    flush = process.stdin.flush

    def strike() -> None:
        flush()
        os.kill(process.pid, number)
        os.kill(process.pid, signal.SIGCONT)

    with pytest.MonkeyPatch.context() as patch:
        pipe = type(
            "Pipe", (), {"write": process.stdin.write, "flush": staticmethod(strike), "close": process.stdin.close}
        )
        patch.setattr(process, "stdin", pipe())
        yield


def test_a_library_that_crashes_costs_one_question() -> None:
    codec = bind(CAPNP, SCHEMA)
    data = codec.encode(DOCUMENT)
    with (
        crashing(signal.SIGABRT),
        pytest.raises(Unrepresentable, match=r"Cap'n Proto: the library that reads it crashed \(SIGABRT\)"),
    ):
        codec.encode(DOCUMENT)
    assert codec.decode(data) == DOCUMENT
    with crashing(signal.SIGSEGV), pytest.raises(Malformed, match="SIGSEGV"):
        codec.decode(data)
    assert codec.encode(DOCUMENT) == data


def test_a_process_that_ended_between_questions_costs_none() -> None:
    codec = bind(CAPNP, SCHEMA)
    data = codec.encode(DOCUMENT)
    process = apart._PROCESS._process
    assert process is not None
    process.kill()
    process.wait()
    assert codec.encode(DOCUMENT) == data


def test_bytes_that_stand_for_more_than_memory_holds_are_refused() -> None:
    nothing = Record(name="Nothing", fields=())
    element = Slot(type=Reference(record="Nothing"))
    codec = bind(TYPED_FORMATS["avro"], Schema(root=Slot(type=List(name="Many", element=element)), records=(nothing,)))
    assert codec.decode(codec.encode([{}, {}])) == [{}, {}]
    with pytest.raises(Malformed, match="takes more than 256 MiB"):
        codec.decode(b"\xfe\xff\xff\xff\xff\xff\xff\xff\x3f\x00")  # a block of 2**61 - 1 of them


def test_a_schema_that_its_library_does_not_take_costs_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    # No schema that is checked is so: what it is built of is.
    monkeypatch.setattr(Schema, "to_json", lambda self: "{")
    schema = infer([{"nobody has": "asked about it"}])
    with pytest.raises(Unrepresentable, match=r"not a schema|not JSON"):
        bind(CAPNP, schema).encode({"nobody has": "asked about it"})
    with pytest.raises(Broken):
        Apart(TYPED_FORMATS["protobuf"], schema).compiled()
    assert texts_for_runners(schema, ["protobuf", "avro"]).keys() == {"avsc"}


def test_what_interrupts_a_question_is_no_answer_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    codec = bind(CAPNP, SCHEMA)
    data = codec.encode(DOCUMENT)
    process = apart._PROCESS._process
    assert process is not None
    assert process.stdout is not None

    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(process, "stdout", type("Pipe", (), {"readline": interrupted, "close": process.stdout.close})())
        with pytest.raises(KeyboardInterrupt):
            codec.decode(b"\0" * 8)
    assert process.poll() is not None
    assert codec.decode(data) == DOCUMENT


def test_a_fork_asks_a_process_of_its_own() -> None:
    codec = bind(CAPNP, SCHEMA)
    data = codec.encode(DOCUMENT)
    own = apart._PROCESS._process
    assert own is not None
    forked = os.fork()
    if forked == 0:
        status = 1
        try:
            same = codec.decode(data) == DOCUMENT
            other = apart._PROCESS._process
            status = 0 if same and other is not None and other.pid != own.pid else 2
            apart._PROCESS.close()
        finally:
            os._exit(status)
    assert os.waitpid(forked, 0)[1] == 0
    assert codec.decode(data) == DOCUMENT
    assert apart._PROCESS._process is own

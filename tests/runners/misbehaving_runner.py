"""A runner with one real codec, Python's own json, that misbehaves on demand.

    misbehaving_runner.py [FAULT] [--on REQUEST] [--after N]

The fault strikes at the REQUEST (any, if none is named) once N of them went well. Without one it keeps the protocol.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import platform
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from weighbridge_kit.values import from_text, hash_text, to_text

FAULTS = {
    "none": "keeps the protocol",
    "dies-at-start": "exits with status 7 before it reads anything",
    "banner": "greets on standard output",
    "slow-start": "sleeps for --seconds before it reads anything",
    "dies": "exits with status 3 and last words",
    "crashes": "kills itself with SIGSEGV",
    "hangs": "never answers",
    "garbage": "answers what is not JSON",
    "not-an-object": "answers a JSON list",
    "no-answer-member": "answers an object without the member answer",
    "no-message": "answers failed without a message",
    "refuses": "answers failed with a message",
    "speaks-in-tongues": "answers failed with what terminals take for commands",
    "phones-home": "tells whether it got through to the port LISTENER of this machine",
    "reaches-out": "tells what it can read and write of the files and folders that PLACES names, with a colon between",
    "declines": "answers unsupported with a message",
    "two-lines": "answers twice",
    "late-line": "answers, and writes another line soon after",
    "floods": "writes lines for ever",
    "endless-line": "writes one line that never ends",
    "carriage-return": "ends its lines as Windows does",
    "noisy-errors": "writes 8 MB to standard error, then answers",
    "error-flood": "writes to standard error for ever",
    "wrong-protocol": "speaks version 2",
    "no-version": "leaves a codec's version empty",
    "bad-name": "gives its codec a name with a capital",
    "twice": "describes its codec twice",
    "crowd": "describes 20,000 codecs",
    "long-winded": "gives its library a name of a million letters",
    "deep-values": "answers values that are nested 100,000 deep",
    "too-much-work": "worked for months in a moment",
    "too-large-time": "answers times that no machine reaches",
    "variant": "behaves, and has its codec in a variant too",
    "no-tare": "names a tare that it does not have",
    "no-start": "does not say what its encoder starts from",
    "odd-map": "says that its trees' maps are what the protocol does not know",
    "no-map": "says that what it decodes to has no maps",
    "odd-start": "says that its encoder starts from what the protocol does not know",
    "needless-start": "says what an encoder starts from that it does not have",
    "cheap-tare": "subtracts an empty call from an encoder that is driven value by value",
    "dear-tare": "subtracts a visit from an encoder that is handed a whole tree",
    "decode-tare": "subtracts a visit from its decoder",
    "odd-heap": "has a heap in a condition that the protocol does not know",
    "odd-footprint": "weighs an operation that it does not have",
    "odd-clock": "has a CPU clock that covers what the protocol does not know",
    "one-tare-operation": "cannot time its tares for encoding",
    "wrong-hash": "lies about what it decoded",
    "wrong-values": "lies about the values that it decoded",
    "wrong-bytes": "lies about what it encoded",
    "not-base64": "answers bytes that are not base64",
    "too-few": "answers for all documents but the last",
    "trap-crash": "kills itself with SIGSEGV over a document that says BOOM",
    "trap-hang": "never gets over a document that says BOOM",
    "trap-slow": "takes seven seconds for a document that says BOOM",
    "trap-memory": "takes 300 MB for a document that says BOOM",
    "trap-glutton": "takes more than there is for a document that says BOOM",
    "trap-late": "kills itself with SIGSEGV at the second document that says BOOM",
    "trap-liar": "answers a hash that is none for a document that says BOOM",
    "gullible": "decodes what is not JSON as null",
    "one-number": "decodes integers as floats, as some libraries do",
    "float32": "decodes floats in single precision, as some libraries do",
    "typed": "behaves, and works on types too",
    "typed-forgets": "loses a field of its types",
    "typed-rounds": "makes floats of the integers in its types, as some languages do",
    "typed-guesses": "works on types without a schema",
    "typed-trusts": "takes any schema",
    "counts": "behaves as an emulated board does, which counts and has little memory",
    "counts-apart": "counts another number in each process",
    "counts-nothing": "has a counter, and answers no count",
    "numberless": "says that a payload is too large, and not by how much",
    "lax-text": "says that it checks UTF-8, and does not",
    "negative-time": "answers negative times",
    "zero-time": "answers that no time went by",
    "constant-time": "answers the same time always",
    "too-much-time": "answers that an hour went by",
    "text-time": "answers times as text",
    "lenient": "takes any number of iterations",
    "picky": "dies of a member that it does not know",
    "dies-of-bad-request": "exits when a request is malformed",
    "bad-exit": "exits with status 3 when told to quit",
    "ignores-end": "stays when its input ends",
    "ignores-quit": "stays when told to quit",
}
OPERATIONS = ["encode", "decode", "scan"]
TYPED = ["encode-typed", "decode-typed"]
CODEC: dict[str, Any] = {
    "codec": "json",
    "variant": None,
    "format": "json",
    "library": "json",
    "operations": OPERATIONS,
}
DETAILS = {
    "version": platform.python_version(),
    "tare": {"encode": "call", "decode": "call", "scan": "visit"},
    "policies": {
        "buffers": "fresh",
        "strings": "owned",
        "utf8": "checked",
        "access": "tree",
        "map": "hash",
        "api": "dumps, loads",
        "starts_from": "native",
        "threads": False,
    },
    "homepage": "https://docs.python.org/3/library/json.html",
    "licence": "PSF-2.0",
    "documentation": "https://docs.python.org/3/library/json.html#basic-usage",
    "source": "misbehaving_runner.py",
}
MISSING = {**CODEC, "codec": "absent", "library": "absent", "reason": "it does not exist"}


BOARD = ("counts", "counts-apart", "counts-nothing", "numberless")
"""Faults of emulated boards, and of those that do without."""
ROOM = 2000
"""The bytes of value text that a board has room for."""


def reached(name: str) -> str:
    """Return a place's name with what can be done there."""
    place, can = Path(name), []
    file = place / "written" if place.is_dir() else place
    for what, mode in (("read", "rb"), ("write", "ab")):
        try:
            if what == "read" and place.is_dir():
                list(place.iterdir())
            else:
                file.open(mode).close()
            can.append(what)
        except OSError:
            pass
    return f"{place.name}={'+'.join(can) or 'nothing'}"


class Refusal(Exception):
    """An answer other than ok: its kind, its message, and its other members."""


class Payload:
    """Loaded documents."""

    def __init__(self, documents: list[Any], schema: Any = None) -> None:
        self.schema = schema
        self.values = [from_text(document["value"]) for document in documents]
        self.encoded = [
            {name: base64.b64decode(text, validate=True) for name, text in document["encoded"].items()}
            for document in documents
        ]


class Runner:
    """The protocol's requests, and the fault."""

    def __init__(self, fault: str, request: str | None, after: int, seconds: float) -> None:
        self.fault = fault
        self.request = request
        self.left = after
        self.seconds = seconds
        self.payloads: dict[str, Payload] = {}
        self.booms = 0

    def run(self) -> None:
        if self.fault == "dies-at-start":
            sys.stderr.write("no licence key\n")
            sys.exit(7)
        if self.fault == "slow-start":
            time.sleep(self.seconds)
        if self.fault == "banner":
            self.write(b"Welcome!\n")
        for line in sys.stdin.buffer:
            kind, answer = self.answer(line)
            strikes = self.strikes(kind)
            if strikes:
                answer = self.spoil(kind, answer)
            reply = json.dumps(answer).encode() + (b"\r\n" if strikes and self.fault == "carriage-return" else b"\n")
            self.write(reply * 2 if strikes and self.fault == "two-lines" else reply)
            if strikes and self.fault == "late-line":
                self.write(b"one more thing\n")
            if kind == "quit":
                if strikes and self.fault == "ignores-quit":
                    continue
                sys.exit(3 if strikes and self.fault == "bad-exit" else 0)
        while self.fault == "ignores-end":
            time.sleep(60)

    def answer(self, line: bytes) -> tuple[str, dict[str, Any]]:
        """Return what was asked, and the answer."""
        kind = ""
        try:
            request = json.loads(line.decode())
            kind = str(request.get("request"))
            return kind, {"answer": "ok", **self.act(kind, request)}
        except Refusal as refusal:
            answer, message, *rest = refusal.args
            return kind, {"answer": answer, "message": message, **(rest[0] if rest else {})}
        except KeyError as error:
            answer, message = "bad-request", f"there is no {error}"
        except (TypeError, AttributeError, ValueError) as error:
            answer, message = "bad-request", str(error)
        if self.fault == "dies-of-bad-request":
            sys.exit("that was malformed")
        return kind, {"answer": answer, "message": message}

    def act(self, kind: str, request: dict[str, Any]) -> dict[str, Any]:
        requests: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "describe": self.describe,
            "load": self.load,
            "check": self.check,
            "time": self.time,
            "drop": self.drop,
            "quit": lambda _: {},
        }
        if self.fault == "picky" and "ignored" in request:
            os._exit(9)
        return requests[kind](request)

    def strikes(self, kind: str) -> bool:
        if self.fault == "none" or (self.request is not None and self.request != kind):
            return False
        self.left -= 1
        return self.left < 0

    def spoil(self, kind: str, answer: dict[str, Any]) -> dict[str, Any]:
        """Misbehave, or return another answer than the true one."""
        fault = self.fault
        if fault == "dies":
            sys.stderr.write("out of cheese\n")
            sys.stderr.flush()
            os._exit(3)
        if fault == "crashes":
            os.kill(os.getpid(), signal.SIGSEGV)
        if fault == "hangs":
            time.sleep(3600)
        if fault in {"garbage", "not-an-object"}:
            self.write(b"I would rather not.\n" if fault == "garbage" else b"[1]\n")
            sys.exit(0)
        while fault == "floods":
            self.write(b'{"answer":"ok"}\n' * 1000)
        while fault == "endless-line":
            self.write(b"x" * (1 << 20))
        if fault == "noisy-errors":
            for number in range(80_000):
                sys.stderr.write(f"line {number}: {'x' * 90}\n")
        while fault == "error-flood":
            sys.stderr.write("x" * 1000 + "\n")
        if fault == "no-answer-member":
            del answer["answer"]
        if fault == "no-message":
            return {"answer": "failed"}
        if fault == "refuses":
            return {"answer": "failed", "message": "the library says no"}
        if fault == "speaks-in-tongues" and kind == "check":
            return {"answer": "failed", "message": "the library says \x1b]0;pwned\x07\x9b31m\u202e"}
        if fault == "phones-home":
            try:
                socket.create_connection(("127.0.0.1", int(os.environ["LISTENER"])), timeout=5).close()
            except OSError as error:
                return {"answer": "failed", "message": f"nobody listens: {error}"}
            return {"answer": "failed", "message": "somebody listens"}
        if fault == "reaches-out":
            return {"answer": "failed", "message": " ".join(map(reached, os.environ["PLACES"].split(":")))}
        if fault == "declines":
            return {"answer": "unsupported", "message": "the library has no word for it"}
        if answer.get("answer") == "ok":
            getattr(self, f"spoil_{kind}", lambda _: None)(answer)
        return answer

    def spoil_describe(self, answer: dict[str, Any]) -> None:
        codec = answer["codecs"][0]
        if self.fault == "wrong-protocol":
            answer["protocol"] = 2
        if self.fault == "no-version":
            codec["version"] = ""
        if self.fault == "bad-name":
            codec["codec"] = "Json"
        if self.fault == "twice":
            answer["codecs"].append(codec)
        if self.fault == "crowd":
            answer["codecs"] = [{**codec, "codec": f"json{number}"} for number in range(20_000)]
        if self.fault == "long-winded":
            codec["library"] = "x" * 1_000_000
        if self.fault == "variant":
            answer["codecs"].append({**codec, "variant": "other"})
        if self.fault == "no-tare":
            answer["tares"] = ["call"]
        if self.fault == "no-start":
            codec["policies"] = {key: value for key, value in codec["policies"].items() if key != "starts_from"}
        if self.fault in {"odd-map", "no-map"}:
            codec["policies"] = {**codec["policies"], "map": "paper" if self.fault == "odd-map" else None}
        if self.fault in {"odd-start", "cheap-tare"}:
            origin = "thin air" if self.fault == "odd-start" else "events"
            codec["policies"] = {**codec["policies"], "starts_from": origin}
        if self.fault == "needless-start":
            codec["operations"] = ["decode", "scan"]
        if self.fault == "dear-tare":
            codec["tare"] = {**codec["tare"], "encode": "visit"}
        if self.fault == "decode-tare":
            codec["tare"] = {**codec["tare"], "decode": "visit"}
        if self.fault.startswith("typed"):
            codec["operations"] = [*OPERATIONS, *TYPED]
            codec["tare"] = {**codec["tare"], **dict.fromkeys(TYPED, "call")}
        if self.fault in BOARD:
            counter = {"name": "passes", "unit": "instructions", "emulated": True}
            answer["clocks"] = {"wall": None, "cpu": None, "counter": counter}
            answer["memory"] = {"payload_bytes": ROOM, "heap_bytes": 1 << 16, "stack_bytes": 1 << 12}
            codec["footprint"] = {"flash_bytes": 4000, "ram_bytes": 16}
        if self.fault == "odd-heap":
            answer["heap"] = "tidy"
        if self.fault == "odd-footprint":
            weight = {"flash_bytes": 4000, "ram_bytes": 16}
            codec["footprint"] = {**weight, "operations": {"juggle": weight}}
        if self.fault == "odd-clock":
            answer["clocks"]["cpu"]["covers"] = "the moon"

    def spoil_check(self, answer: dict[str, Any]) -> None:
        if self.fault == "wrong-values" and "values" in answer:
            answer["values"][0] = '"a lie"'
        if self.fault == "deep-values" and "values" in answer:
            answer["values"][0] = "[" * 100_000 + "]" * 100_000
        if self.fault == "trap-liar" and self.booms and "hashes" in answer:
            answer["hashes"][0] = "none"
        if self.fault in {"wrong-hash", "deep-values"} and "hashes" in answer:
            answer["hashes"][0] = hash_text("a lie")
        if self.fault == "wrong-bytes" and "bytes" in answer:
            answer["bytes"][0] = base64.b64encode(b'"a lie"').decode()
        if self.fault == "not-base64" and "bytes" in answer:
            answer["bytes"][0] = "***"
        if self.fault == "too-few":
            for member in ("bytes", "hashes", "values"):
                if member in answer:
                    answer[member].pop()

    def spoil_time(self, answer: dict[str, Any]) -> None:
        times: dict[str, Any] = {
            "negative-time": -5,
            "zero-time": 0,
            "constant-time": 12345,
            "too-much-time": 3_600_000_000_000,
            "text-time": "5",
            "too-large-time": 10**40,
        }
        if self.fault == "too-much-work":
            answer["cpu_ns"] = 9 * 10**15
        if self.fault in times:
            answer["wall_ns"] = answer["cpu_ns"] = times[self.fault]

    def describe(self, _: dict[str, Any]) -> dict[str, Any]:
        return {
            "protocol": 1,
            "runner": "misbehaving",
            "language": "python",
            "runtime": f"CPython {platform.python_version()}",
            "compiler": None,
            "flags": None,
            "clocks": {
                "wall": {"name": "perf_counter", "resolution_ns": 1},
                "cpu": {"name": "thread_time", "resolution_ns": 1},
            },
            "tares": ["call", "visit"],
            "codecs": [{**CODEC, **DETAILS}],
            "missing": [MISSING],
        }

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(request["payload"], str) or not request["documents"]:
            raise Refusal("bad-request", "a payload has a name, and documents")
        schema = request.get("schema")
        if self.fault.startswith("typed") and schema is not None and self.fault != "typed-trusts":
            schema["records"], schema["root"]["type"]
        size = sum(len(document["value"]) for document in request["documents"])
        if self.fault in BOARD and size > ROOM:
            numbers = {} if self.fault == "numberless" else {"bytes": size, "limit": ROOM}
            raise Refusal("too-large", "the payload does not fit", numbers)
        self.payloads[request["payload"]] = Payload(request["documents"], schema)
        return {}

    def drop(self, request: dict[str, Any]) -> dict[str, Any]:
        del self.payloads[request["payload"]]
        return {}

    def check(self, request: dict[str, Any]) -> dict[str, Any]:
        codec, operation, work, documents, payload = self.find(request)
        if codec.startswith("tare:"):
            return {"hashes": [hash_text(value) for value in payload.values]}
        try:
            results = [work(document) for document in documents]
            hashes = [] if operation.startswith("encode") else [hash_text(result) for result in results]
        except (ValueError, TypeError, RecursionError, OverflowError, struct.error) as error:
            raise Refusal("failed", f"{type(error).__name__}: {error}") from error
        if operation.startswith("encode"):
            return {"bytes": [base64.b64encode(result).decode() for result in results]}
        answer: dict[str, Any] = {"hashes": hashes}
        if request.get("values") is True:
            answer["values"] = [to_text(result) for result in results]
        return answer

    def time(self, request: dict[str, Any]) -> dict[str, Any]:
        codec, operation, work, documents, _ = self.find(request)
        if self.fault == "one-tare-operation" and codec.startswith("tare:") and operation == "encode":
            raise Refusal("unsupported", "a tare decodes")
        iterations = request["iterations"]
        if self.fault == "lenient":
            iterations = 1
        if type(iterations) is not int or not 1 <= iterations < 2**63:
            raise Refusal("bad-request", f"iterations is {iterations!r}, not a positive integer")
        untimed = request.get("untimed", 0)
        if type(untimed) is not int or untimed < 0:
            raise Refusal("bad-request", f"untimed is {untimed!r}, not an integer of at least 0")
        for _ in repeat(None, untimed):
            for document in documents:
                work(document)
        if self.fault in BOARD:
            return self.count(codec, work, documents, iterations)
        wall, cpu = time.perf_counter_ns(), time.thread_time_ns()
        for _ in repeat(None, iterations):
            for document in documents:
                work(document)
        return {"cpu_ns": time.thread_time_ns() - cpu, "wall_ns": time.perf_counter_ns() - wall}

    def count(self, codec: str, work: Callable[[Any], Any], documents: list[Any], iterations: int) -> dict[str, Any]:
        """Count what documents weigh: the same, whenever it is done again."""
        for document in documents:
            work(document)
        own = 7 if codec.startswith("tare:") else 100 + sum(len(repr(document)) for document in documents)
        count = iterations * own + (os.getpid() if self.fault == "counts-apart" else 0)
        memory = {"allocated_bytes": 64, "allocated_objects": 2, "peak_bytes": 48, "stack_bytes": 32}
        return memory if self.fault == "counts-nothing" else {"count": count, **memory}

    def find(self, request: dict[str, Any]) -> tuple[str, str, Callable[[Any], Any], list[Any], Payload]:
        codec, operation = request["codec"], request["operation"]
        payload = self.payloads[request["payload"]]
        if operation not in [*OPERATIONS, *TYPED]:
            raise Refusal("bad-request", f"there is no operation {operation!r}")
        if codec == "tare:call":
            return codec, operation, id, payload.values, payload
        if codec == "tare:visit":
            return codec, operation, visit, payload.values, payload
        if codec.removesuffix("[other]") != CODEC["codec"]:
            raise Refusal("bad-request", f"there is no codec {codec!r}")
        if operation in TYPED and payload.schema is None and self.fault != "typed-guesses":
            raise Refusal("unsupported", "there is no schema")
        if operation == "encode":
            return codec, operation, encode, payload.values, payload
        if operation == "encode-typed":
            return codec, operation, self.encode_typed, payload.values, payload
        form = CODEC["format"]
        if not all(form in encoded for encoded in payload.encoded):
            raise Refusal("unsupported", f"a document has no form as {form}")
        documents = [encoded[form] for encoded in payload.encoded]
        works = {"decode": self.decode, "scan": scan, "decode-typed": self.decode_typed}
        return codec, operation, works[operation], documents, payload

    def encode_typed(self, value: Any) -> bytes:
        return encode(self.as_typed(value))

    def decode_typed(self, data: bytes) -> Any:
        if self.fault == "typed-rounds":
            return json.loads(data.decode(), parse_int=float)
        return self.as_typed(json.loads(data.decode()))

    def as_typed(self, value: Any) -> Any:
        if self.fault == "typed-forgets" and isinstance(value, dict):
            return {key: item for key, item in value.items() if key != "name"}
        return value

    def decode(self, data: bytes) -> Any:
        if b"BOOM" in data:
            self.spring()
        if self.fault == "gullible":
            try:
                return json.loads(data.decode())
            except ValueError:
                return None
        if self.fault == "float32":
            return json.loads(
                data.decode(), parse_float=lambda text: struct.unpack("f", struct.pack("f", float(text)))[0]
            )
        if self.fault == "one-number":
            return json.loads(data.decode(), parse_int=float)
        return json.loads(data.decode(errors="ignore" if self.fault == "lax-text" else "strict"))

    def spring(self) -> None:
        """Do what a trap does."""
        self.booms += 1
        if self.fault == "trap-crash" or (self.fault == "trap-late" and self.booms == 2):
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.fault == "trap-hang":
            time.sleep(3600)
        if self.fault == "trap-slow":
            time.sleep(7)
        if self.fault == "trap-memory":
            len(b"x" * 300_000_000)
        if self.fault == "trap-glutton":
            len(b"x" * 2**60)

    @staticmethod
    def write(data: bytes) -> None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def encode(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def scan(data: bytes) -> Any:
    value = json.loads(data.decode())
    visit(value)
    return value


def visit(value: Any) -> int:
    """Use every value."""
    if isinstance(value, dict):
        return sum(len(key) + visit(item) for key, item in value.items())
    if isinstance(value, list):
        return sum(map(visit, value))
    return len(value) if isinstance(value, str) else int(value is None)


def main() -> None:
    names = "\n".join(f"  {name:22}{meaning}" for name, meaning in FAULTS.items())
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=f"faults:\n{names}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fault", nargs="?", default="none", choices=FAULTS, metavar="FAULT")
    parser.add_argument("--on", metavar="REQUEST", help="the request that it strikes at")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="how many of them go well first")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a slow start takes")
    parser.add_argument("--format", default="json", help="what its codec says that its JSON is")
    arguments = parser.parse_args()
    CODEC["format"] = arguments.format
    sys.setrecursionlimit(5_000)  # documents nest up to 512 levels, and a level takes several calls
    Runner(arguments.fault, arguments.on, arguments.after, arguments.seconds).run()


if __name__ == "__main__":
    main()

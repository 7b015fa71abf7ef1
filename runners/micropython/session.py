"""What is loaded and set up, with one method for each request."""

import json
import platform
import sys

import strict_json
from codec import Operation, find_codecs
from refusals import BadRequest, Failed, Refusal, Unsupported
from values import from_base64, from_text, hash_text, to_base64, to_text

# What takes the library's place in the tare: the cheapest function that is written in C. What is left is the library's
# own work, a library written in Python paying for its own calls.
_TARE = Operation("decode", "callable(data)", {})
_OPERATIONS = ("encode", "decode", "scan")
_CLOCKS = {
    "wall": {"name": "CLOCK_MONOTONIC", "resolution_ns": 1},
    "cpu": {"name": "CLOCK_THREAD_CPUTIME_ID", "resolution_ns": 1},
}


def _member(request, name, kind):
    """Take a member of a request, of a given JSON type."""
    if not isinstance(request, dict):
        raise BadRequest("not an object")
    if name not in request:
        raise BadRequest(f"no member '{name}'")
    if type(request[name]) is not kind:
        raise BadRequest(f"member '{name}' is no {kind.__name__}")
    return request[name]


def _count(request, name, least):
    number = _member(request, name, int)
    if not least <= number < 1 << 63:
        raise BadRequest(f"member '{name}' is out of range")
    return number


class Payload:
    """A loaded payload: its documents as trees, and as bytes in each format that came with all of them."""

    def __init__(self, documents):
        if not documents:
            raise BadRequest("no documents")
        self.values = [from_text(_member(document, "value", str)) for document in documents]
        encodings = [_member(document, "encoded", dict) for document in documents]
        self.encoded = {
            name: [from_base64(_member(encoding, name, str)) for encoding in encodings]
            for name in encodings[0]
            if all(name in encoding for encoding in encodings)
        }


class Session:
    """The conversation.

    Attributes:
        running: whether it goes on.
    """

    def __init__(self):
        self.running = True
        self._in_order = find_codecs()
        self._codecs = {codec.selector(): codec for codec in self._in_order}
        self._payloads = {}
        self._requests = {
            "describe": self._describe,
            "load": self._load,
            "check": self._check,
            "time": self._time,
            "drop": self._drop,
            "quit": self._quit,
        }

    def answer(self, line):
        """Answer one line, whatever it holds."""
        try:
            answer = self._respond(strict_json.loads(line))
            answer["answer"] = "ok"
        except Refusal as refusal:
            answer = {"answer": refusal.answer, "message": str(refusal)}
        except ValueError as error:
            answer = {"answer": "bad-request", "message": str(error)}
        except MemoryError as error:  # the next request may need less
            answer = {"answer": "failed", "message": f"MemoryError: {error}"}
        return json.dumps(answer) + "\n"

    def _respond(self, request):
        name = _member(request, "request", str)
        if name not in self._requests:
            raise BadRequest(f"no request '{name}'")
        return self._requests[name](request)

    def _describe(self, _):
        described = [codec.describe() for codec in self._in_order]
        return {
            "protocol": 1,
            "runner": "micropython",
            "language": "python",
            "runtime": "MicroPython " + ".".join([str(part) for part in sys.implementation.version[:3]]),
            "compiler": platform.python_compiler(),
            "flags": None,
            "clocks": _CLOCKS,
            "tares": ["call"],
            "codecs": [entry for entry in described if "reason" not in entry],
            "missing": [entry for entry in described if "reason" in entry],
        }

    def _load(self, request):
        name = _member(request, "payload", str)
        self._payloads[name] = Payload(_member(request, "documents", list))
        return {}

    def _check(self, request):
        codec, name, payload = self._subject(request)
        if codec is None:
            return {"hashes": [hash_text(value) for value in payload.values]}
        call = codec.compiled(name).call
        made = self._tried(codec, payload, lambda: [call(document) for document in _given(codec, name, payload)])
        try:
            if name == "encode":
                return {"bytes": [to_base64(data) for data in made]}
            answer = {"hashes": [hash_text(value) for value in made]}
            if request.get("values") is True:
                answer["values"] = [to_text(value) for value in made]
        except (TypeError, ValueError) as error:
            raise Failed(f"its result is outside the value model: {error}")
        return answer

    def _time(self, request):
        codec, name, payload = self._subject(request)
        iterations = _count(request, "iterations", 1)
        untimed = _count(request, "untimed", 0) if "untimed" in request else 0
        if codec is None:
            operation, documents = _TARE, payload.values
        else:
            operation, documents = codec.compiled(name), _given(codec, name, payload)
        self._tried(codec, payload, lambda: operation.time(documents, untimed))
        wall, cpu, allocated = self._tried(codec, payload, lambda: operation.time(documents, iterations))
        return {"wall_ns": wall, "cpu_ns": cpu, "allocated_bytes": allocated}

    def _drop(self, request):
        name = _member(request, "payload", str)
        if name not in self._payloads:
            raise BadRequest(f"no payload '{name}'")
        del self._payloads[name]
        return {}

    def _quit(self, _):
        self.running = False
        return {}

    def _subject(self, request):
        """Read which codec (None for the tare), operation and payload a request is about."""
        codec, name, payload = [_member(request, member, str) for member in ("codec", "operation", "payload")]
        if codec != "tare:call" and codec not in self._codecs:
            raise BadRequest(f"no codec '{codec}'")
        if name not in _OPERATIONS:
            raise BadRequest(f"no operation '{name}'")
        if payload not in self._payloads:
            raise BadRequest(f"no payload '{payload}'")
        return self._codecs.get(codec), name, self._payloads[payload]

    def _tried(self, codec, payload, call):
        """Tell a library that refuses what its format cannot hold from one that breaks."""
        try:
            return call()
        except Refusal:
            raise
        except Exception as error:
            # The core leaves out the bytes in a format that cannot hold the payload.
            refusal = Failed if codec is None or codec.format in payload.encoded else Unsupported
            raise refusal(f"{type(error).__name__}: {error}")


def _given(codec, name, payload):
    """Return what an operation is given for each document."""
    if name == "encode":
        return payload.values
    if codec.format not in payload.encoded:
        raise Unsupported(f"the payload came without {codec.format}, which cannot hold it")
    return payload.encoded[codec.format]

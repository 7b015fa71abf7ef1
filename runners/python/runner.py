"""The Python runner of Weighbridge: speaks docs/protocol.md over standard input and output."""

from __future__ import annotations

import base64
import gc
import json
import os
import platform
import re
import sys
import sysconfig
import time
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from weighbridge_kit.values import from_text, hash_text, to_text

from codec import (
    ENCODERS,
    FOLDER,
    PARAMETERS,
    PICKING,
    TYPED,
    VISITING,
    Adapter,
    Operation,
    Unsupported,
    compile_operation,
    facts,
    find_adapters,
    reason_missing,
    words,
)
from picking import ABSENT, Steps, tree_reader
from typed import Types
from visitor import Builder, Reader, flatten, kind, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# In every loop an expression calls the library directly, most often a function written in C. So the tare calls the
# cheapest C function there is with the same document, and what is left is the library's own work, a library written in
# Python paying for its own frames. A Python function as tare would credit C libraries with what they never spent.
TARE_EXPRESSIONS = {"call": "callable(data)", "visit": "replay(data)"}

# Of Python's ways to copy bytes a memoryview's is the cheapest. A walk over the tree in Python is no floor for
# libraries that walk it in C.
FLOOR_EXPRESSIONS = {"memcpy": "data.tobytes()"}
OWN = re.compile(r"(?P<kind>tare|floor):(?P<name>[a-z]+)(?:\[(?P<form>[a-z0-9._-]+)\])?")


class BadRequest(ValueError):
    """The request is malformed or names what does not exist."""


class Failed(Exception):
    """The library refused or broke."""


def member(request: Any, name: str, kind: type) -> Any:
    """Take a member of a request, of a given JSON type."""
    if not isinstance(request, dict):
        raise BadRequest("not an object")
    if name not in request:
        raise BadRequest(f"no member {name!r}")
    if type(request[name]) is not kind:
        raise BadRequest(f"member {name!r} is no {kind.__name__}")
    return request[name]


@contextmanager
def deep() -> Iterator[None]:
    """Give our own recursion the depth that a value may have; the libraries get Python's default."""
    default = sys.getrecursionlimit()
    sys.setrecursionlimit(5_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(default)


@contextmanager
def failing(what: str = "") -> Iterator[None]:
    """Turn whatever a library raises into an answer; a panic of a Rust extension is a BaseException."""
    try:
        yield
    except (KeyboardInterrupt, Unsupported):
        raise
    except BaseException as error:
        message = f"{what}{type(error).__name__}: {error}"
        if error.__context__:  # a clean-up that failed hides what went wrong
            message += f" (after {type(error.__context__).__name__}: {error.__context__})"
        raise Failed(message) from error


def describe_clock(name: Literal["perf_counter", "thread_time"]) -> dict[str, Any] | None:
    try:
        clock = time.get_clock_info(name)
    except ValueError:
        return None
    call, _, argument = clock.implementation.partition("(")
    return {"name": argument.rstrip(")") or call, "resolution_ns": max(1, round(clock.resolution * 1e9))}


def describe_runtime() -> str:
    """Name the implementation with its version, and the version of the language if that is another."""
    version, language = ".".join(map(str, sys.implementation.version[:3])), platform.python_version()
    name = f"{platform.python_implementation()} {version}"
    return name if version == language else f"{name} (Python {language})"


CLOCKS = {"wall": describe_clock("perf_counter"), "cpu": describe_clock("thread_time")}


def own_expression(codec: str) -> str | None:
    """Return what is timed of a tare or a floor, by the name that requests give it; None where there is none."""
    found = OWN.fullmatch(codec)
    if found is None or (found["kind"] == "floor") != (found["form"] is not None):
        return None
    return (TARE_EXPRESSIONS if found["kind"] == "tare" else FLOOR_EXPRESSIONS).get(found["name"])


def settle() -> None:
    """Take what the harness holds out of the garbage collections that fall into a library's time."""
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()


class Payload:
    """A loaded payload: its documents as natural trees, and as bytes in each format that came with all of them.

    Attributes:
        types: those of the documents; None if it came without a schema.
    """

    def __init__(self, documents: list[Any], types: Types | None = None) -> None:
        self.types = types
        self.values = [from_text(member(document, "value", str)) for document in documents]
        encodings = [member(document, "encoded", dict) for document in documents]
        formats = set(encodings[0]).intersection(*encodings[1:])
        self.encoded = {
            name: [base64.b64decode(member(encoding, name, str), validate=True) for encoding in encodings]
            for name in formats
        }
        self.picks = read_picks(documents)
        self._picking: dict[str, list[Any]] = {}
        self._events: list[Any] = []
        self._prepared: dict[Callable[[Any], Any], list[Any]] = {}

    def prepared(self, prepare: Callable[[Any], Any] | None) -> list[Any]:
        """What encoders are given that start from what a function makes of a natural tree."""
        if prepare is None:
            return self.values
        if prepare not in self._prepared:
            self._prepared[prepare] = [prepare(value) for value in self.values]
            settle()
        return self._prepared[prepare]

    def picking(self, codec: str, prepare: Callable[[list[Steps]], Any]) -> list[Any]:
        """What a codec picks by out of each document."""
        if codec not in self._picking:
            made: dict[Any, Any] = {}
            for paths in self.picks or []:
                if paths not in made:
                    made[paths] = prepare([steps for _, steps in paths])
            self._picking[codec] = [made[paths] for paths in self.picks or []]
            settle()
        return self._picking[codec]

    @property
    def events(self) -> list[Any]:
        """Each document as a list of events for a reader, alike beside alike, made when the tare first wants it."""
        if not self._events:
            reader = Reader()
            with deep():
                self._events = [sorted(flatten(value, reader), key=kind) for value in self.values]
        return self._events


def read_picks(documents: list[Any]) -> list[tuple[tuple[str, Steps], ...]] | None:
    """Read the paths to what is picked out of each document, which each has by name; None where they came without."""
    if any("pick" not in document for document in documents):
        return None
    picks = []
    for document in documents:
        paths = []
        for path in member(document, "pick", list):
            steps = tuple(member(path, "steps", list))
            if not all(type(step) is str or (type(step) is int and step >= 0) for step in steps):
                raise BadRequest("a step is neither a key nor an index")
            paths.append((member(path, "at", str), steps))
        picks.append(tuple(paths))
    return picks


def one_by_one(documents: list[Any], iterations: int) -> Iterable[Any]:
    """Return every document in order, so many times, by iterators in C: a nested loop costs 20 ns more."""
    if len(documents) == 1:
        return repeat(documents[0], iterations)
    return chain.from_iterable(repeat(documents, iterations))


def handled(tare: str, value: Any) -> Any:
    """Return the value that a tare hands over, for its check."""
    if tare == "tare:call":
        return value
    builder = Builder()
    replay(flatten(value, builder))
    return builder.root[0]


class Session:
    """What is loaded and set up, with one method for each request.

    Attributes:
        home: the folder whose name the runner bears; runners of other Pythons share this source.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.running = True
        self.payloads: dict[str, Payload] = {}
        self.adapters = find_adapters()
        self.set_up = lru_cache(maxsize=None)(Adapter.set_up)
        self.operation = lru_cache(maxsize=None)(self.compile)
        self.types: dict[tuple[str, ...], Types] = {}
        self.typed = lru_cache(maxsize=None)(self.name_types)
        self.requests = {
            "describe": self.describe,
            "load": self.load,
            "check": self.check,
            "time": self.time,
            "drop": self.drop,
            "quit": self.quit,
        }

    def answer(self, line: bytes) -> dict[str, Any]:
        """Answer one line, whatever it holds."""
        try:
            return {"answer": "ok", **self.respond(json.loads(line.decode()))}
        except Unsupported as error:
            return {"answer": "unsupported", "message": str(error)}
        except Failed as error:
            return {"answer": "failed", "message": str(error)}
        except (ValueError, RecursionError) as error:
            return {"answer": "bad-request", "message": str(error)}
        except Exception as error:  # noqa: BLE001 - memory that ran out, say: the next request may need less
            return {"answer": "failed", "message": f"{type(error).__name__}: {error}"}

    def respond(self, request: Any) -> dict[str, Any]:
        name = member(request, "request", str)
        if name not in self.requests:
            raise BadRequest(f"no request {name!r}")
        return self.requests[name](request)

    def describe(self, _: dict[str, Any]) -> dict[str, Any]:
        codecs, missing = [], []
        for adapter in self.adapters.values():
            codec = adapter.codec
            entry = {
                "codec": codec.name,
                "variant": codec.variant,
                "format": codec.format,
                "library": codec.library,
                "operations": codec.operations,
            }
            try:
                version, _scope = self.set_up(adapter)
            except Exception as error:  # noqa: BLE001 - importing a broken library raises anything
                missing.append({**entry, "reason": reason_missing(codec, error)})
                continue
            codecs.append(
                {
                    **entry,
                    "version": version,
                    "tare": {operation: codec.tare(operation) for operation in codec.operations},
                    "policies": codec.policies,
                    **facts(codec),
                    "documentation": codec.documentation,
                    "source": Path(os.path.relpath(FOLDER / adapter.source, self.home)).as_posix(),
                }
            )
        return {
            "protocol": 1,
            "runner": self.home.name,
            "language": "python",
            "runtime": describe_runtime(),
            "compiler": platform.python_compiler() or None,
            "flags": sysconfig.get_config_var("PY_CFLAGS"),
            "clocks": CLOCKS,
            "tares": list(TARE_EXPRESSIONS),
            "floors": list(FLOOR_EXPRESSIONS),
            "codecs": codecs,
            "missing": missing,
        }

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        name, documents = member(request, "payload", str), member(request, "documents", list)
        if not documents:
            raise BadRequest("no documents")
        with deep():
            self.payloads[name] = Payload(documents, self.types_of(request))
        settle()
        return {}

    def types_of(self, request: dict[str, Any]) -> Types | None:
        """Return the types that a payload is loaded with: the same ones for the same schema."""
        if request.get("schema") is None:
            return None
        schema = member(request, "schema", dict)
        texts = member(request, "types", dict) if "types" in request else {}
        written = [texts[name] for name in texts if name.endswith("-written")]
        key = member(schema, "fingerprint", str), *sorted(texts), *written
        if key not in self.types:
            try:
                self.types[key] = Types(schema, texts)
            except (KeyError, TypeError, SyntaxError) as error:
                raise BadRequest(f"the schema is malformed: {type(error).__name__}: {error}") from error
        return self.types[key]

    def check(self, request: dict[str, Any]) -> dict[str, Any]:
        codec, name, payload = self.subject(request)
        operation = self.operation(codec, name, payload.types if name in TYPED else None)
        if codec.startswith("tare:"):
            with deep():
                return {"hashes": [hash_text(handled(codec, value)) for value in payload.values]}
        if codec.startswith("floor:"):
            if any(operation.call(data, None) != data for data in self.documents(codec, name, payload)):
                raise Failed("what was copied is not what there was")
            with deep():
                return {"hashes": [hash_text(value) for value in payload.values]}
        answer: dict[str, list[str]] = {}
        for number, document in enumerate(self.documents(codec, name, payload)):
            builder = Builder()
            with self.refusals(codec, payload):
                result = operation.call(document, builder)
            if name in ENCODERS:
                with failing("its result is not bytes: "):
                    answer.setdefault("bytes", []).append(base64.b64encode(result).decode())
                continue
            value = builder.root[0] if name in VISITING else result
            if name in PICKING:
                paths = (payload.picks or [])[number]
                value = {at: item for (at, _), item in zip(paths, result) if item is not ABSENT}
            if name == "decode-typed":
                with failing("its result is not of the types: "):
                    value = self.typed(codec, payload.types)["plain"](value)
            # A Decimal, say, has no hash, and to turn it into something that has would hide the difference.
            with deep(), failing("decoded to something outside the value model: "):
                answer.setdefault("hashes", []).append(hash_text(value))
                if request.get("values") is True:
                    answer.setdefault("values", []).append(to_text(value))
        return answer

    def time(self, request: dict[str, Any]) -> dict[str, Any]:
        codec, name, payload = self.subject(request)
        iterations = member(request, "iterations", int)
        if not 1 <= iterations <= sys.maxsize:
            raise BadRequest("member 'iterations' is out of range")
        operation = self.operation(codec, name, payload.types if name in TYPED else None)
        documents = self.documents(codec, name, payload)
        untimed = member(request, "untimed", int) if "untimed" in request else 0
        if not 0 <= untimed <= sys.maxsize:
            raise BadRequest("member 'untimed' is out of range")
        with self.refusals(codec, payload):
            operation.loop(one_by_one(documents, untimed), Reader())
            wall, cpu = operation.loop(one_by_one(documents, iterations), Reader())
        return {"wall_ns": wall, "cpu_ns": cpu if CLOCKS["cpu"] else None}

    def drop(self, request: dict[str, Any]) -> dict[str, Any]:
        name = member(request, "payload", str)
        if name not in self.payloads:
            raise BadRequest(f"no payload {name!r}")
        del self.payloads[name]
        return {}

    def quit(self, _: dict[str, Any]) -> dict[str, Any]:
        self.running = False
        return {}

    def subject(self, request: dict[str, Any]) -> tuple[str, str, Payload]:
        """Read which codec, operation and payload a request is about."""
        codec, name, payload = (member(request, name, str) for name in ("codec", "operation", "payload"))
        if codec not in self.adapters and own_expression(codec) is None:
            raise BadRequest(f"no codec {codec!r}")
        if name not in PARAMETERS:
            raise BadRequest(f"no operation {name!r}")
        if payload not in self.payloads:
            raise BadRequest(f"no payload {payload!r}")
        return codec, name, self.payloads[payload]

    def compile(self, codec: str, name: str, types: Types | None) -> Operation:
        cpu = time.thread_time_ns if CLOCKS["cpu"] else int  # int() is 0: a clock that stands still
        own = own_expression(codec)
        if own is not None:
            return compile_operation(
                name if name in PICKING else "scan", own, {"replay": replay}, time.perf_counter_ns, cpu
            )
        adapter = self.adapters[codec]
        expression = adapter.codec.expression(name)
        if not expression:
            raise Unsupported(f"{codec} has no {name}")
        try:
            _version, scope = self.set_up(adapter)
        except Exception as error:
            raise BadRequest(f"{codec} is missing: {reason_missing(adapter.codec, error)}") from error
        if name in TYPED:
            scope = {**scope, **self.typed(codec, types)}
            refused = next(
                (scope[word] for word in words(expression) if isinstance(scope.get(word), Unsupported)), None
            )
            if refused is not None:
                raise refused
        return compile_operation(name, expression, scope, time.perf_counter_ns, cpu)

    def name_types(self, codec: str, types: Types | None) -> dict[str, Any]:
        """Return what a codec's typed expressions need for the types of a payload."""
        if types is None:
            raise Unsupported("the payload came without a schema")
        own = {"build": types.build, "plain": types.plain, "paths": types.reader}
        adapter = self.adapters[codec]
        if adapter.codec.types is None:
            return own
        _version, scope = self.set_up(adapter)
        try:
            with deep(), failing("it takes no such types: "):
                return {**own, **eval(adapter.codec.types, {**scope, "types": types})}  # noqa: S307
        finally:
            settle()

    def documents(self, codec: str, name: str, payload: Payload) -> list[Any]:
        """Return what the operation is given for each document."""
        if codec == "tare:visit":
            return payload.events
        if codec == "tare:call":
            return [(value, None) for value in payload.values] if name in PICKING else payload.values
        floor = OWN.fullmatch(codec)
        if name == "encode" and floor is None:
            return payload.prepared(self.adapters[codec].codec.prepare)
        if name == "encode-typed" and floor is None:
            with deep(), failing("the document is not of the types: "):
                return payload.prepared(self.typed(codec, payload.types)["build"])
        wanted = self.adapters[codec].codec.format if floor is None else floor["form"]
        if wanted not in payload.encoded:
            raise Unsupported(f"the payload came without {wanted}, which cannot hold it")
        if name in PICKING:
            return list(zip(payload.encoded[wanted], self.paths(codec, name, payload)))
        return payload.encoded[wanted] if floor is None else [memoryview(data) for data in payload.encoded[wanted]]

    def paths(self, codec: str, name: str, payload: Payload) -> list[Any]:
        """Return what a codec picks by out of each document.

        Raises:
            Unsupported: the payload came without paths.
        """
        if payload.picks is None:
            raise Unsupported("the payload came without paths to pick by")
        if name in TYPED:
            return payload.picking(f"{codec} typed", self.typed(codec, payload.types)["paths"])
        adapter = self.adapters[codec]
        if adapter.codec.pick is None:
            return payload.picking("", lambda paths: tree_reader(tuple(paths)))
        _version, scope = self.set_up(adapter)
        prepare = f"lambda steps: {adapter.codec.paths or 'steps'}"
        return payload.picking(codec, eval(prepare, {**scope}))  # noqa: S307

    @contextmanager
    def refusals(self, codec: str, payload: Payload) -> Iterator[None]:
        """Tell a library that refuses what its format cannot hold from one that breaks."""
        try:
            with failing():
                yield
        except Failed as error:
            # The core leaves out the bytes in a format that cannot hold the payload.
            if codec in self.adapters and self.adapters[codec].codec.format not in payload.encoded:
                raise Unsupported(str(error)) from error
            raise


def main() -> int:
    # Standard output carries answers only: what a library prints, from C too, goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    session = Session(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER)
    try:
        while session.running and (line := sys.stdin.buffer.readline()):
            answers.write(json.dumps(session.answer(line), separators=(",", ":")).encode() + b"\n")
            answers.flush()
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

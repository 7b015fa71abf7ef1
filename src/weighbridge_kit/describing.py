"""Checks of what a runner says of itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from weighbridge_kit.findings import Broken, Check, Fault, Findings
from weighbridge_kit.operations import OPERATIONS, WHOLE_OPERATIONS
from weighbridge_kit.session import Session

SECTION = "describe"
TARES = ("call", "visit")
FLOORS = {"memcpy": WHOLE_OPERATIONS, "walk": ("encode",)}
"""With the operations of each."""
STARTS_FROM = ("native", "library", "events")
MAPS = ("list", "hash", "sorted")
PROTOCOL = 1
_NAME = re.compile(r"[a-z0-9._-]+")

Test = Callable[[Any], bool]


def full_name(codec: dict[str, Any]) -> str:
    """Return the name that requests give a codec."""
    return f"{codec['codec']}[{codec['variant']}]" if codec["variant"] is not None else str(codec["codec"])


def describe(session: Session) -> dict[str, Any]:
    """Return the description.

    Raises:
        Broken: there is none that later checks could go by.
    """
    description = session.ask_ok({"request": "describe"}, SECTION)
    for finding in _faults(description):
        raise Broken(finding.section, finding.sentence)
    return description


def checks(session: Session) -> list[Check]:
    """Return the checks of a runner's description."""

    def members() -> Findings:
        yield from _faults(session.ask_ok({"request": "describe"}, SECTION))

    def repeatable() -> Findings:
        first, second = (session.ask_ok({"request": "describe"}, SECTION) for _ in range(2))
        for member in first:
            if first[member] != second.get(member):
                yield Fault(SECTION, f"Asked twice, the runner gives two answers in the member {member!r}.")

    return [
        Check("describes itself in full", members),
        Check("describes itself the same way twice", repeatable),
    ]


def _faults(description: dict[str, Any]) -> list[Fault]:
    """Everything that is wrong with a description."""
    sentences: list[str] = []
    _examine(sentences, "The description", description, _DESCRIPTION)
    if sentences:
        return [Fault(SECTION, sentence) for sentence in sentences]
    for name, clock in description["clocks"].items():
        if clock is not None:
            _examine(sentences, f"The clock {name!r}", clock, _COUNTER if name == "counter" else _CLOCK)
    for member, due in _MEMORY_OF_PROGRAMS.items():
        if member in description:
            _examine(sentences, "The description", description, {member: due})
    if "memory" in description:
        _examine(sentences, "The memory", description["memory"], _MEMORY)
    cpu = description["clocks"]["cpu"]
    if isinstance(cpu, dict) and "covers" in cpu:
        _examine(sentences, "The clock 'cpu'", cpu, {"covers": _one_of("thread", "process")})
    for tare in description["tares"]:
        if tare not in TARES:
            sentences.append(f"There is no tare {tare!r}; there are {', '.join(TARES)}.")
    floors = description.get("floors", [])
    if not isinstance(floors, list) or not all(floor in FLOORS for floor in floors):
        sentences.append(f"The member 'floors' is {floors!r}; it should be a list of some of {', '.join(FLOORS)}.")
    names = []
    for number, codec in enumerate(description["codecs"], 1):
        before = len(sentences)
        _examine(sentences, _title(codec, number), codec, {**_IDENTITY, **_CODEC})
        if len(sentences) == before:
            names.append(full_name(codec))
            sentences += _codec_faults(codec, description["tares"])
    for number, codec in enumerate(description["missing"], 1):
        _examine(sentences, f"Missing: {_title(codec, number)}", codec, {**_IDENTITY, "reason": _TEXT})
    sentences += [f"Two codecs are called {name!r}." for name in sorted(set(names)) if names.count(name) > 1]
    return [Fault(SECTION, sentence) for sentence in sentences]


def _codec_faults(codec: dict[str, Any], tares: list[str]) -> list[str]:
    sentences: list[str] = []
    name = full_name(codec)
    policies = codec["policies"]
    origins = _one_of(*STARTS_FROM) if "encode" in codec["operations"] else _one_of(None)
    maps = _one_of(*MAPS) if "decode" in codec["operations"] else _one_of(*MAPS, None)
    due = {**_POLICIES, "map": maps, "starts_from": origins}
    _examine(sentences, f"The policies of the codec {name}", policies, due)
    origin = policies.get("starts_from")
    for operation in codec["operations"]:
        tare = codec["tare"].get(operation)
        if tare is None:
            sentences.append(f"The codec {name} names no tare for its operation {operation!r}.")
        elif tare not in tares:
            sentences.append(f"The codec {name} names the tare {tare!r}, which is not among the runner's tares.")
        elif operation == "encode" and origin in STARTS_FROM and tare != tare_due(operation, origin):
            sentences.append(
                f"The codec {name} names the tare {tare!r} for 'encode', which starts from {origin!r}; "
                f"it should be {tare_due(operation, origin)!r}."
            )
        elif operation != "encode" and tare != tare_due(operation, None):
            sentences.append(
                f"The codec {name} names the tare {tare!r} for {operation!r}; "
                f"it should be {tare_due(operation, None)!r}."
            )
    if "footprint" in codec:
        sentences += _footprint_faults(name, codec)
    if codec["source"].startswith("/"):
        sentences.append(f"The source of the codec {name} is not relative to the runner's folder: {codec['source']}")
    return sentences


def _footprint_faults(name: str, codec: dict[str, Any]) -> list[str]:
    sentences: list[str] = []
    footprint = codec["footprint"]
    _examine(sentences, f"The footprint of the codec {name}", footprint, _FOOTPRINT)
    operations = footprint.get("operations", {}) if isinstance(footprint, dict) else {}
    if not isinstance(operations, dict):
        return [*sentences, f"The footprint of the codec {name} has 'operations' that are no object: {operations!r}."]
    for operation, weight in operations.items():
        if operation not in codec["operations"]:
            sentences.append(f"The footprint of the codec {name} has the operation {operation!r}, which it does not.")
        _examine(sentences, f"The footprint of {operation!r} of the codec {name}", weight, _FOOTPRINT)
    return sentences


def tare_due(operation: str, starts_from: str | None) -> str:
    """Return the tare of an operation: it follows from what the operation starts from, and from nothing else."""
    visits = operation in ("scan", "read-typed") or (operation == "encode" and starts_from == "events")
    return "visit" if visits else "call"


def _title(codec: Any, number: int) -> str:
    name = codec.get("codec") if isinstance(codec, dict) else None
    return f"The codec {name!r}" if name else f"Codec number {number}"


def _examine(sentences: list[str], what: str, found: Any, members: dict[str, tuple[Test, str]]) -> None:
    """Add a sentence for each member that is absent or not as it should be."""
    if not isinstance(found, dict):
        sentences.append(f"{what} is not an object: {found!r}.")
        return
    for member, (test, wanted) in members.items():
        if member not in found:
            sentences.append(f"{what} lacks the member {member!r}; it should be {wanted}.")
        elif not test(found[member]):
            sentences.append(f"{what} has {found[member]!r} as {member!r}; it should be {wanted}.")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(_NAME.fullmatch(value))


def _is_operations(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(operation in OPERATIONS and value.count(operation) == 1 for operation in value)


def _is_resolution(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_version(value: Any) -> bool:
    return _is_text(value) and value.lower() not in {"unknown", "none", "null"}


def _one_of(*choices: Any) -> tuple[Test, str]:
    return (
        lambda value: any(value is choice or value == choice for choice in choices)
    ), f"one of {', '.join(map(repr, choices))}"


_TEXT: tuple[Test, str] = (_is_text, "a string with something in it")
_LIST: tuple[Test, str] = (lambda value: isinstance(value, list), "a list")
_NAME_OR_NULL = (
    (lambda value: value is None or _is_name(value)),
    "null, or lower case letters, digits, '.', '_' and '-'",
)
_TEXT_OR_NULL = (lambda value: value is None or isinstance(value, str)), "a string or null"
_DESCRIPTION: dict[str, tuple[Test, str]] = {
    "protocol": (lambda value: value == PROTOCOL and isinstance(value, int), str(PROTOCOL)),
    "runner": _TEXT,
    "language": _TEXT,
    "runtime": _TEXT,
    "compiler": _TEXT_OR_NULL,
    "flags": _TEXT_OR_NULL,
    "clocks": (
        lambda value: (
            isinstance(value, dict)
            and "cpu" in value
            and (value.get("wall") is None) == (value.get("counter") is not None)
        ),
        "an object with 'wall' (an object) and 'cpu' (an object or null), or with a 'counter' and no clocks",
    ),
    "tares": (lambda value: isinstance(value, list) and all(map(_is_name, value)), "a list of names"),
    "codecs": _LIST,
    "missing": _LIST,
}
_CLOCK: dict[str, tuple[Test, str]] = {"name": _TEXT, "resolution_ns": (_is_resolution, "a positive number")}
_COUNTER: dict[str, tuple[Test, str]] = {
    "name": _TEXT,
    "unit": _one_of("instructions", "cycles"),
    "emulated": _one_of(True, False),
}
_SIZE: tuple[Test, str] = (_is_size, "a number of bytes")
_SIZE_OR_NULL: tuple[Test, str] = (lambda value: value is None or _is_size(value), "null, or a number of bytes")
_MEMORY_OF_PROGRAMS: dict[str, tuple[Test, str]] = {
    "allocator": (lambda value: value is None or isinstance(value, str), "null, or the name of a library's file"),
    "heap": _one_of("fragmented", "fresh"),
}
_MEMORY = {"payload_bytes": _SIZE, "heap_bytes": _SIZE_OR_NULL, "stack_bytes": _SIZE_OR_NULL}
_FOOTPRINT = {"flash_bytes": _SIZE, "ram_bytes": _SIZE}
_IDENTITY: dict[str, tuple[Test, str]] = {
    "codec": (_is_name, "lower case letters, digits, '.', '_' and '-'"),
    "variant": _NAME_OR_NULL,
    "format": _TEXT,
    "library": _TEXT,
    "operations": (_is_operations, f"a list of some of {', '.join(OPERATIONS)}, each once"),
}
_CODEC: dict[str, tuple[Test, str]] = {
    "version": (_is_version, "the version that the library tells at run time"),
    "tare": (lambda value: isinstance(value, dict), "an object that names a tare for each operation"),
    "policies": (lambda value: isinstance(value, dict), "an object"),
    "homepage": _TEXT,
    "licence": _TEXT,
    "documentation": _TEXT,
    "source": _TEXT,
}
_POLICIES: dict[str, tuple[Test, str]] = {
    "buffers": _one_of("fresh", "reuse"),
    "strings": _one_of("owned", "borrowed"),
    "utf8": _one_of("checked", "unchecked"),
    "access": _one_of("tree", "stream", "lazy"),
    "api": _TEXT,
    "threads": (lambda value: isinstance(value, bool), "true or false"),
}

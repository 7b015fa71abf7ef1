"""Checks of ``check``: every codec and tare with many documents."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from weighbridge_kit.describing import FLOORS, full_name
from weighbridge_kit.findings import Broken, Check, Fault, Findings, Note, Refused
from weighbridge_kit.operations import PICKERS, TYPED_OPERATIONS, WHOLE_OPERATIONS
from weighbridge_kit.session import Session
from weighbridge_kit.trials import SAMPLE, STREAM, Document, first_difference, nearly_the_same
from weighbridge_kit.values import Value, from_text, hash_text, integer_of_64_bits

if TYPE_CHECKING:
    from weighbridge_kit.typed import TypedExaminer

_WRONG_TEXT = {
    "a byte that begins no character": b"\xff",
    "a character of which a byte is absent": b"\xc3W",
    "a character that is longer than it has to be": b"\xc0\xaf",
    "half of a surrogate pair": b"\xed\xa0\x80",
}
"""Bytes that are not UTF-8, by what they are."""
_TEXT_LENGTHS = (12, 200)
"""Of the text that they stand in: libraries treat short strings otherwise than long ones."""
_HASH_DIGITS = set("0123456789abcdef")
_FAULT_LIMIT = 5
_NOTE_EXAMPLES = 3
_HOPELESS = 64
"""A document of so many times the memory for payloads is not even sent: that would only take long."""


class Examiner:
    """Tries codecs with documents, and knows the bytes of each document in the formats of the runner's codecs.

    A JSON form the kit writes itself; any other is what the first of the runner's codecs makes of the document, since
    the standard library has no reference for it.
    """

    def __init__(self, session: Session, description: dict[str, Any], tried: list[Document]) -> None:
        self.session = session
        self.codecs: list[dict[str, Any]] = description["codecs"]
        memory = description.get("memory")
        self._has_little_memory = session.keeps_one = memory is not None
        self._longest = _HOPELESS * memory["payload_bytes"] if memory else math.inf
        self._documents = tried
        self._forms: dict[str, dict[str, bytes]] = {}
        self._formats = sorted({codec["format"] for codec in self.codecs})

    def codec(self, codec: dict[str, Any], operation: str) -> Findings:
        """Try one operation of one codec with every document."""
        name = full_name(codec)
        faults = 0
        refused: Counter[str] = Counter()
        examples: list[str] = []
        too_large: set[str] = set()
        for document in self._documents:
            try:
                notes = (
                    self._encode(codec, document) if operation == "encode" else self._decode(codec, operation, document)
                )
                examples += notes
            except Refused as refusal:
                if document.value is SAMPLE and refusal.answer == "failed":
                    yield Fault("check", f"{name} fails to {operation} {document.name}: {refusal.message}")
                    faults += 1
                if refusal.answer == "too-large":
                    too_large.add(document.name)
                refused[f"{document.name}: {refusal.answer} ({refusal.message})"] += 1
            except Broken as broken:
                yield broken.fault
                faults += 1
            if faults >= _FAULT_LIMIT:
                yield Note(f"{name} {operation}: stopped after {faults} faults.")
                return
        known = [document for document in self._documents if self.form(codec["format"], document) is not None]
        if operation != "encode" and not known:
            yield Note(f"{name} {operation} is not tried: no codec of the runner encodes {codec['format']}.")
        elif all(document.name in too_large for document in self._documents):
            yield Note(f"{name} {operation} is not tried: every document is too large.")
        elif sum(refused.values()) == len(self._documents):
            yield Fault("check", f"{name} refuses to {operation} every document; the first: {next(iter(refused))}")
        elif refused:
            yield Note(f"{name} does not {operation} {sum(refused.values())} documents. {some(list(refused))}")
        if examples:
            yield Note(f"{name} {operation} changes {len(examples)} documents. {some(examples)}")

    def stream(self, codec: dict[str, Any], operation: str) -> Findings:
        """Try one operation of one codec with a payload of several documents."""
        format_name = codec["format"]
        parts = [Document(f"message {number} of a stream", value, True) for number, value in enumerate(STREAM)]
        forms = [self.form(format_name, part) for part in parts]
        if operation != "encode" and None in forms:
            return
        self.session.load(
            "stream",
            [part.text for part in parts],
            [{format_name: form} if form is not None else {} for form in forms],
            picks=[part.picks for part in parts],
        )
        try:
            answer = self.check(full_name(codec), operation, "stream", values=True)
        except Refused as refusal:
            yield Note(f"{full_name(codec)} does not {operation} a stream: {refusal.answer} ({refusal.message})")
            return
        what = f"{full_name(codec)} {operation} of a stream of {len(STREAM)} documents"
        members = ("bytes",) if operation == "encode" else ("hashes", "values")
        found = {member: self.texts(full_name(codec), operation, answer, member, len(STREAM)) for member in members}
        expected = [part.picked for part in parts] if operation in PICKERS else parts
        if operation != "encode" and found["hashes"] != [part.hash for part in expected]:
            values = [from_text(text) for text in found["values"]]
            wanted = [part.value for part in expected]
            if found["hashes"] != [hash_text(value) for value in values] or not nearly_the_same(
                wanted, values, narrow=self._has_little_memory
            ):
                yield Fault("check", f"{what} answers {found['hashes']}, which are not their hashes in order.")

    def text(self, codec: dict[str, Any], operation: str) -> Findings:
        """Try whether a codec that says so checks that text is UTF-8."""
        name, format_name = full_name(codec), codec["format"]
        if operation in ("encode", *PICKERS) or codec["policies"]["utf8"] != "checked":
            return
        for length in _TEXT_LENGTHS:
            # Not all of it is ASCII, so that formats with a notation for ASCII use that for all text.
            document = Document(f"a text of {length} letters", {"text": "中" + "W" * length}, True)
            right, form = document.value["text"].encode(), self.form(format_name, document)
            if form is None or form.count(right) != 1:
                continue
            for what, wrong in _WRONG_TEXT.items():
                broken = form.replace(right, right[:6] + wrong + right[6 + len(wrong) :])
                self.session.load("wrong text", [document.text], [{format_name: broken}])
                try:
                    found, _ = self._decoded(codec, operation, "wrong text")
                except Refused:
                    continue
                text = found.get("text") if isinstance(found, dict) else None
                if isinstance(text, str) and "W" in text and "\ufffd" not in text:
                    said = f"asked to {operation} {what}, it answers {text[:20]!r}"
                    yield Fault("describe", f"{name} says that it checks UTF-8; {said}.")
                    return

    def tare(self, name: str) -> Findings:
        """Try a tare with every document."""
        for document in self._that_fit():
            self.session.load("tared", [document.text])
            for operation in WHOLE_OPERATIONS:
                what = f"The tare {name}, checked with {document.name} and {operation},"
                try:
                    answer = self.check(f"tare:{name}", operation, "tared")
                except Refused as refusal:
                    if refusal.answer == "too-large":
                        continue
                    raise Broken("Tares", f"{what} answers {refusal.answer!r}: {refusal.message}") from refusal
                (found,) = self.texts(f"tare:{name}", operation, answer, "hashes", 1)
                if not self._is_own(found, document, f"tare:{name}", operation, "tared"):
                    raise Broken("Tares", f"{what} answers the hash {found}; the document's is {document.hash}.")
        yield from ()

    def floor(self, name: str) -> Findings:
        """Try a floor with every document: a copy of its bytes in each format, or a walk over the tree."""
        for document in self._that_fit():
            self.form("json", document)  # which makes those of all formats
            forms = self._forms[document.name] if name == "memcpy" else {"": b""}
            for form in forms:
                self._load(document, form)
                selector = f"floor:{name}[{form}]" if form else f"floor:{name}"
                for operation in FLOORS[name]:
                    what = f"The floor {selector}, checked with {document.name} and {operation},"
                    try:
                        answer = self.check(selector, operation, document.name)
                    except Refused as refusal:
                        if refusal.answer == "too-large":
                            continue
                        raise Broken("Floors", f"{what} answers {refusal.answer!r}: {refusal.message}") from refusal
                    (found,) = self.texts(selector, operation, answer, "hashes", 1)
                    if not self._is_own(found, document, selector, operation, document.name):
                        raise Broken("Floors", f"{what} answers the hash {found}; the document's is {document.hash}.")
        yield from ()

    def _that_fit(self) -> Iterator[Document]:
        """The documents that the runner has memory for, in all the formats that it writes."""
        for document in self._documents:
            try:
                for format_name in self._formats:
                    self.form(format_name, document)
                    self._load(document, format_name)
            except Refused:
                continue
            yield document

    def _is_own(self, hashed: str, document: Document, name: str, operation: str, payload: str) -> bool:
        """Whether a hash is that of a runner's own tree of a document: on a board, it may have narrow floats."""
        if hashed == document.hash or not self._has_little_memory:
            return hashed == document.hash
        found, _ = self._decoded({"codec": name, "variant": None}, operation, payload)
        return nearly_the_same(document.value, found, narrow=True)

    def _encode(self, codec: dict[str, Any], document: Document) -> list[str]:
        name, format_name = full_name(codec), codec["format"]
        data = self._encoded(codec, document)
        if format_name == "json":
            try:
                found, hashed = read_json(data)
            except (ValueError, RecursionError) as error:
                sentence = f"{document.name}: not JSON ({error})"
                if document.plain:
                    raise Broken("check", f"{name} encodes what is not JSON: {sentence}: {data[:60]!r}") from error
                return [sentence]
            return self._compare(f"{name} encodes", document, found, hashed)
        decoder = next(
            (one for one in self.codecs if one["format"] == format_name and "decode" in one["operations"]), None
        )
        if decoder is None or data == self.form(format_name, document):
            return []
        self.session.load("own", [document.text], [{format_name: data}])
        found, hashed = self._decoded(decoder, "decode", "own")
        return self._compare(f"{full_name(decoder)} decodes what {name} encoded of", document, found, hashed)

    def _decode(self, codec: dict[str, Any], operation: str, document: Document) -> list[str]:
        if self.form(codec["format"], document) is None:
            raise Refused("unsupported", "no codec of the runner encodes it")
        self._load(document, codec["format"])
        found, hashed = self._decoded(codec, operation, document.name)
        expected = document.picked if operation in PICKERS else document
        return self._compare(f"{full_name(codec)}, asked to {operation}, reads", expected, found, hashed)

    def _compare(self, what: str, document: Document, found: Value, hashed: str) -> list[str]:
        """Return what was lost; a plain document has to come out nearly the same."""
        if hashed == document.hash:
            return []
        difference = first_difference(document.value, found)
        if document.plain and not nearly_the_same(document.value, found, narrow=self._has_little_memory):
            raise Broken("check", f"{what} {document.name} wrongly: {difference}.")
        return [f"{document.name}: {difference}"]

    def _decoded(self, codec: dict[str, Any], operation: str, payload: str) -> tuple[Value, str]:
        """What a codec decodes, as it tells it in values, and its hash, which has to agree with them."""
        name = full_name(codec)
        answer = self.check(name, operation, payload, values=True)
        (hashed,) = self.texts(name, operation, answer, "hashes", 1)
        (text,) = self.texts(name, operation, answer, "values", 1)
        if len(hashed) != 16 or not set(hashed) <= _HASH_DIGITS:
            raise Broken(
                "check", f"{name} {operation} answers {hashed!r} as a hash; 16 lower-case hexadecimal digits are due."
            )
        try:
            found, expected = read_text(text)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise Broken(
                "Values", f"{name} {operation} of {payload} answers what is not value text ({error}): {text[:80]!r}"
            ) from error
        if hashed != expected:
            said = f"the hash {hashed} and the value text {text[:80]!r}, whose hash is {expected}"
            raise Broken("The canonical hash", f"{name} {operation} of {payload} answers {said}.")
        return found, hashed

    def _encoded(self, codec: dict[str, Any], document: Document) -> bytes:
        """What a codec encodes."""
        name = full_name(codec)
        self._load(document, None)
        answer = self.check(name, "encode", document.name)
        (text,) = self.texts(name, "encode", answer, "bytes", 1)
        try:
            data = base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise Broken("check", f"{name} encode answers what is not base64 ({error}): {text[:60]!r}") from error
        if not data:
            raise Broken("check", f"{name} encodes {document.name} as no bytes at all.")
        return data

    def check(self, codec: str, operation: str, payload: str, *, values: bool = False) -> dict[str, Any]:
        request = {"request": "check", "codec": codec, "operation": operation, "payload": payload}
        answer = self.session.ask({**request, "values": True} if values else request, "check")
        if answer["answer"] == "bad-request":
            raise Broken("check", f"{codec} {operation} of {payload} is answered 'bad-request': {answer['message']}")
        if answer["answer"] != "ok":
            raise Refused(answer["answer"], answer["message"])
        return answer

    def texts(self, codec: str, operation: str, answer: dict[str, Any], member: str, count: int) -> list[str]:
        texts = answer.get(member)
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise Broken("check", f"{codec} {operation} answers {texts!r} as {member!r}; a list of strings is due.")
        if len(texts) != count:
            raise Broken(
                "check", f"{codec} {operation} answers {len(texts)} {member} for a payload of {count} documents."
            )
        return texts

    def _load(self, document: Document, needed: str | None) -> None:
        """Have a document loaded: with its bytes in every format, or in the one that is needed if that is much.

        Raises:
            Refused: it is too large for the runner.
        """
        forms = self._forms.get(document.name, {})
        if self._has_little_memory:
            forms = {name: data for name, data in forms.items() if name == needed}
        if len(document.text) > self._longest:
            raise Refused("too-large", "not tried: the memory for payloads is far smaller")
        self.session.load(document.name, [document.text], [forms], picks=[document.picks])

    def form(self, format_name: str, document: Document) -> bytes | None:
        """The document's bytes in a format, or None if there is no way to them."""
        if document.name not in self._forms:
            forms: dict[str, bytes] = {}
            for name in self._formats:
                data = to_json(document.value) if name == "json" else self._first_encoding(name, document)
                if data is not None:
                    forms[name] = data
            self._forms[document.name] = forms
        return self._forms[document.name].get(format_name)

    def _first_encoding(self, format_name: str, document: Document) -> bytes | None:
        for codec in self.codecs:
            if codec["format"] == format_name and "encode" in codec["operations"]:
                try:
                    return self._encoded(codec, document)
                except (Broken, Refused):
                    continue  # The codec's own check tells of it.
        return None


def checks(description: dict[str, Any], codecs: list[dict[str, Any]], examiner: TypedExaminer) -> list[Check]:
    """Return the checks of the codecs given, and of all tares and floors."""

    def of_codec(codec: dict[str, Any]) -> Findings:
        for operation in codec["operations"]:
            if operation in TYPED_OPERATIONS:
                yield from examiner.typed(codec, operation)
                continue
            yield from examiner.codec(codec, operation)
            yield from examiner.stream(codec, operation)
            yield from examiner.text(codec, operation)

    found = [Check(f"checks {full_name(codec)}", partial(of_codec, codec)) for codec in codecs]
    tares = [Check(f"checks the tare {name}", partial(examiner.tare, name)) for name in description["tares"]]
    floors = [
        Check(f"checks the floor {name}", partial(examiner.floor, name)) for name in description.get("floors", [])
    ]
    return found + tares + floors


# Codecs mostly answer the same, of documents that are large: each answer is read once.
@lru_cache(maxsize=1000)
def read_text(text: str) -> tuple[Value, str]:
    """Read value text, and hash what it says."""
    value = from_text(text)
    return value, hash_text(value)


@lru_cache(maxsize=1000)
def read_json(data: bytes) -> tuple[Value, str]:
    """Read JSON, and hash what it says."""
    value = json.loads(data.decode(), parse_int=integer_of_64_bits)
    return value, hash_text(value)


def to_json(value: Value) -> bytes | None:
    """Write a value as JSON, if JSON can hold it."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError):
        return None


def some(examples: list[str]) -> str:
    """Tell a few examples, ``what: why``: before all one of each reason."""
    firsts: dict[str, str] = {}
    for one in examples:
        firsts.setdefault(one.rpartition(": ")[2], one)
    examples = list(dict.fromkeys((*firsts.values(), *examples)))
    more = len(examples) - _NOTE_EXAMPLES
    return "; ".join(examples[:_NOTE_EXAMPLES]) + (f"; and {more} more" if more > 0 else "")

"""Checks of typed operations: every codec that has them, with documents and their schemas."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from typing import Any

from weighbridge_kit.checking import Examiner, read_json, read_text, some, to_json
from weighbridge_kit.describing import full_name
from weighbridge_kit.findings import Broken, Fault, Findings, Note, Refused
from weighbridge_kit.session import Session
from weighbridge_kit.trials import Document, TypedSample, first_difference, nearly_the_same
from weighbridge_kit.values import Value, to_text

SECTION = "Typed operations"


class TypedExaminer(Examiner):
    """Tries typed operations, too.

    Of a format but JSON, the bytes of a sample are what the first of the runner's codecs makes of it, by types or not.
    """

    def __init__(
        self, session: Session, description: dict[str, Any], tried: list[Document], samples: list[TypedSample]
    ) -> None:
        super().__init__(session, description, tried)
        self.samples = samples
        self._made: dict[tuple[str, str], list[bytes] | None] = {}

    def typed(self, codec: dict[str, Any], operation: str) -> Findings:
        """Try one typed operation of one codec with every sample."""
        name = full_name(codec)
        refused: Counter[str] = Counter()
        changed: list[str] = []
        tried = 0
        for sample in self.samples:
            if operation != "encode-typed" and self.typed_form(codec["format"], sample) is None:
                continue
            tried += 1
            try:
                found = self._encoded_by_types(codec, sample) if operation == "encode-typed" else None
                values = self._read(codec, sample, found) if found else self._decoded_by_types(codec, operation, sample)
            except Refused as refusal:
                if sample.plain:
                    yield Fault(SECTION, f"{name} {operation} of {sample.name}: {refusal.answer}: {refusal.message}")
                refused[f"{sample.name}: {refusal.answer} ({refusal.message})"] += 1
                continue
            except Broken as broken:
                yield broken.fault
                continue
            expected = sample.expected(operation)
            difference = "" if values is None else first_difference(expected, values)
            if not difference:
                continue
            if sample.plain and not nearly_the_same(expected, values, typed=True):
                yield Fault(SECTION, f"{name} {operation} of {sample.name} is wrong: {difference}.")
            else:
                changed.append(f"{sample.name}: {difference}")
        if not tried:
            yield Note(f"{name} {operation} is not tried: no codec of the runner makes {codec['format']}.")
        if refused:
            yield Note(f"{name} does not {operation} {len(refused)} samples. {some(list(refused))}")
        if changed:
            yield Note(f"{name} {operation} changes {len(changed)} samples. {some(changed)}")

    def typed_form(self, format_name: str, sample: TypedSample) -> list[bytes] | None:
        """The documents of a sample in a format, or None if there is no way to them."""
        key = format_name, sample.name
        if key not in self._made:
            self._made[key] = self._make(format_name, sample)
        return self._made[key]

    def load_typed(self, format_name: str, sample: TypedSample) -> None:
        """Have a sample loaded, with its bytes in a format where there are any."""
        self._load_with(sample, format_name, self.typed_form(format_name, sample))

    def _make(self, format_name: str, sample: TypedSample) -> list[bytes] | None:
        if format_name == "json":
            made = list(map(to_json, sample.values))
            return None if None in made else [data for data in made if data is not None]
        for operation in ("encode-typed", "encode"):
            for codec in self.codecs:
                if codec["format"] == format_name and operation in codec["operations"]:
                    try:
                        self._load_with(sample, format_name, None)
                        return self._bytes(codec, operation, sample)
                    except (Broken, Refused):
                        continue  # The codec's own check tells of it.
        return None

    def _load_with(self, sample: TypedSample, format_name: str, forms: list[bytes] | None) -> None:
        encoded = [{format_name: form} for form in forms] if forms else None
        self.session.load(sample.name, list(map(to_text, sample.values)), encoded, sample.types, sample.picks)

    def _encoded_by_types(self, codec: dict[str, Any], sample: TypedSample) -> list[bytes]:
        self.load_typed(codec["format"], sample)
        return self._bytes(codec, "encode-typed", sample)

    def _bytes(self, codec: dict[str, Any], operation: str, sample: TypedSample) -> list[bytes]:
        name = full_name(codec)
        answer = self.check(name, operation, sample.name)
        texts = self.texts(name, operation, answer, "bytes", len(sample.values))
        try:
            return [base64.b64decode(text, validate=True) for text in texts]
        except binascii.Error as error:
            raise Broken("check", f"{name} {operation} answers what is not base64 ({error}).") from error

    def _read(self, codec: dict[str, Any], sample: TypedSample, encoded: list[bytes]) -> list[Value] | None:
        """Read what a codec encoded: JSON by ourselves, anything else by the first codec that decodes it."""
        if codec["format"] == "json":
            try:
                return [read_json(data)[0] for data in encoded]
            except (ValueError, RecursionError) as error:
                raise Broken(SECTION, f"{full_name(codec)} encodes {sample.name} as no JSON ({error}).") from error
        for operation in ("decode", "decode-typed"):
            for other in self.codecs:
                if other["format"] == codec["format"] and operation in other["operations"]:
                    self._load_with(sample, codec["format"], encoded)
                    return self._values(other, operation, sample)
        return None

    def _decoded_by_types(self, codec: dict[str, Any], operation: str, sample: TypedSample) -> list[Value]:
        self.load_typed(codec["format"], sample)
        return self._values(codec, operation, sample)

    def _values(self, codec: dict[str, Any], operation: str, sample: TypedSample) -> list[Value]:
        name, count = full_name(codec), len(sample.values)
        answer = self.check(name, operation, sample.name, values=True)
        values = []
        hashes = self.texts(name, operation, answer, "hashes", count)
        texts = self.texts(name, operation, answer, "values", count)
        for hashed, text in zip(hashes, texts):  # noqa: B905  (Python 3.9)
            try:
                value, expected = read_text(text)
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
                raise Broken("Values", f"{name} {operation} answers what is not value text ({error}).") from error
            if hashed != expected:
                said = f"the hash {hashed}, and value text whose hash is {expected}"
                raise Broken("The canonical hash", f"{name} {operation} of {sample.name} answers {said}.")
            values.append(value)
        return values

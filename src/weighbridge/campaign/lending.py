"""Reference codecs that runners lend to formats which Python has no library for."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import TracebackType
from typing import Any

from weighbridge import extras
from weighbridge.campaign.participants import Participant
from weighbridge.formats.format import Format, Malformed, Unrepresentable
from weighbridge.formats.registry import all_formats, find_format, own_formats
from weighbridge.formats.typed import LENT_TYPED_FORMATS, TYPED_FORMATS
from weighbridge.runners.client import Document, RunnerClient, prepare_load
from weighbridge.runners.errors import Refusal, RunnerTrouble
from weighbridge.runners.launch import runners_root, start
from weighbridge.runners.manifest import Manifest, find_manifests
from weighbridge.schema import Schema
from weighbridge.schema.binding import bind
from weighbridge.schema.references import REFERENCES
from weighbridge_kit.operations import Operation
from weighbridge_kit.values import Value, from_text, to_text

_NAME = "lent"


class References:
    """Every format with a reference codec: the core's own, or one that a runner lends.

    A runner that lends is started when its codec is first needed. A context manager: leaving it ends those processes.
    """

    def __init__(self, participants: Iterable[Participant]) -> None:
        """Look for lenders among runners that are ready; where several offer a format, the first lends."""
        self._lenders: dict[str, _Lender] = {}
        self._typed: dict[str, Callable[[Schema], Format]] = {}
        self._formats: dict[str, Format] = {form.name: form for form in own_formats()}
        lent = {form.name: form for form in all_formats() if form.is_lent} | LENT_TYPED_FORMATS
        for participant in participants:
            for name, codec in participant.manifest.references.items():
                if name in lent and name not in self._formats and name not in self._typed:
                    found = next((entry for entry in participant.description.codecs if entry.full_name == codec), None)
                    if found is not None:
                        lender = self._lenders.setdefault(participant.name, _Lender(participant))
                        lend = partial(lender.lend, lent[name], codec, f"{found.library} {found.version}")
                        if name in LENT_TYPED_FORMATS:
                            self._typed[name] = lend
                        else:
                            self._formats[name] = lend()

    def find(self, name: str, schema: Schema | None = None) -> Format | None:
        """Return the format of this name, with a codec to encode and decode with; None if there is none.

        Args:
            name: the format's.
            schema: of the documents, for formats that need one.
        """
        if schema is not None and name in TYPED_FORMATS and not REFERENCES[name].lack:
            return bind(TYPED_FORMATS[name], schema)
        if schema is not None and name in self._typed:
            return self._typed[name](schema)
        return self._formats.get(name)

    def why_not(self, name: str) -> str:
        """Say why a format has no reference codec here."""
        lack = REFERENCES[name].lack if name in REFERENCES else extras.lack(find_format(name).package)
        if lack:
            return lack
        lenders = [manifest for manifest in find_manifests(runners_root()) if name in manifest.references]
        if not lenders:
            return "there is no reference codec for this format"
        names = " or ".join(dict.fromkeys(manifest.name for manifest in lenders))
        return f"its reference codec is the runner {names}'s, which is not ready: weighbridge setup {lenders[0].name}"

    def __enter__(self) -> References:
        """Return itself."""
        return self

    def rest(self) -> None:
        """End the runners that lent, so that they disturb nothing; they are started again when they are needed."""
        for lender in self._lenders.values():
            lender.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the runners that lent."""
        self.rest()


def lenders_of(formats: Iterable[str], manifests: Iterable[Manifest]) -> list[Manifest]:
    """Choose runners that lend codecs to those of some formats that need it: for each format, the first that can."""
    wanted = {form.name for form in all_formats() if form.is_lent}.intersection(formats)
    chosen = []
    for manifest in manifests:
        if wanted.intersection(manifest.references):
            chosen.append(manifest)
            wanted.difference_update(manifest.references)
    return chosen


class _Lender:
    """A runner's process that encodes and decodes single documents; a new one after each trouble."""

    def __init__(self, participant: Participant) -> None:
        self._participant = participant
        self._client: RunnerClient | None = None

    def lend(self, form: Format, codec: str, library: str, schema: Schema | None = None) -> Format:
        """Return a format whose codec is this runner's: by types, if there is a schema."""
        types = None if schema is None else {"schema": schema.for_runners}
        encoding: Operation = "encode" if schema is None else "encode-typed"
        decoding: Operation = "decode" if schema is None else "decode-typed"

        def encode(value: Value) -> bytes:
            client = self._load(Document(to_text(value), {}), types)
            try:
                return client.check(codec, encoding, _NAME).encoded[0]
            except (Refusal, RunnerTrouble) as error:
                self._abandon_after(error)
                raise Unrepresentable(f"{self._participant.name} {codec}: {error.reason}") from error

        def decode(data: bytes) -> Value:
            client = self._load(Document("null", {form.name: data}), types)
            try:
                return from_text(client.check(codec, decoding, _NAME, values=True).values[0])
            except (Refusal, RunnerTrouble) as error:
                self._abandon_after(error)
                raise Malformed(f"{self._participant.name} {codec}: {error.reason}") from error

        return dataclasses.replace(form, library=library, encode=encode, decode=decode)

    def close(self) -> None:
        """End the process."""
        if self._client is not None:
            self._client.close()
        self._client = None

    def _load(self, document: Document, types: Mapping[str, Any] | None) -> RunnerClient:
        if self._client is None:
            self._client = start(self._participant.manifest)
            self._client.describe()
        self._client.load(prepare_load(_NAME, [document], types))
        return self._client

    def _abandon_after(self, error: Exception) -> None:
        if isinstance(error, RunnerTrouble):
            self.close()

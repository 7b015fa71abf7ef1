"""References: payloads with all that results are verified against."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from weighbridge.campaign.lending import References
from weighbridge.campaign.participants import Participants
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.purpose import TREES, Purpose
from weighbridge.compression.compressors import Compression, compress
from weighbridge.formats.fidelity import ROOT_LIST_AS_DOCUMENT, Comparison, compare
from weighbridge.formats.format import Format, Malformed, Unrepresentable
from weighbridge.formats.model import numbered
from weighbridge.formats.typed import needs_schema
from weighbridge.payloads.family import whole_family
from weighbridge.payloads.payload import Payload
from weighbridge.payloads.picks import Picks, choose
from weighbridge.runners.client import Document, Load, prepare_load
from weighbridge.schema import Schema, SchemaError, SchemaSource, UntypableError
from weighbridge.schema.binding import texts_for_runners
from weighbridge.schema.conform import carried
from weighbridge.schema.evolution import Change
from weighbridge_kit.operations import PICKERS, TYPED_OPERATIONS, Operation
from weighbridge_kit.picks import picked
from weighbridge_kit.values import Value, hash_text, single, to_text

_Member = TypeVar("_Member")

_NAMED = 3
"""Places that fit no type and are named; `weighbridge schema` names more."""


@dataclass(frozen=True)
class Reference:
    """A payload with all that cells are verified against.

    Attributes:
        payload: the payload.
        formats: those that can hold it.
        texts: its documents as value text.
        hashes: canonical hashes of its documents.
        document_hashes: the same, but of arrays at the root as the maps that a format writes for them.
        encoded: per format, its documents as the reference codec encodes them.
        unrepresentable: per format that cannot hold it, why.
        family: the payload and its relatives, which are timed in its place; None where it is timed itself.
        schema: the types of its documents, for typed operations; None where nobody asked for one, or there is none.
        untyped: why there is none.
        carried: the documents as types carry them, where a schema has some of what is in them as text; else None.
        written_by: the schema that the bytes in formats that need one were made by, if that is another.
        picks: the paths to what is picked out of each document; None where nothing is.
    """

    payload: Payload
    formats: Mapping[str, Format]
    texts: tuple[str, ...]
    hashes: tuple[str, ...]
    document_hashes: tuple[str, ...]
    encoded: Mapping[str, tuple[bytes, ...]]
    unrepresentable: Mapping[str, str]
    family: Reference | None = None
    schema: Schema | None = None
    untyped: str = ""
    carried: Reference | None = None
    written_by: Schema | None = None
    picks: Picks | None = None
    _types: dict[frozenset[str], Mapping[str, Any]] = field(default_factory=dict, compare=False)
    _documents: dict[frozenset[str], tuple[Document, ...]] = field(default_factory=dict, compare=False)
    _judged: dict[tuple[str, bool, bytes], Comparison] = field(default_factory=dict, compare=False)
    _compressed: dict[bytes, Compression] = field(default_factory=dict, compare=False)

    @property
    def json_bytes(self) -> int:
        """The size of its documents as minified JSON."""
        return sum(len(text.encode()) for text in self.texts)

    @cached_property
    def _picked(self) -> Reference:
        """What is picked out of the documents, as documents."""
        found = tuple(
            picked(document, picks) for document, picks in zip(self.payload.documents, self.picks or (), strict=True)
        )
        hashes = tuple(map(hash_text, found))
        return replace(self, payload=replace(self.payload, documents=found), hashes=hashes, document_hashes=hashes)

    @property
    def schema_in_use(self) -> Schema | None:
        """The types of its documents, or of those that types carry in their place."""
        return self.schema if self.carried is None else self.carried.schema

    def with_formats_of(self, other: Reference, but: Mapping[str, str] | None = None) -> Reference:
        """Return the same documents with the formats of another reference to them too.

        Args:
            other: the other.
            but: those of its formats that take no part, and why.
        """
        but = but or {}
        return replace(
            self,
            formats={**self.formats, **_of(other.formats.keys() - but, other.formats)},
            encoded={**self.encoded, **_of(other.encoded.keys() - but, other.encoded)},
            unrepresentable={**self.unrepresentable, **other.unrepresentable, **but},
            document_hashes=self.document_hashes if other.document_hashes == self.hashes else other.document_hashes,
            carried=None
            if self.carried is None or other.carried is None
            else self.carried.with_formats_of(other.carried, but),
        )

    def given_to(self, operation: Operation) -> Reference:
        """Return the reference whose documents an operation works on."""
        return (self.carried or self) if operation in TYPED_OPERATIONS else self

    def expected_of(self, operation: Operation) -> Reference:
        """Return the reference whose documents are what an operation is to give."""
        given = self.given_to(operation)
        return given._picked if operation in PICKERS else given

    @property
    def loaded(self) -> tuple[Reference, ...]:
        """The references that a process is loaded with."""
        return (self,) if self.carried is None else (self, self.carried)

    @property
    def timed(self) -> Reference:
        """What is timed: the family, or the payload itself."""
        return self.family or self

    def load_for(self, formats: Iterable[str], order: Sequence[int] | None = None) -> Load:
        """Return the request that loads this payload with its bytes in some formats; its documents in another order."""
        documents = self._documents_in(frozenset(formats).intersection(self.encoded))
        types = None if self.schema is None else self._types_of(self.schema, frozenset(formats))
        return prepare_load(self.payload.name, documents if order is None else [documents[at] for at in order], types)

    def _types_of(self, schema: Schema, formats: frozenset[str]) -> Mapping[str, Any]:
        if formats not in self._types:
            texts = texts_for_runners(schema, formats, self.written_by)
            self._types[formats] = {"schema": schema.for_runners, **({"types": texts} if texts else {})}
        return self._types[formats]

    def _documents_in(self, known: frozenset[str]) -> tuple[Document, ...]:
        if known not in self._documents:
            self._documents[known] = tuple(
                Document(
                    text,
                    {name: self.encoded[name][number] for name in sorted(known)},
                    None if self.picks is None else self.picks[number],
                )
                for number, text in enumerate(self.texts)
            )
        return self._documents[known]

    def judge_encoded(self, form: str, encoded: Sequence[bytes], *, typed: bool = False) -> Comparison:
        """Judge what an encoder made of the documents: decode it with the reference codec, and compare.

        Codecs of a format often make the same bytes, so each result is judged once.
        """
        key = (form, typed, digest_of(encoded).digest())
        if key not in self._judged:
            self._judged[key] = self._compare_encoded(form, encoded, typed=typed)
        return self._judged[key]

    def compress(self, encoded: Sequence[bytes]) -> Compression:
        """Compress documents that a codec made with every compressor; the same bytes once."""
        key = digest_of(encoded).digest()
        if key not in self._compressed:
            self._compressed[key] = compress(encoded)
        return self._compressed[key]

    def _compare_encoded(self, form: str, encoded: Sequence[bytes], *, typed: bool) -> Comparison:
        decode = self.formats[form].forgive or self.formats[form].decode
        try:
            decoded = [decode(data) for data in encoded]
        except Malformed as error:
            return Comparison("failed", (), (), f"the {form} reference codec cannot read it: {error}")
        return self.compare(form, decoded, typed=typed)

    def compare(self, form: str | None, decoded: Sequence[Value], *, typed: bool = False) -> Comparison:
        """Compare the documents with what was made of them in a format, by types of the application's or not."""
        as_document = self._has_documents_for_lists(form)
        return combine(
            compare(original, found, root_list_as_document=as_document, typed=typed)
            for original, found in zip(self.payload.documents, decoded, strict=True)
        )

    def recognise(self, form: str | None, hashes: tuple[str, ...]) -> Comparison | None:
        """Tell by their hashes that decoded documents are exact, but for the order of keys; None if they may not be."""
        if hashes == self.hashes:
            return Comparison("exact", (), (), "")
        if not self._has_documents_for_lists(form) or len(hashes) != len(self.hashes):
            return None
        right = map(set, zip(self.hashes, self.document_hashes, strict=True))
        if all(found in either for found, either in zip(hashes, right, strict=True)):
            return Comparison("exact", (), (ROOT_LIST_AS_DOCUMENT,), "")
        return None

    def is_single(self, hashes: tuple[str, ...]) -> bool:
        """Tell by their hashes that these are the documents as a board has them whose floats have 32 bits."""
        return hashes == tuple(hash_text(single(document)) for document in self.payload.documents)

    def _has_documents_for_lists(self, form: str | None) -> bool:
        return form is not None and form in self.formats and self.formats[form].root_list_as_document


def prepare_references(
    payloads: Sequence[Payload],
    participants: Participants,
    known: References,
    progress: Progress,
    purpose: Purpose = TREES,
    before: Mapping[str, Reference] | None = None,
) -> dict[str, Reference]:
    """Encode every payload with the reference codec of each format that some codec of the runners has.

    Args:
        payloads: the payloads.
        participants: the runners.
        known: the formats.
        progress: hears how it goes.
        purpose: what the payloads are prepared for.
        before: the references that other runners have had, which are gone on with.
    """
    progress.stage("Preparing payloads", len(payloads))
    references = {}
    for payload in payloads:
        progress.about(payload.name)
        if before is not None:
            references[payload.name] = extended(before[payload.name], participants.formats, known, purpose)
        else:
            reference = references[payload.name] = prepare_reference(payload, participants.formats, known, purpose)
            if reference.untyped:
                progress.note(f"{payload.name} is weighed as trees only: {reference.untyped}")
        progress.step()
    return references


def prepare_reference(
    payload: Payload, formats: Iterable[str], known: References, purpose: Purpose = TREES
) -> Reference:
    """Encode a payload, and its family, with the reference codec of each format.

    Raises:
        PayloadError: what is to be picked out of it is not there.
    """
    schema, untyped = (None, "") if purpose.typed is None else schema_of(payload, purpose.typed)
    own = _prepare(payload, formats, known, purpose, schema, untyped)
    if payload.family == 1:
        return own
    family = _prepare(whole_family(payload), own.encoded, known, purpose, schema, untyped)
    # A relative that a format cannot hold, as its original can: then the original is timed alone.
    if family.unrepresentable:
        return replace(own, payload=replace(payload, family=1))
    return replace(own, family=family)


def extended(reference: Reference, formats: Iterable[str], known: References, purpose: Purpose = TREES) -> Reference:
    """Return a reference with formats more.

    What is timed stays the same: a format that cannot hold all of the payload's family takes no part.
    """
    new = set(formats).difference(reference.encoded, reference.unrepresentable)
    if not new:
        return reference
    own = _prepare(reference.payload, new, known, purpose, reference.schema_in_use, reference.untyped)
    if reference.family is None:
        return reference.with_formats_of(own)
    family = _prepare(reference.family.payload, own.encoded, known, purpose, reference.schema_in_use, reference.untyped)
    too_small = {name: f"with other values: {reason}" for name, reason in family.unrepresentable.items()}
    return replace(
        reference.with_formats_of(own, but=too_small), family=reference.family.with_formats_of(family, but=too_small)
    )


def schema_of(payload: Payload, source: SchemaSource) -> tuple[Schema | None, str]:
    """Return the schema of a payload, which its relatives share, or say why there is none."""
    try:
        return source.schema_of(payload.documents, strict=False), ""
    except UntypableError as error:
        first = [f"{place.path} ({place.reason})" for place in error.places[:_NAMED]]
        more = len(error.places) - len(first)
        return None, f"no type fits {'; '.join(first)}{f'; and {more} places more' if more else ''}"
    except SchemaError as error:
        return None, str(error)


def _prepare(
    payload: Payload,
    formats: Iterable[str],
    known: References,
    purpose: Purpose,
    schema: Schema | None,
    untyped: str,
) -> Reference:
    """Encode documents as they are, and as types carry them where that is otherwise."""
    names = set(formats)
    by_types = {name for name in names if needs_schema(name)}
    documents = payload.documents if schema is None else tuple(carried(one, schema) for one in payload.documents)
    if schema is None or tuple(map(to_text, documents)) == tuple(map(to_text, payload.documents)):
        return _with_picks(_encode(payload, names, known, schema, untyped), purpose)
    # These documents do not fit the schema: what is loaded of them has none.
    own = _with_picks(_encode(payload, names - by_types, known, None, untyped), purpose)
    other = replace(payload, name=f"{payload.name} as types carry it", documents=documents)
    typed = _with_picks(_encode(other, names, known, schema, untyped), purpose)
    # What needs a schema has no other form.
    return replace(
        own,
        carried=typed,
        formats={**own.formats, **_of(by_types, typed.formats)},
        encoded={**own.encoded, **_of(by_types, typed.encoded)},
        unrepresentable={**own.unrepresentable, **_of(by_types, typed.unrepresentable)},
    )


def _of(names: Collection[str], members: Mapping[str, _Member]) -> dict[str, _Member]:
    return {name: member for name, member in members.items() if name in names}


def _with_picks(reference: Reference, purpose: Purpose) -> Reference:
    return reference if purpose.picks is None else replace(reference, picks=choose(reference.payload, purpose.picks))


def _encode(
    payload: Payload, formats: Iterable[str], known: References, schema: Schema | None, untyped: str
) -> Reference:
    able: dict[str, Format] = {}
    encoded: dict[str, tuple[bytes, ...]] = {}
    unrepresentable: dict[str, str] = {}
    for name in sorted(set(formats)):
        if schema is None and needs_schema(name):
            unrepresentable[name] = untyped
            continue
        form = known.find(name, schema)
        if form is None:
            unrepresentable[name] = known.why_not(name)
            continue
        try:
            encoded[name] = tuple(form.encode(document) for document in payload.documents)
            able[name] = form
        except Unrepresentable as error:
            unrepresentable[name] = str(error)
    hashes = tuple(map(hash_text, payload.documents))
    differs = any(form.root_list_as_document for form in able.values())
    document_hashes = tuple(
        hash_text(numbered(document)) if differs and isinstance(document, list) else own
        for document, own in zip(payload.documents, hashes, strict=True)
    )
    texts = tuple(map(to_text, payload.documents))
    return Reference(
        payload, able, texts, hashes, document_hashes, encoded, unrepresentable, schema=schema, untyped=untyped
    )


def written_by_another(payload: Payload, change: Change, formats: Iterable[str], known: References) -> Reference:
    """Return what a reader is to find in a payload that was written by another schema than its own."""
    expected = replace(
        payload, name=f"{payload.name} ({change.name})", documents=tuple(map(change.expected, payload.documents))
    )
    written = replace(payload, documents=tuple(map(change.written, payload.documents)))
    bytes_of = _encode(written, formats, known, change.writer, "")
    read = _encode(expected, (), known, change.reader, "")
    return replace(
        read,
        formats=bytes_of.formats,
        encoded=bytes_of.encoded,
        unrepresentable=bytes_of.unrepresentable,
        written_by=change.writer,
    )


def digest_of(parts: Iterable[bytes]) -> hashlib._Hash:
    """Return a digest of byte strings in their order."""
    digest = hashlib.sha256()
    for data in parts:
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest


def combine(comparisons: Iterable[Comparison]) -> Comparison:
    """Return what the comparisons of several documents say together: the worst, with all losses and notes."""
    parts = list(comparisons)
    order = ("failed", "lossy", "exact")
    worst = min(parts, key=lambda part: order.index(part.fidelity))
    losses = tuple(sorted({loss for part in parts for loss in part.losses}))
    notes = tuple(sorted({note for part in parts for note in part.notes}))
    return Comparison(worst.fidelity, losses, notes, worst.detail)

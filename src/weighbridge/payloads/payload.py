"""What a payload is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from weighbridge_kit.values import Value


class PayloadError(ValueError):
    """An argument that gives no payload; the message says where, what is wrong, and what to do next."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A document, or a stream of documents, that is weighed.

    Attributes:
        name: unique within a run.
        documents: at least one; a stream of messages has many.
        source: ``built in``, ``generated``, ``standard input`` or the file's path.
        description: what it is, in a sentence.
        whole_documents: how many documents there were before a sample was drawn; None where all are here.
        whole_bytes: of how many bytes of minified JSON.
        family: how many payloads of the same shape are timed in its place, itself among them; 1 is itself alone.
        picked_share: the share of its scalars that are picked out of it, which is then all that is done with it; None
            for a payload that is weighed in any way.
    """

    name: str
    documents: tuple[Value, ...]
    source: str
    description: str
    whole_documents: int | None = None
    whole_bytes: int | None = None
    family: int = 1
    picked_share: float | None = None

    def with_picked_share(self, name: str, share: float) -> Self:
        """Return the same under another name, for the picking of a share of its scalars."""
        return replace(self, name=name, picked_share=share)

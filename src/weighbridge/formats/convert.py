"""Convert documents from one format to another, naming what is lost."""

from __future__ import annotations


class LossyConversion(ValueError):
    """The target format cannot hold everything; the message names the losses and the first path.

    Attributes:
        losses: the names of what would be lost, as in `weighbridge.formats.fidelity`.
        detail: the first difference: path and both values.
    """

    def __init__(self, losses: tuple[str, ...], detail: str) -> None:
        super().__init__(f"would lose {', '.join(losses)}: {detail}")
        self.losses = losses
        self.detail = detail


def convert(data: bytes, source: str, target: str, *, lossy: bool = False) -> tuple[bytes, tuple[str, ...]]:
    """Convert bytes; return the new bytes and the names of what was lost.

    Args:
        data: the bytes of a file.
        source: a format's name or ``ndjson``.
        target: a format's name or ``ndjson``.
        lossy: allow losses: bytes become base64 text, non-finite numbers null, and so on.

    Raises:
        LossyConversion: something would be lost, and ``lossy`` was not given.
        Malformed, Unrepresentable, UnknownFormat, Untrusted: as `read_documents` and `write_documents`.
    """
    raise NotImplementedError

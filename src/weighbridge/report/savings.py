"""What formats save against JSON on emulated boards, over all payloads: library by library, and the fastest of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import fmean

from . import figures
from .document import CountedCell, RunDocument, Saving

_JSON = "json"
_OPERATIONS = ("encode", "decode")

# A codec's cells by payload and operation.
_Cells = Mapping[tuple[str, str], CountedCell]


def with_savings(document: RunDocument) -> RunDocument:
    """Return a run with what its boards' formats save."""
    return document.model_copy(update={"savings": tuple(_savings(document))})


def _savings(document: RunDocument) -> Iterator[Saving]:
    for participant in dict.fromkeys(cell.participant for cell in document.counted):
        codecs = _codecs([cell for cell in document.counted if cell.participant == participant])
        for library in dict.fromkeys(_any(codec).library for codec in codecs):
            yield from _against_json([codec for codec in codecs if _any(codec).library == library], library)
        formats = dict.fromkeys(_any(codec).format for codec in codecs)
        fastest = (_fastest([codec for codec in codecs if _any(codec).format == form]) for form in formats)
        yield from _against_json([codec for codec in fastest if codec is not None], None)


def _codecs(cells: Sequence[CountedCell]) -> list[_Cells]:
    """Return the plain rows that tell of an operation that is compared."""
    found: dict[tuple[str, str], dict[tuple[str, str], CountedCell]] = {}
    for cell in cells:
        if cell.variant is None and cell.operation in _OPERATIONS:
            found.setdefault((cell.codec, cell.format), {})[cell.payload, cell.operation] = cell
    return list(found.values())


def _against_json(codecs: Collection[_Cells], library: str | None) -> Iterator[Saving]:
    json = next((codec for codec in codecs if _any(codec).format == _JSON), None)
    if json is None:
        return
    for codec in codecs:
        cell = _any(codec)
        common = sorted(codec.keys() & json.keys())
        sizes = {payload: (codec[payload, one].bytes, json[payload, one].bytes) for payload, one in common}
        bytes_saved = [1 - own / other for own, other in sizes.values() if own is not None and other]
        if cell.format != _JSON and bytes_saved:
            yield Saving(
                language=cell.language,
                runner=cell.runner,
                target=cell.target,
                json_codec=figures.codec_name(_any(json)),
                codec=cell.codec,
                variant=cell.variant,
                format=cell.format,
                library=library,
                encode=_mean_saved(codec, json, [key for key in common if key[1] == "encode"]),
                decode=_mean_saved(codec, json, [key for key in common if key[1] == "decode"]),
                bytes=fmean(bytes_saved),
                payloads=len(sizes),
            )


def _mean_saved(codec: _Cells, json: _Cells, keys: Sequence[tuple[str, str]]) -> float | None:
    shares = [1 - codec[key].net / json[key].net for key in keys if json[key].net]
    return fmean(shares) if shares else None


def _fastest(codecs: Sequence[_Cells]) -> _Cells | None:
    """Return the codec that takes least over what most of them do; an exact one before any that loses something."""
    most = max(map(len, codecs))
    whole = [codec for codec in codecs if len(codec) == most]
    return min(whole, key=lambda codec: (_loses(codec), sum(cell.net for cell in codec.values())), default=None)


def _loses(codec: _Cells) -> bool:
    return any(cell.fidelity != "exact" for cell in codec.values())


def _any(codec: _Cells) -> CountedCell:
    return next(iter(codec.values()))

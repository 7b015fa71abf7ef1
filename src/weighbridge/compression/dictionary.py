"""Compressing with a trained dictionary: small messages repeat each other rather than themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weighbridge.compression.lots import Lot, Unsuited, check_several, module

_FEWEST = 20
"""Of fewer messages, half are too few to learn from."""
_SHARE = 1 / 4
"""A dictionary is so large at most, as a share of what it is trained on: more would be messages learnt by heart."""
_SMALLEST, _LARGEST = 256, 112_640
"""The least that zstd makes, and what its command makes by default, in bytes."""


def with_dictionaries(messages: Sequence[bytes], level: int) -> tuple[Lot, Lot]:
    """Return each half of a stream, to be compressed with a dictionary that was trained on the other half.

    So no message is compressed with a dictionary that has seen it: it would look better than any message to come will.
    The halves are the earlier and the later one, since a dictionary of yesterday's messages serves today's.

    Args:
        messages: a stream, in its order.
        level: of zstd.

    Raises:
        Unsuited: the messages are too few or too small to train a dictionary on, or zstd's library is not installed.
    """
    check_several(messages)
    if len(messages) < _FEWEST:
        raise Unsuited(f"{len(messages)} messages are too few to train a dictionary on: it takes {_FEWEST}")
    zstandard = module("zstandard", "zstandard")
    middle = len(messages) // 2
    earlier, later = messages[:middle], messages[middle:]

    def lot(messages: Sequence[bytes], others: Sequence[bytes]) -> Lot:
        dictionary = _train(zstandard, others, level)
        # Both ends know the one dictionary there is; to name it would take four bytes of every message.
        compressor = zstandard.ZstdCompressor(level, dict_data=dictionary, write_dict_id=False)
        decompressor = zstandard.ZstdDecompressor(dict_data=dictionary)
        return Lot(tuple(messages), compressor.compress, decompressor.decompress, len(dictionary))

    return lot(earlier, later), lot(later, earlier)


def _train(zstandard: Any, messages: Sequence[bytes], level: int) -> Any:
    size = min(max(int(sum(map(len, messages)) * _SHARE), _SMALLEST), _LARGEST)
    try:
        dictionary = zstandard.train_dictionary(size, list(messages), level=level)
    except zstandard.ZstdError as error:
        raise Unsuited(f"zstd finds nothing in these messages to make a dictionary of ({error})") from error
    dictionary.precompute_compress(level=level)
    return dictionary

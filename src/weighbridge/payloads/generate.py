"""Random structured documents, the same for a size and a seed everywhere and for ever."""

from __future__ import annotations

from weighbridge_kit.values import Value

SIZES = range(1, 6)


def generate(size: int, seed: int = 0) -> Value:
    """Return a random document; its root is a map.

    Args:
        size: 1 to 5, for about 1 KB, 3 KB, 29 KB, 309 KB and 3.9 MB of minified JSON.
        seed: any integer from 0 to 2**64 - 1.

    Raises:
        ValueError: a size or a seed outside these.
    """
    raise NotImplementedError

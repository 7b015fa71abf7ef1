"""Writing a file whole, or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Give a file to write beside the target, which takes its place at the end.

    Where something goes wrong, as on a full disk, what was there stays as it was. What is no ordinary file, such as a
    pipe, is given itself. Folders above the target are made.

    Raises:
        OSError: it cannot be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    there = target.stat() if target.exists() else None
    if there is not None and not stat.S_ISREG(there.st_mode):
        yield target
        return
    target = target.resolve()  # what a link leads to is replaced, not the link
    if there is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(target))
    with tempfile.TemporaryDirectory(prefix=f".{target.name[:100]}-", dir=target.parent) as folder:
        beside = Path(folder, target.name)
        yield beside
        if there is not None:
            beside.chmod(stat.S_IMODE(there.st_mode))
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.replace(target)

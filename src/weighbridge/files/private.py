"""Files that hold users' documents are for their owner alone."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_inside = 0
_users = 0


@contextmanager
def private() -> Iterator[None]:
    """Let only their owner read and write the files and folders that are made meanwhile, whoever makes them.

    Libraries make files of their own, such as DuckDB's log beside a database: only the mask of the process reaches
    them. May be entered from several threads; the mask is the user's again when the last of them has left.
    """
    global _inside, _users  # noqa: PLW0603 (the mask is the process's)
    with _lock:
        if _inside == 0:
            _users = os.umask(0o077)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                os.umask(_users)

"""What decodes bytes of unknown origin does it in a process that can harm nothing."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from pathlib import Path

import needs
import pytest

from weighbridge import landlock
from weighbridge.formats.confined import confined
from weighbridge.formats.format import Malformed
from weighbridge_kit.values import Value


def _writing(marker: Path) -> Callable[[bytes], Sequence[Value]]:
    """Return a decoder that some bytes have brought to do what they want."""

    def decode(data: bytes) -> Sequence[Value]:
        marker.write_bytes(data)
        return [1]

    return decode


@needs.elsewhere(landlock.why_not() is None, "the kernel has Landlock")
def test_what_is_decoded_writes_no_files_and_calls_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "marker"
    with pytest.raises(Malformed, match="the library that reads it broke"):
        confined(_writing(marker), b"x")
    assert not marker.exists()

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def call(_: bytes) -> Sequence[Value]:
            socket.create_connection(listener.getsockname(), timeout=60).close()
            return [1]

        if landlock.version() >= 4:  # the first that knows of TCP
            with pytest.raises(Malformed, match="the library that reads it broke"):
                confined(call, b"x")
        # Without walls both are done.
        monkeypatch.setenv(landlock.SWITCH, "off")
        assert confined(call, b"x") == [1]
    assert confined(_writing(marker), b"x") == [1]
    assert marker.read_bytes() == b"x"

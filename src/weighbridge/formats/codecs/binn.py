"""Binn, a binary format that keeps the size of every container in front of it."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="binn",
    title="Binn",
    endings=(".binn",),
    text=False,
    specification="https://github.com/liteserver/binn/blob/master/spec.md",
)

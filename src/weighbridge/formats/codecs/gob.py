"""Gob, the format of Go's own standard library, which sends the types along."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="gob",
    title="gob",
    endings=(".gob",),
    text=False,
    specification="https://pkg.go.dev/encoding/gob",
    made_for="Go",
)

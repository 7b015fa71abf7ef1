"""Binc, by the author of Go's codec package, who alone implements it."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="binc",
    title="Binc",
    endings=(".binc",),
    text=False,
    specification="https://github.com/ugorji/binc",
    made_for="Go",
)

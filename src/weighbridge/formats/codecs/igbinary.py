"""Igbinary, PHP's compact replacement for its own serializer."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="igbinary",
    title="igbinary",
    endings=(".igb",),
    text=False,
    specification="https://github.com/igbinary/igbinary",
    made_for="PHP",
)

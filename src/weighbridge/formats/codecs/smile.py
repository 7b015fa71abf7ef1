"""Smile, a binary JSON that shares names and short strings."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="smile",
    title="Smile",
    endings=(".smile", ".sml"),
    text=False,
    specification="https://github.com/FasterXML/smile-format-specification",
)

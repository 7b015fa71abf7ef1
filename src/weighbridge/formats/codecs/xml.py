"""XML as .NET's serializers write it: a reference for what came before JSON."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="xml",
    title="XML",
    endings=(".xml",),
    text=True,
    specification="https://www.w3.org/TR/xml/",
)

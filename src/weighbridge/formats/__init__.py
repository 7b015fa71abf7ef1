"""Formats: what each can hold, one reference codec a format, and what follows from them.

One module a format in ``codecs/``, each with a module-level ``FORMAT``; adding the file is all it takes.
"""

from weighbridge.formats.fidelity import Comparison, compare
from weighbridge.formats.format import Format, Malformed, OutsideModel, Unrepresentable
from weighbridge.formats.registry import UnknownFormat, all_formats, find_format, format_of_file, own_formats

__all__ = [
    "Comparison",
    "Format",
    "Malformed",
    "OutsideModel",
    "UnknownFormat",
    "Unrepresentable",
    "all_formats",
    "compare",
    "find_format",
    "format_of_file",
    "own_formats",
]

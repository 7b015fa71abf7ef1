"""The formats that there are: those of the folder ``definitions``, those that runners lend, those with a schema."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import pkgutil
from pathlib import Path
from typing import NoReturn

from weighbridge import extras
from weighbridge.formats import definitions
from weighbridge.formats.format import Format
from weighbridge.formats.lent import LENT_FORMATS
from weighbridge.formats.typed import LENT_TYPED_FORMATS, TYPED_FORMATS
from weighbridge.suggestion import suggest


class UnknownFormat(ValueError):
    """No format has this name or file ending; the message names those that come close."""


@functools.cache
def all_formats() -> tuple[Format, ...]:
    """Return every format, sorted by name."""
    modules = pkgutil.iter_modules(definitions.__path__, definitions.__name__ + ".")
    own: list[Format] = [_as_installed(importlib.import_module(module.name).FORMAT) for module in modules]
    typed = (*TYPED_FORMATS.values(), *LENT_TYPED_FORMATS.values())
    return tuple(sorted((*own, *LENT_FORMATS, *typed), key=lambda entry: entry.name))


def _as_installed(form: Format) -> Format:
    """Return a format as it is, or with functions that say what is not installed."""
    if form.library:
        return form

    def refuse(_: object) -> NoReturn:
        extras.need(form.package, to=f"read and write {form.title}")
        raise AssertionError(form.package)

    return dataclasses.replace(form, encode=refuse, decode=refuse, decode_all=None)


def own_formats() -> tuple[Format, ...]:
    """Return the formats whose reference codec is here, and neither lent by a runner nor not installed."""
    return tuple(form for form in all_formats() if form.library)


def find_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        UnknownFormat: there is none.
    """
    by_name = {entry.name: entry for entry in all_formats()}
    if name in by_name:
        return by_name[name]
    raise UnknownFormat(f"unknown format {name!r}: {suggest(name.lower(), by_name)}")


def format_of_file(file: Path) -> Format:
    """Return the format that a file's ending means.

    Raises:
        UnknownFormat: it means none.
    """
    by_ending = {ending: entry for entry in all_formats() for ending in entry.endings}
    if file.suffix.lower() in by_ending:
        return by_ending[file.suffix.lower()]
    known = ", ".join(sorted(ending for ending, form in by_ending.items() if form.is_readable))
    raise UnknownFormat(f"{file}: no format has the ending {file.suffix!r}; there are {known}")

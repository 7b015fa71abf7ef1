"""Which codecs a command is about: ``--languages --runners --formats --codecs --operations``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from weighbridge.campaign.purpose import Purpose
from weighbridge.runners.manifest import Manifest
from weighbridge.schema import INFERRED, SchemaSource
from weighbridge.suggestion import suggest
from weighbridge_kit.operations import PICKERS, TYPED_OPERATIONS


class SelectionError(ValueError):
    """A name that selects nothing; the message says which names there are, or which one was meant."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a user chose; an empty tuple leaves it to the others.

    Where nobody says otherwise, each language has one runner, and each codec one row an operation.

    Attributes:
        languages: names of languages.
        runners: names of runners or of their targets.
        formats: names of formats.
        codecs: patterns with ``*`` and ``?``, matched against ``codec``, ``codec[variant]`` and either with
            ``language/`` or ``runner/`` before it. Variants that fit take part, and so does a runner named in one;
            where each names a language or a runner, no other takes part.
        operations: some of `OPERATIONS`.
        typed: whether typed operations take part too: of those that are named, the typed ones of the same name.
        picks: whether operations that pick take part beside those that are named; they do not by themselves.
        every_variant: whether variants take part that no pattern asks for.
        every_runner: whether runners take part that do not by default, but for those that have to be named.
    """

    languages: tuple[str, ...] = ()
    runners: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    typed: bool = False
    picks: bool = False
    every_variant: bool = False
    every_runner: bool = False

    def has_runner(self, manifest: Manifest) -> bool:
        """Tell whether a runner on a target is selected."""
        if self.languages and manifest.language not in self.languages:
            return False
        names = manifest.of_all if self.every_runner else manifest.means
        if self.runners:
            return not set(self.runners).isdisjoint(names)
        in_patterns = self._in_patterns
        if not in_patterns.isdisjoint(names):
            return True
        # Who names a language names its runner, if that is called so.
        named = bool(self.languages) and manifest.language in names
        takes_part = manifest.by_default or named or (self.every_runner and not manifest.only_if_named)
        others = not self.codecs or any("/" not in pattern for pattern in self.codecs)
        return takes_part and (others or any(_matches(pattern, manifest.names) for pattern in in_patterns))

    @property
    def named_runners(self) -> tuple[str, ...]:
        """The names that may be of runners, languages or targets."""
        return (*self.runners, *sorted(self._in_patterns))

    @property
    def _in_patterns(self) -> set[str]:
        return {pattern.split("/", 1)[0] for pattern in self.codecs if "/" in pattern}

    @property
    def has_types(self) -> bool:
        """Whether a typed operation is selected, so that payloads need a schema."""
        return any(map(self.has_operation, TYPED_OPERATIONS))

    @property
    def has_picks(self) -> bool:
        """Whether an operation that picks is selected, so that payloads need paths."""
        return any(map(self.has_operation, PICKERS))

    def purpose(self, picks: Sequence[str] = (), schemas: SchemaSource = INFERRED) -> Purpose:
        """Return what payloads are prepared for.

        Args:
            picks: the paths to what is picked, if anything is; none for the usual ones.
            schemas: where schemas come from, if they are needed.
        """
        return Purpose(typed=schemas if self.has_types else None, picks=tuple(picks) if self.has_picks else None)

    @property
    def has_variants(self) -> bool:
        """Whether every variant that fits takes part."""
        return self.every_variant or bool(self.codecs)

    def has_codec(self, *, runner: Collection[str], codec: str, name: str, form: str) -> bool:
        """Tell whether a codec of a selected runner fits the formats and patterns.

        Args:
            runner: what people may call its runner, its language included.
            codec: its name without variant.
            name: its name with variant.
            form: its format.
        """
        if self.formats and form not in self.formats:
            return False
        names = (codec, name, *(f"{own}/{either}" for own in runner for either in (codec, name)))
        return not self.codecs or any(_matches(pattern, names) for pattern in self.codecs)

    def has_operation(self, operation: str) -> bool:
        """Tell whether an operation is selected."""
        as_trees = operation.removesuffix("-typed")
        if operation in self.operations or (self.typed and as_trees in self.operations):
            return True
        wanted = self.picks if operation in PICKERS else not self.operations
        return wanted and (self.typed or operation == as_trees)


def _matches(pattern: str, names: Iterable[str]) -> bool:
    # Not fnmatch: brackets stand for themselves, because they are part of names such as rapidjson[insitu].
    parts = (re.escape(part) for part in re.split(r"([*?])", pattern))
    expression = "".join({r"\*": ".*", r"\?": "."}.get(part, part) for part in parts)
    return any(re.fullmatch(expression, name) for name in names)


def check_names(kind: str, names: Iterable[str], known: Collection[str]) -> None:
    """Check that every name is known.

    Raises:
        SelectionError: one is not.
    """
    for name in names:
        if name not in known:
            raise SelectionError(f"unknown {kind} {name!r}: {suggest(name, known)}")


def check_patterns(patterns: Sequence[str], names: Collection[str]) -> None:
    """Check that every pattern matches some codec, given as ``language/codec[variant]``.

    Raises:
        SelectionError: one matches none.
    """
    short = {name.split("/", 1)[1] for name in names}
    bare = {name.split("[", 1)[0] for name in short | set(names)}
    for pattern in patterns:
        if not _matches(pattern, {*names, *short, *bare}):
            raise SelectionError(f"unknown codec {pattern!r}: {suggest(pattern, short)}")

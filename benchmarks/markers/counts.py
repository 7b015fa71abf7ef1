"""What came of documents that are code: what was exercised with them, what was withheld from them, and markers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_OF_A_SCHEMA = re.compile(r"[0-9a-f]{16}")
"""What differs between two schemas in what is said of them."""

_SHOWN = 200
"""So many characters are kept of what a generator says."""


@dataclass(slots=True)
class Counts:
    """What came of the documents that one generator was given.

    Attributes:
        generator: its name.
        documents: how many there were.
        keys: how many keys and values of theirs would make a marker.
        exercised: how many rows did what they were asked for, a row being an operation of a codec on a document.
        withheld: by row, how many documents it could not hold by its nature, or was not given.
        reasons: by row, what was said of the last of them.
        failed: by row, what its library said of a document, by the document's name.
        broken: what was generated and did not compile, or crashed, in words, by the documents' names.
        markers: the markers that were made, named after the document and the key.
        asked: how often each row was asked for.
        answered: those that did it at least once.
    """

    generator: str
    documents: int = 0
    keys: int = 0
    exercised: int = 0
    withheld: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, str] = field(default_factory=dict)
    failed: dict[str, dict[str, str]] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    markers: list[str] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    answered: set[str] = field(default_factory=set)

    @property
    def untried(self) -> set[str]:
        """The rows that took none of the documents, though the first is harmless: nothing of theirs was tried."""
        return self.asked.keys() - self.answered

    def answer(self, row: str) -> None:
        self.exercised += 1
        self.answered.add(row)

    def withhold(self, row: str, words: str = "") -> None:
        self.withheld[row] += 1
        self.reasons[row] = words[:_SHOWN]

    def fail(self, row: str, document: str, words: str) -> None:
        self.failed.setdefault(row, {})[document] = words[:_SHOWN]

    def break_(self, documents: Iterable[str], words: str) -> None:
        self.broken[", ".join(documents)] = words

    def gather(self, folder: Path) -> None:
        """Note the markers that are there, and take them away, so that the next are another generator's."""
        for marker in sorted(folder.iterdir()):
            self.markers.append(marker.name)
            if marker.is_dir():
                marker.rmdir()
            else:
                marker.unlink()

    @property
    def row(self) -> str:
        """The counts as a row of a table."""
        failures = sum(map(len, self.failed.values()))
        cells = (self.generator, self.documents, self.keys, self.exercised, self.withheld.total(), failures)
        return " | ".join(
            f"{cell:,}" if isinstance(cell, int) else cell for cell in (*cells, len(self.broken), len(self.markers))
        )

    @property
    def lines(self) -> list[str]:
        """What is wrong, a line each: markers, what did not compile, by its cause, and rows that took nothing."""
        made = [f"marker {marker}: the document {marker.partition('.')[0]} ran" for marker in self.markers]
        causes: dict[str, list[str]] = {}
        for who, words in self.broken.items():
            causes.setdefault(_OF_A_SCHEMA.sub("…", " ".join(words.split())), []).append(who)
        several = (
            f"{ones[0]}{f' and {len(ones) - 1} more' if ones[1:] else ''}: {why}" for why, ones in causes.items()
        )
        return [*made, *several, *(f"{row}: took no document: {self.reasons.get(row)}" for row in sorted(self.untried))]


HEAD = (
    "generator | documents | keys | rows exercised | withheld | refused by a library | broken | markers\n"
    "-- | --: | --: | --: | --: | --: | --: | --:"
)
"""Of that table."""

"""Names for generated code that every language and every schema language takes, made from a document's keys.

A key that is such a name by itself stays as it is. Any other becomes one by fixed rules, so that the same keys in the
same order give the same names everywhere. Two names differ by more than case and underscores, because some languages
write `order_id` as `orderId` or `OrderId`.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable

LONGEST = 60
"""Characters of a name, but for a number at its end that keeps it apart from another."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

_KEYWORDS = {
    "JavaScript": (
        "arguments await break case catch class const constructor continue debugger default delete do else enum "
        "eval export extends false finally for function if implements import in instanceof interface let new null "
        "package private protected prototype public return static super switch this throw true try typeof "
        "undefined var void while with yield"
    ),
    "Go": (
        "break case chan const continue default defer else fallthrough for func go goto if import interface map "
        "package range return select struct switch type var"
    ),
    "Rust": (
        "abstract as async await become box break const continue crate do dyn else enum extern false final fn for "
        "gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super "
        "trait true try type typeof unsafe unsized use virtual where while yield"
    ),
    # With the names that no component of a record may have.
    "Java": (
        "abstract assert boolean break byte case catch char class clone const continue default do double else enum "
        "extends false final finalize finally float for getclass goto hashcode if implements import instanceof int "
        "interface long native new notify notifyall null package private protected public return short static "
        "strictfp super switch synchronized this throw throws tostring transient true try void volatile wait while"
    ),
    "C and C++": (
        "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const "
        "consteval constexpr constinit continue decltype default delete do double else enum explicit export extern "
        "false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator "
        "or or_eq private protected public register requires restrict return short signed sizeof static struct "
        "switch template this throw true try typedef typeid typename typeof union unsigned using virtual void "
        "volatile while xor xor_eq errno"
    ),
    "Python": " ".join(keyword.kwlist),
    # What a struct of pycapnp's calls its own.
    "Cap'n Proto": "which",
}
"""By language, all that none of its names for a field may be."""

_BUILT_IN = (
    "any anypointer array arraylist begin bool boolean box buffer byte bytes character data date decimal dictionary "
    "dict double duration end err error exception float float32 float64 function hash hashmap int int16 int32 int64 "
    "int8 integer iterator list long math message number object ok option optional promise proxy record reflect "
    "regexp result runtime schema set short some str string struct symbol system text thread uint uint16 uint32 "
    "uint64 uint8 union value vec vector none self"
)
"""Types that some language has, so that a record of this name would hide them."""

_OF_FIELDS = frozenset(word.lower() for words in _KEYWORDS.values() for word in words.split())
_OF_RECORDS = _OF_FIELDS | frozenset(_BUILT_IN.split())


def folded(name: str) -> str:
    """Return what has to differ between two names."""
    return name.replace("_", "").lower()


def is_safe(name: str) -> bool:
    """Tell whether every language takes a name for a field."""
    return len(name) <= LONGEST and _IDENTIFIER.fullmatch(name) is not None and name.lower() not in _OF_FIELDS


def is_safe_type(name: str) -> bool:
    """Tell whether every language takes a name for a type."""
    is_identifier = len(name) <= 2 * LONGEST and re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) is not None
    return is_identifier and name.lower() not in _OF_RECORDS


def _ascii(key: str) -> str:
    """Return a key in ASCII: without accents, and with the numbers of characters that have no other form."""
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", key[:LONGEST]) if not unicodedata.combining(mark))
    return "".join(mark if mark.isascii() else f" u{ord(mark):x} " for mark in plain)


def words(key: str) -> list[str]:
    """Return the words of a key, in the case that they have there."""
    return _WORD.findall(_ascii(key))


def pascal(key: str) -> str:
    """Return a key as the name of a type, such as ``OrderItem``: not yet one that is safe; empty if it has no words."""
    return "".join(word[:1].upper() + word[1:] for word in words(key))[:LONGEST]


def camel(name: str) -> str:
    """Return a safe name as ``orderId``."""
    parts = name.split("_")
    return parts[0][:1].lower() + parts[0][1:] + "".join(part[:1].upper() + part[1:] for part in parts[1:])


def snake(name: str) -> str:
    """Return a safe name as ``order_id``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def _safe(key: str) -> str:
    name = "_".join(word.lower() for word in words(key))[:LONGEST].rstrip("_")
    if not name:
        return "unnamed" if key else "empty"
    if name[0].isdigit():
        name = f"n{name}"[:LONGEST].rstrip("_")
    return name if is_safe(name) else f"{name}_field"


def field_names(keys: Iterable[str]) -> dict[str, str]:
    """Return the name of each key of one record, in the order of the keys.

    A key that is a safe name keeps it, the first one if several are alike. The others give way to them.
    """
    names: dict[str, str | None] = {}
    taken: set[str] = set()
    for key in keys:
        own = is_safe(key) and folded(key) not in taken
        names[key] = key if own else None
        if own:
            taken.add(folded(key))
    return {key: name or unique(_safe(key), taken, "_") for key, name in names.items()}


def unique(name: str, taken: set[str], joint: str = "") -> str:
    """Return a name, with a number after it if it is taken, and note that it is."""
    number, found = 1, name
    # A joint, too, between two numbers: ids2 and 2 are not ids and 22.
    separator = joint or ("N" if name[-1:].isdigit() else "")
    while folded(found) in taken:
        number += 1
        found = f"{name}{separator}{number}"
    taken.add(folded(found))
    return found


class TypeNames:
    """The names of types, each given once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(map(folded, taken))

    def give(self, *wanted: str) -> str:
        """Return the first of the names that is safe and free, or the last one with a number."""
        safe = [self._safe(name) for name in wanted]
        free = next((name for name in safe if folded(name) not in self._taken), safe[-1])
        return unique(free, self._taken)

    @staticmethod
    def _safe(name: str) -> str:
        name = name if name[:1].isalpha() else f"N{name}" if name else "Unnamed"
        return name if is_safe_type(name) else f"{name}Record"

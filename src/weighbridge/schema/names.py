"""Names for generated code that every language and every schema language takes, made from a document's keys.

A key that is such a name by itself stays as it is. Any other becomes one by fixed rules, so that the same keys in the
same order give the same names everywhere. Two names differ by more than case and underscores, because some languages
write `order_id` as `orderId` or `OrderId`.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

LONGEST = 60
"""Characters of a field's name, but for what keeps it apart from another."""

LONGEST_TYPE = 100
"""Characters of a type's name, but for what keeps it apart from another: compilers make names of files of it."""

_APART = 20
"""Characters of what keeps a name apart: ``Record``, a number, and ``Entry``."""

# Not as ``LogEntry``: protoc makes a message of this name beside a map ``log``.
_IDENTIFIER = re.compile(r"(?![A-Z].*Entry$)[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
_TYPE = re.compile(r"[A-Z][A-Za-z0-9]*")
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
    # With the names that no component of a record may have, and those that what Avro generates has or refers to.
    "Java": (
        "abstract assert boolean break byte case catch char class clone const continue default do double else enum "
        "extends false final finalize finally float for getclass goto hashcode if implements import instanceof int "
        "interface java long native new notify notifyall null org package private protected public return short static "
        "serialversionuid strictfp super switch synchronized this throw throws tostring transient true try void "
        "volatile wait while"
    ),
    "C and C++": (
        "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class "
        "co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
        "default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline "
        "int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
        "register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast "
        "struct switch template this thread_local throw true try typedef typeid typename typeof union unsigned using "
        "virtual void volatile wchar_t while xor xor_eq errno"
    ),
    "Python": " ".join(keyword.kwlist),
    # What a struct of pycapnp's calls its own.
    "Cap'n Proto": "which",
    # What flatc's code calls its own: a parameter in Python, methods in Python and Go.
    "FlatBuffers": "builder getrootas init pack unpack",
    # What is asked of a message in Python, where a field comes before a method.
    "Protocol Buffers": "descriptor hasfield serializetostring setinparent",
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

_BESIDE = ("Entry", "Start", "End", "Builder", "Args", "Offset", "OrBuilder", "Resolver", "T")
"""What schema compilers put behind the name of a type, to name what they make beside it."""

_BESIDE_FIELD = ("length", "count", "list", "bytes", "bytevector", "isnone", "asnumpy")
"""The same of a field that is a list or bytes: flatc refuses `tags_length` beside `tags`."""


def folded(name: str) -> str:
    """Return what has to differ between two names."""
    return name.replace("_", "").lower()


_OF_FIELDS = frozenset(folded(word) for words in _KEYWORDS.values() for word in words.split())
_OF_RECORDS = _OF_FIELDS | frozenset(_BUILT_IN.split())


def is_name(name: str) -> bool:
    """Tell whether every language takes a name for a field."""
    fits = len(name) <= LONGEST + _APART and _IDENTIFIER.fullmatch(name) is not None
    return fits and folded(name) not in _OF_FIELDS


def is_safe(key: str) -> bool:
    """Tell whether a key is a fine name as it is."""
    return len(key) <= LONGEST and is_name(key)


def is_type_name(name: str) -> bool:
    """Tell whether every language takes a name for a type."""
    fits = len(name) <= LONGEST_TYPE + _APART and _TYPE.fullmatch(name) is not None
    return fits and folded(name) not in _OF_RECORDS


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


class Taken:
    """Names that are taken, and what keeps others apart from them.

    Args:
        names: those that are taken from the first.
        also: tells of any other folded name whether it is taken.
    """

    def __init__(self, names: Iterable[str] = (), also: Callable[[str], bool] = lambda _: False) -> None:
        self._folded = set(map(folded, names))
        self._also = also
        self._last: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        """Tell whether a name is taken."""
        return folded(name) in self._folded or self._also(folded(name))

    def take(self, name: str) -> str:
        """Note that a name is taken, and return it."""
        self._folded.add(folded(name))
        return name

    def unique(self, name: str, joint: str = "") -> str:
        """Take a name, or one with a number after it if that is taken, and return it."""
        # A joint, too, between two numbers: ids2 and 2 are not ids and 22.
        separator = joint or ("N" if name[-1:].isdigit() else "")
        found = name
        while found in self:
            number = self._last[name] = self._last.get(name, 1) + 1
            found = f"{name}{separator}{number}"
        return self.take(found)


def field_names(keys: Iterable[str]) -> dict[str, str]:
    """Return the name of each key of one record, in the order of the keys.

    A key that is a safe name keeps it, the first one if several are alike. The others give way to them, and to every
    other key as it is: programs have keys beside names.
    """
    names = dict.fromkeys(keys, "")
    alike = Counter(map(folded, names))
    given: Counter[str] = Counter()
    taken = Taken(also=lambda fold: any(folds[fold] or _collides(fold, folds) for folds in (alike, given)))
    for key in names:
        fold = folded(key)
        if is_safe(key) and not given[fold] and not _is_beside(fold, alike):
            names[key] = taken.take(key)
            given[fold] += 1
    for key, name in names.items():
        if not name:
            alike[folded(key)] -= 1  # it need not give way to itself
            names[key] = taken.unique(_safe(key), "_")
            alike[folded(key)] += 1
            given[folded(names[key])] += 1
    return names


def _is_beside(fold: str, others: Counter[str]) -> bool:
    """Tell whether a folded name is what a compiler makes beside another field."""
    stems = (fold.removesuffix(ending) for ending in _BESIDE_FIELD if fold.endswith(ending))
    return any(stem and others[stem] > 0 for stem in stems)


def _collides(fold: str, others: Counter[str]) -> bool:
    """Tell whether it is, or what is made beside it is another field."""
    return _is_beside(fold, others) or any(others[fold + ending] > 0 for ending in _BESIDE_FIELD)


class TypeNames:
    """The names of types, each given once, and none that a compiler makes of another one."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._beside: set[str] = set()
        self._plain = Taken(taken)
        self._taken = Taken(also=self._collides)

    def give(self, *wanted: str) -> str:
        """Return the first of the names that is safe and free, or the last one with a number."""
        safe = [self._safe(name) for name in wanted]
        free = next((name for name in safe if name not in self._taken), safe[-1])
        name = self._plain.take(self._taken.unique(free))
        self._beside.update(made_beside(name))
        return name

    def _collides(self, fold: str) -> bool:
        return fold in self._plain or fold in self._beside or any(made in self._plain for made in made_beside(fold))

    @staticmethod
    def _safe(name: str) -> str:
        name = (name if name[:1].isalpha() else f"N{name}" if name else "Unnamed")[:LONGEST_TYPE]
        return name if is_type_name(name) else f"{name}Record"


def made_beside(name: str) -> Iterable[str]:
    """Yield the names, folded, of what compilers make beside a type of this name."""
    return (folded(name + ending) for ending in _BESIDE)

"""Documents whose keys try to get out of where names stand, or to be the name of something else: by a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from schema_documents import NASTY_KEYS

from weighbridge.schema.names import _BESIDE, _BUILT_IN, _KEYWORDS

MARKERS = (
    "__import__('os').system('touch marker')", "'+__import__('os').system('touch marker')+'",
    '"]); __import__("os").system("touch marker"); (["', "x\n__import__('os').system('touch marker')\n",
    "it.x = __import__('os')", "\\u0022;", "\\\"; touch marker; \\\"", "\\", "x\\", "'''", '"""', "`touch marker`",
    "$(touch marker)", "{__import__('os')}", "%(x)s", "*/ } message Marker { /*", "// \n}\nmessage Marker {}\n",
    "# \n}\nstruct Marker {}\n", "\") = 1; } message Marker { int64 x = 1 [json_name = \"", "key\") $key(\"",
    "a\0b", "\u202egnp.exe", "\u2066x\u2069", "a\u2028b", "a\u2029b", "\x85", "\x1b[2J", "<script>", "]]>", "a;b",
    "a=b", "a:b", "a,b", "@", "a\tb", "a\rb", "ｅval", "ﬁ", "eval", "exec", "__builtins__", "__class__", "__dict__",
    "__init__", "__slots__", "__proto__", "constructor", "prototype", "mro", "self", "cls", "it", "to", "found", "made",
    "item", "key", "visitor", "ABSENT", "builder", "model_config", "model_fields", "json", "schema", "copy", "validate",
    "Pack", "toJSON", "init", "write", "keys", "get", "pop", "SetInParent", "FromString", "Clear", "part0", "it_item",
    "float", "convert", "of_Document", "tables", "numbers", "list", "len", "range", "Root", "default", "name", "type_",
    "_type",
)  # fmt: skip
_ENDINGS = (
    "_2", "_3", "2", " y", "_", "-", "Length", "_length", "_count", "_list", "_field", "Field", "_is_none", "_as_numpy",
    "_entry", *_BESIDE,
)  # fmt: skip
_BEGINNINGS = ("get_", "has_", "clear_", "set", "_", "n", "add_", "New", "Create")
KEYWORDS = tuple(word for words in (*_KEYWORDS.values(), _BUILT_IN) for word in words.split())
LONG = ("x" * 60, "x" * 60 + " y", "x" * 60 + "_2", "x" * 10_000, "x y " * 2_500)


class _Documents:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def key(self, others: list[str]) -> str:
        """A key: from a list, or made of another one of the record."""
        pick = self._random.random()
        if others and pick < 0.4:
            other = self._random.choice(others)
            return self._random.choice(
                [other + self._random.choice(_ENDINGS), self._random.choice(_BEGINNINGS) + other, other.swapcase(),
                 other.title(), f"{other[:60]}_{self._random.randint(2, 4)}"]
            )  # fmt: skip
        if pick < 0.5:
            return "".join(self._random.choice("\"'\\\n\r\t\0 ab_Z1${}()[]<>/*#%;:@`\u202e\u2028é名") for _ in range(6))
        return self._random.choice([*MARKERS, *KEYWORDS, *NASTY_KEYS, *LONG, *LONG])

    def value(self, depth: int) -> Any:
        pick = self._random.randrange(11 if depth < 3 else 6)
        if pick >= 8:
            return self.record(depth + 1)
        if pick >= 6:
            record = self.record(depth + 1)
            return [record, record] if pick == 6 else {"1": record, "2": record}
        return [1, "x", None, [1, 2], {"1": "x"}, [[None, 1], []]][pick]

    def record(self, depth: int = 0) -> dict[str, Any]:
        keys: list[str] = []
        for _ in range(self._random.randint(1, 7)):
            keys.append(self.key(keys))
        return {key: self.value(depth) for key in keys}


def hostile_documents(count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """So many documents."""
    documents = _Documents(seed)
    return (documents.record() for _ in range(count))

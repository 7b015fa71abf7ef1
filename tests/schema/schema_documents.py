"""Documents for tests: random ones that fit a type, and those that names break on."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import strategies as st

from weighbridge.schema import infer
from weighbridge_kit.values import RESERVED_KEYS, to_text

INT64 = st.integers(-(2**63), 2**63 - 1)
TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
KEYS = st.one_of(
    TEXT,
    st.sampled_from(
        [
            "class",
            "type",
            "Type",
            "TYPE",
            "",
            "1",
            "22",
            "a-b",
            "a_b",
            "aB",
            "größer",
            "名前",
            "id",
            "ID",
            "message",
            "2x",
        ]
    ),
)
SCALARS = st.sampled_from([st.booleans(), INT64, st.floats(), TEXT, st.binary(max_size=6), st.integers(0, 2**64 - 1)])


def _record(fields: list[tuple[str, st.SearchStrategy, bool, bool]]) -> st.SearchStrategy:
    def member(of: st.SearchStrategy, nullable: bool) -> st.SearchStrategy:
        return st.none() | of if nullable else of

    return st.fixed_dictionaries(
        {key: member(of, nullable) for key, of, optional, nullable in fields if not optional},
        optional={key: member(of, nullable) for key, of, optional, nullable in fields if optional},
    ).filter(lambda entries: len(entries) != 1 or RESERVED_KEYS.isdisjoint(entries))


NESTED = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        inner.map(lambda of: st.lists(of, max_size=3)),
        inner.map(lambda of: st.lists(st.none() | of, max_size=3)),
        st.lists(st.tuples(KEYS, inner, st.booleans(), st.booleans()), max_size=4, unique_by=lambda one: one[0]).map(
            _record
        ),
        inner.map(lambda of: st.dictionaries(st.integers(0, 10**6).map(str), of, min_size=1, max_size=3)),
    ),
    max_leaves=8,
)
"""Strategies of values of one type, each."""

DOCUMENTS = NESTED.flatmap(lambda of: st.lists(of, min_size=1, max_size=4))
"""Documents of one type."""


NASTY_KEYS = (
    "class", "type", "Type", "TYPE", "id", "ID", "i_d", "", " ", "1", "1st", "2nd place", "a-b", "a_b", "aB", "A_B",
    "@id", "$ref", "#text", "größer", "名前", "🙂", "None", "self", "func", "fn", "func_", "__proto__", "constructor",
    "toString", "hashCode", "message", "struct", "union", "group", "namespace", "table", "optional", "required",
    "repeated", "oneof", "map", "string", "int64", "List", "_private", "trailing_", "double__underscore", "has space",
    "quo\"te", "back\\slash", "line\nbreak", "*/", "//", "/", "~", "*", "x" * 300, "x" * 300 + "y", "camelCase",
    "snake_case", "CamelCase", "kebab-case", "SHOUT_CASE", "items", "value", "entries", "key", "a.b", "a.b.c", "N1",
    "[x]", "a\0b", "\0", "union", "group", "using", "annotation", "print", "end", "which", "read", "write", "HasField",
    "DESCRIPTOR", "SerializeToString", "END", "Data",
    "end_field", "weighbridge", "document", "Document", "${x}", "%s", "{}", "\u2028", "\x7f", "e\u0301", "\ufeff",
)  # fmt: skip
NASTY = {
    "class": {"class": {"class": 1}},
    "List": [{"string": "a"}, {"string": "b", "List": [1]}],
    "string": {"x": [["a"], []]},
    "string_list": {"items": ["a", None]},
    "nullable_string": {"value": None},
    "NullableString": [[{"a": 1}], [None]],
    "document": {"document": True},
    "Data": {"END": {"which": "x", "read": 1, "HasField": True}, "write": [1.5]},
    "keys": {key: index for index, key in enumerate(NASTY_KEYS)},
    "typed": {key: {"a": index} for index, key in enumerate(NASTY_KEYS[:12])},
}
"""A document whose keys are no names, are keywords, or are alike."""

GOLDEN = Path(__file__).parents[1] / "vectors" / "schema.json"
"""The document as value text, and its schema: for the generators of any language."""


def golden() -> str:
    """Return what the golden file holds."""
    schema = infer([NASTY]).for_runners
    return json.dumps({"document": to_text(NASTY), "schema": schema}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")

"""Names for generated code."""

from __future__ import annotations

import keyword
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_documents import KEYS, NASTY_KEYS

from weighbridge.schema.names import TypeNames, camel, field_names, folded, is_safe, is_type_name, pascal


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("id", "id"),
        ("userName", "userName"),
        ("user_name", "user_name"),
        ("user-name", "user_name"),
        ("class", "class_field"),
        ("Class", "class_field"),
        ("", "empty"),
        ("-", "unnamed"),
        ("1st", "n1_st"),
        ("@id", "id"),
        ("_id", "id"),
        ("Größe", "grose"),
        ("x" * 300, "x" * 60),
    ],
)
def test_a_key_becomes_a_name(key: str, name: str) -> None:
    expected = name.replace("grose", "gro_udf_e")
    assert field_names([key]) == {key: expected}


def test_a_key_that_is_a_name_keeps_it_wherever_it_stands() -> None:
    assert field_names(["@id", "ID", "id", "_id"]) == {"@id": "id_2", "ID": "ID", "id": "id_3", "_id": "id_4"}


def test_what_compilers_make_beside_a_field_is_the_name_of_no_other() -> None:
    keys = ["tags", "tags_length", "@tags", "order", "orderCount", "length", "", "@a", "a_length"]
    names = ["tags", "tags_length_2", "tags_2", "order", "order_count_2", "length", "empty", "a_2", "a_length"]
    assert list(field_names(keys).values()) == names


def test_a_name_is_no_other_fields_key() -> None:
    keys = ["x" * 60, "x" * 60 + " y", "x" * 60 + "_2"]
    assert list(field_names(keys).values()) == ["x" * 60, "x" * 60 + "_3", "x" * 60 + "_4"]


@given(st.lists(KEYS | st.sampled_from(NASTY_KEYS), unique=True))
def test_names_are_safe_and_differ_by_more_than_case(keys: list[str]) -> None:
    names = field_names(keys)
    assert list(names) == keys
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*", name) for name in names.values())
    assert not any(keyword.iskeyword(name) for name in names.values())
    assert len(set(map(folded, names.values()))) == len(keys)
    assert len({camel(name).lower() for name in names.values()}) == len(keys)
    assert all(names[key] == key for key in keys if is_safe(key) and [folded(k) for k in keys].count(folded(key)) == 1)


@given(st.lists(KEYS | st.sampled_from(NASTY_KEYS)))
def test_types_have_safe_names_that_differ(keys: list[str]) -> None:
    given_names = TypeNames()
    names = [given_names.give(pascal(key)) for key in keys]
    assert all(map(is_type_name, names))
    assert len(set(map(str.lower, names))) == len(keys)

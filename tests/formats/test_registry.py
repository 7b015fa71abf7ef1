"""Formats are found by name and by file ending."""

from pathlib import Path

import pytest

from weighbridge.formats import UnknownFormat, all_formats, definitions, find_format, format_of_file, own_formats


def test_every_module_is_a_format_and_names_and_endings_are_unique() -> None:
    modules = {file.stem for file in Path(definitions.__file__).parent.glob("*.py")} - {"__init__"}
    assert {form.name for form in own_formats()} == modules
    names = [form.name for form in all_formats()]
    assert names == sorted(set(names))
    endings = [ending for form in all_formats() for ending in form.endings]
    assert len(endings) == len(set(endings))
    for form in own_formats():
        assert any(character.isdigit() for character in form.library)


def test_find_by_name() -> None:
    assert find_format("cbor").title == "CBOR"
    with pytest.raises(UnknownFormat, match="did you mean msgpack"):
        find_format("msgpak")
    with pytest.raises(UnknownFormat, match="there are avro, binc, bincode, "):
        find_format("qqqq")


def test_find_by_ending() -> None:
    assert format_of_file(Path("some/Orders.JSON")).name == "json"
    with pytest.raises(UnknownFormat, match=r"notes\.txt: no format has the ending '\.txt'"):
        format_of_file(Path("notes.txt"))

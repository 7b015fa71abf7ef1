"""Generated documents are the same for ever, and are what every format can hold."""

import hashlib
import json
import math
from collections.abc import Iterator

import pytest

from weighbridge.payloads import generate
from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value

GOLDEN = {
    (1, 0): (1004, "ffa59481c05640d4"),
    (1, 1): (1030, "5548000d6a01e060"),
    (1, 18446744073709551615): (998, "01e3c2009b606f67"),
    (2, 0): (3099, "6404359395581a8c"),
    (2, 1): (3098, "f5ac051cd06e541c"),
    (2, 18446744073709551615): (3164, "5834e7e3df7a2bbd"),
    (3, 0): (28979, "cd00c9a99ed712c2"),
    (3, 1): (28853, "2aef55c1da26d37a"),
    (3, 18446744073709551615): (28874, "25204673d8a3f706"),
    (4, 0): (307129, "b2a9d1827534f91d"),
    (4, 1): (307030, "df0f52a77351ffde"),
    (4, 18446744073709551615): (307278, "0c15e81d4defb789"),
    (5, 0): (3875904, "3035c304fc255a05"),
}

ARRAY = (3081, "9303d09cd70052b6")


def minified(value: Value) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def leaves(value: Value) -> Iterator[Value]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    else:
        yield value


def test_the_random_numbers_are_those_of_splitmix64() -> None:
    random = SplitMix64(1234567)
    assert [random.word() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


@pytest.mark.parametrize(("size", "seed"), GOLDEN)
def test_the_same_bytes_for_ever(size: int, seed: int) -> None:
    data = minified(generate(size, seed))
    assert (len(data), hashlib.sha256(data).hexdigest()[:16]) == GOLDEN[size, seed]


def test_sizes_are_near_those_promised_for_any_seed() -> None:
    for size, expected in {1: 1_000, 2: 3_100, 3: 29_000, 4: 309_000}.items():
        for seed in range(3):
            assert math.isclose(len(minified(generate(size, seed))), expected, rel_tol=0.12)


def test_an_array_at_the_root_is_as_large_and_stays_the_same() -> None:
    data = minified(generate(2, 0, "array"))
    assert math.isclose(len(data), 3_100, rel_tol=0.12)
    assert (len(data), hashlib.sha256(data).hexdigest()[:16]) == ARRAY


def test_what_is_in_it() -> None:
    document = generate(4, 7)
    assert isinstance(document, dict)
    found = list(leaves(document))
    containers, stack = [], [document]
    while stack:
        item = stack.pop()
        if isinstance(item, dict | list):
            containers.append(item)
            stack.extend(item.values() if isinstance(item, dict) else item)
    keys = [key for item in containers if isinstance(item, dict) for key in item]
    strings = [item for item in found if isinstance(item, str)]
    integers = [item for item in found if type(item) is int]
    floats = [item for item in found if isinstance(item, float)]
    assert {type(item) for item in found} == {type(None), bool, int, float, str}
    assert all(key.isascii() and key.isalnum() for key in keys)
    assert 0.1 < len(strings) / (len(found) + len(containers)) < 0.16
    assert 0.02 < sum(not text.isascii() for text in strings) / len(strings) < 0.25
    assert any('"' in text for text in strings)
    assert any("\n" in text for text in strings)
    assert any("\\" in text for text in strings)
    assert min(integers) < -(2**40)
    assert max(integers) > 2**60
    assert all(-(2**63) <= item < 2**63 for item in integers)
    assert all(math.isfinite(item) and not item.is_integer() and 1e-4 < abs(item) < 1e6 for item in floats)


@pytest.mark.parametrize(("size", "seed"), [(0, 0), (6, 0), (1, -1), (1, 2**64)])
def test_sizes_and_seeds_that_there_are_not(size: int, seed: int) -> None:
    with pytest.raises(ValueError, match=r"no size|outside"):
        generate(size, seed)

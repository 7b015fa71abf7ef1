"""Every reference codec gives back what it was given, or says why it cannot take it."""

import math
import random
import struct
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from weighbridge.formats import Format, Malformed, Unrepresentable, compare, own_formats
from weighbridge.formats.format import Lack
from weighbridge.formats.registry import find_format
from weighbridge_kit.values import RESERVED_KEYS, Value, canonical_hash

FORMATS = own_formats()
each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=True),
    texts,
    st.binary(max_size=20),
)
maps = st.dictionaries(texts, scalars, max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=25,
).filter(lambda value: not has_reserved_map(value))


def has_reserved_map(value: Value) -> bool:
    if isinstance(value, dict):
        reserved = len(value) == 1 and not RESERVED_KEYS.isdisjoint(value)
        return reserved or any(map(has_reserved_map, value.values()))
    return isinstance(value, list) and any(map(has_reserved_map, value))


def lacks_something(value: Value, lacks: frozenset[Lack], is_root: bool = True) -> bool:
    """Tell, independently of the code under test, whether a format that lacks this must refuse the value."""
    if is_root and Lack.ROOT_SCALAR in lacks and not isinstance(value, dict | list):
        return True
    if isinstance(value, dict):
        nul = Lack.NUL_IN_KEY in lacks and any("\0" in key for key in value)
        return nul or any(lacks_something(item, lacks, False) for item in value.values())
    if isinstance(value, list):
        return any(lacks_something(item, lacks, False) for item in value)
    return (
        (isinstance(value, bytes) and Lack.BYTES in lacks)
        or (isinstance(value, float) and not math.isfinite(value) and Lack.NON_FINITE in lacks)
        or (type(value) is int and value >= 2**63 and Lack.UINT64 in lacks)
    )


def nested(levels: int, kind: str) -> Value:
    value: Value = 7
    for level in range(levels):
        value = [value] if kind == "array" and level < levels - 1 else {"k": value}
    return value


@each_format
@settings(max_examples=150, deadline=None)
@given(value=values)
@example(value={"a": -0.0, "b": 5e-324, "c": 1.7976931348623157e308, "d": 1e39, "e": [], "f": {}, "": ""})
@example(value={"$ref": "x", "$id": {"$ref": "y", "$id": 2**40, "$db": "z"}})
@example(value={"z": 1, "_id": 2, "é": [[], {}, b"", "\0"]})
@example(value={"f": [1.5, math.inf, -math.inf, math.nan]})
def test_a_value_survives_or_is_refused_for_what_the_format_lacks(form: Format, value: Value) -> None:
    if lacks_something(value, form.lacks):
        with pytest.raises(Unrepresentable, match="cannot hold"):
            form.encode(value)
        return
    data = form.encode(value)
    assert isinstance(data, bytes)
    decoded = form.decode(data)
    as_document = form.root_list_as_document and isinstance(value, list)
    held = {str(index): item for index, item in enumerate(value)} if as_document else value
    if form.decode_all:
        assert [canonical_hash(document) for document in form.decode_all(data)] == [canonical_hash(held)]
    comparison = compare(value, decoded, root_list_as_document=form.root_list_as_document)
    assert comparison.fidelity == "exact"
    assert ("root-list-as-document" in comparison.notes) == as_document
    assert canonical_hash(decoded) == canonical_hash(held)


@each_format
@pytest.mark.parametrize("kind", ["array", "map"])
def test_512_levels_pass_and_513_do_not(form: Format, kind: str) -> None:
    deepest = nested(512, kind)
    assert compare(deepest, form.decode(form.encode(deepest))).fidelity == "exact"
    if form.decode_all:
        assert compare([deepest], form.decode_all(form.encode(deepest))).fidelity == "exact"
    for levels in (513, 10_000):
        with pytest.raises(Unrepresentable, match="512 levels"):
            form.encode(nested(levels, kind))


@each_format
def test_equal_values_give_equal_bytes(form: Format) -> None:
    shared, name = "only once in memory", "".join(["k", "ey"])
    one = {"a": [shared, shared, 1000, 1.5], "b": {name: shared, "other": {name: 1000}}}
    two = {
        "a": ["".join(["only once", " in memory"]), "only once in memory", int("1000"), float("1.5")],
        "b": {"key": shared, "other": {"ke" + "y"[:]: 999 + 1}},
    }
    assert form.encode(one) == form.encode(two)


@each_format
@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": [0, 2**64]}, "/a/1: .*an integer beyond 64 bits"),
        ({"a": {"b/~c": -(2**63) - 1}}, "/a/b~1~0c: .*an integer beyond 64 bits"),
        ({"a": "\ud800"}, "/a: .*lone surrogate"),
        ({"a": {"\udfff": 1}}, "/a: .*lone surrogate"),
        ({"a": {1: 2}}, r"/a: .*a key that is not a string \(1\)"),
        ({"a": (1, 2)}, "/a: .*the type tuple"),
        ({"a": {"\0bytes": ""}}, r"/a: .*(reserved|U\+0000)"),
    ],
)
def test_what_is_outside_the_model_is_refused_with_its_path(form: Format, value: Value, words: str) -> None:
    with pytest.raises(Unrepresentable, match=words):
        form.encode(value)


@each_format
def test_foreign_bytes_raise_nothing_but_malformed(form: Format) -> None:
    if form.name == "marshal":
        return  # it may crash on foreign bytes, which is why it is trusted_only
    source = random.Random(form.name)
    sample = form.encode({"a": [1, 2.5, "text", None, True, {"b": {"c": [2**40, "é" * 40]}}], "d": "e"})
    broken = [sample[:length] for length in range(len(sample))]
    for _ in range(1500):
        damaged = bytearray(sample)
        for _ in range(source.randint(1, 4)):
            damaged[source.randrange(len(damaged))] = source.randrange(256)
        broken.append(bytes(damaged))
    broken.extend(source.randbytes(source.randint(1, 60)) for _ in range(1500))
    refused = 0
    for data in broken:
        try:
            (form.decode_all or form.decode)(data)
        except Malformed as error:
            refused += bool(str(error))
    assert refused > len(broken) / 4


def bson_nested(levels: int) -> bytes:
    data = b"\x05\0\0\0\0"
    for _ in range(levels):
        data = struct.pack("<i", len(data) + 8) + b"\x03a\0" + data + b"\0"
    return data


def ion_nested(levels: int) -> bytes:
    data = b"\x0f"
    for _ in range(levels):
        length: list[int] = []
        size = len(data)
        while size or not length:
            length.insert(0, size & 0x7F)
            size >>= 7
        length[-1] |= 0x80
        data = b"\xbe" + bytes(length) + data
    return b"\xe0\x01\x00\xea" + data


def flexbuffers_nested(levels: int) -> bytes:
    # Each vector holds one element of eight bytes: the way back to the vector before it.
    data = struct.pack("<Q", 0) + b"\0"
    start = 8
    for _ in range(levels):
        data += bytes(-len(data) % 8) + struct.pack("<Q", 1)
        here = len(data)
        data += struct.pack("<Q", here - start) + bytes([10 << 2 | 3])
        start = here
    data += bytes(-len(data) % 8)
    return data + struct.pack("<Q", len(data) - start) + bytes([10 << 2 | 3, 8])


@pytest.mark.parametrize(
    ("name", "deep"),
    [
        ("json", lambda levels: b"[" * levels + b"]" * levels),
        ("json", lambda levels: b'{"a":' * levels + b"1" + b"}" * levels),
        ("msgpack", lambda levels: b"\x91" * levels + b"\xc0"),
        ("cbor", lambda levels: b"\x81" * levels + b"\xf6"),
        ("ubjson", lambda levels: b"[" * levels + b"]" * levels),
        ("bson", bson_nested),
        ("ion", ion_nested),
        ("flexbuffers", flexbuffers_nested),
        ("pickle", lambda levels: b"\x80\x04" + b"]" * levels + b"a" * (levels - 1) + b"."),
    ],
)
@pytest.mark.parametrize("levels", [600, 10_000])
def test_deep_bytes_are_refused(name: str, deep: Callable[[int], bytes], levels: int) -> None:
    form = next(form for form in FORMATS if form.name == name)
    for decode in filter(None, (form.decode, form.decode_all)):
        with pytest.raises(Malformed, match="more than 512 levels of nesting"):
            decode(deep(levels))


def test_flexbuffers_hold_equal_keys_and_equal_strings_once() -> None:
    names = [f"{word} of more than one letter" for word in ("zeta", "alpha", "mu", "beta", "omega")]
    data = find_format("flexbuffers").encode([{name: name for name in names} for _ in range(3)])
    assert [data.count(name.encode()) for name in names] == [2] * len(names)  # as a key, and as a string


def test_flexbuffers_that_expand_exponentially_are_refused() -> None:
    # A vector of two references to a vector of two references ...: 2**60 values in about a kilobyte.
    form = next(form for form in FORMATS if form.name == "flexbuffers")
    data, start = struct.pack("<QQB", 1, 5, 4), 8
    for _ in range(60):
        data += bytes(-len(data) % 8) + struct.pack("<Q", 2)
        here = len(data)
        data += struct.pack("<QQ", here - start, here + 8 - start) + bytes([10 << 2 | 3] * 2)
        start = here
    data += bytes(-len(data) % 8)
    with pytest.raises(Malformed, match="more values than bytes"):
        form.decode(data + struct.pack("<Q", len(data) - start) + bytes([10 << 2 | 3, 8]))


@pytest.mark.parametrize("count", [b"l\x7f\xff\xff\xff", b"L\0\0\0\x01\0\0\0\0"])
def test_ubjson_that_expands_to_billions_of_nulls_is_refused(count: bytes) -> None:
    form = next(form for form in FORMATS if form.name == "ubjson")
    assert form.decode(b"[[$Z#i\x03]") == [[None] * 3]
    with pytest.raises(Malformed, match=r"byte 1: an array of more than 16,777,216"):
        form.decode(b"[[$Z#" + count + b"]")


def test_a_pickle_cannot_name_code() -> None:
    form = next(form for form in FORMATS if form.name == "pickle")
    with pytest.raises(Malformed, match=r"posix\.system|os\.system"):
        form.decode(b"cposix\nsystem\n(S'true'\ntR.")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("cbor", "c074323031332d30332d32315432303a30343a30305a", "(root): .*CBORTag"),
        ("cbor", "81c11a514b67b0", "/0: .*CBORTag"),
        ("cbor", "81f7", "/0: .*Undefined"),
        ("cbor", "81f0", "/0: .*CBORSimpleValue"),
        ("cbor", "a10102", "(root): .*key that is not a string"),
        ("cbor", "81c249010000000000000000", "/0: .*beyond 64 bits"),
        ("cbor", "d81c81d81d00", "(root): .*CBORTag"),
        ("msgpack", "81a161d40501", "/a: .*ExtType"),
        ("msgpack", "91d6ff00000001", "/0: .*Timestamp"),
        ("msgpack", "810102", "(root): .*key that is not a string"),
        ("bson", "16000000075f6964000102030405060708090a0b0c00", "/_id: .*ObjectId"),
        ("bson", "10000000096100000000000000000000", "/a: .*datetime"),
        ("ion", "e00100ea2f", "(root): .*IonPyNull"),
        ("ion", "e00100ea52c10f", "(root): .*Decimal"),
        ("ubjson", "485503302e31", "(root): .*Decimal"),
    ],
)
def test_what_the_model_does_not_have_is_named(name: str, data: str, words: str) -> None:
    form = next(form for form in FORMATS if form.name == name)
    for decode in filter(None, (form.decode, form.decode_all)):
        with pytest.raises(Malformed, match=words.replace("(root)", r"\(root\)")):
            decode(bytes.fromhex(data))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("json", b'{"a":1,"a":2}'),
        ("msgpack", b"\x82\xa1a\x01\xa1a\x02"),
        ("cbor", b"\xa2\x61a\x01\x61a\x02"),
        ("ubjson", b"{i\x01ai\x01i\x01ai\x02}"),
        ("ion", b"\xe0\x01\x00\xea\xd6\x84\x21\x01\x84\x21\x02"),
    ],
)
def test_a_key_that_is_there_twice_is_refused(name: str, data: bytes) -> None:
    form = next(form for form in FORMATS if form.name == name)
    for decode in filter(None, (form.decode, form.decode_all)):
        with pytest.raises(Malformed, match=r"twice|[Dd]uplicate"):
            decode(data)


@pytest.mark.parametrize("form", [form for form in FORMATS if form.decode_all], ids=lambda form: form.name)
def test_documents_that_follow_one_another(form: Format) -> None:
    assert form.decode_all
    documents: list[Value] = [{"a": 1}, {}, {"b": ["x"]}]
    joined = b"".join(map(form.encode, documents))
    assert form.decode_all(joined) == documents
    with pytest.raises(Malformed):
        form.decode(joined)
    with pytest.raises(Malformed):
        form.decode_all(joined[:-1])


def test_the_offset_of_a_fault_is_told() -> None:
    msgpack = next(form for form in FORMATS if form.name == "msgpack")
    with pytest.raises(Malformed) as caught:
        msgpack.decode(b"\x93\x01\x02\xc1")
    assert caught.value.offset == 3
    assert "byte 3: not MessagePack" in str(caught.value)

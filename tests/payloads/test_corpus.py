"""The built-in payloads stay what they are: results are compared over years."""

import json

import pytest

from weighbridge.formats import Format, Unrepresentable, compare, find_format, own_formats
from weighbridge.payloads import built_in_descriptions, built_in_groups, built_in_payload, generate, resolve
from weighbridge_kit.values import Value, hash_text

GOLDEN = {
    "websocket": "8f9ea31263004375",
    "simple-object": "6bbfc07523e1e0f3",
    "compact": "658f64166628433b",
    "glossary": "f8f72557bbdeae12",
    "device-status": "864d07a78808eb1e",
    "issues-page": "d9455a2c6a5c4c2c",
    "orders": "04cc022d6e050abc",
    "number-table": "6f23da56d5633454",
    "long-text": "fd613fe76ad95952",
    "generated-1": "013af519c53a80be",
    "generated-2": "9d6e5d4351a80c81",
    "generated-3": "0bd597696458264c",
    "generated-4": "efa120278e1c9041",
    "generated-5": "a9edd97dea950860",
    "short-int": "46690c55aacde2a2",
    "home-state": "33d03554123052dc",
    "random-objects": "e17d351ef7a5aedb",
    "array-strings": "1c4f145fdb5d57f1",
    "array-int": "a2997e4b26c49d91",
    "short-null": "e039ec397febf9d9",
    "glossary-entry": "d7574e5042d4b725",
    "web-thing": "24a460f174e851bb",
    "switch-status": "50859f24caec7306",
    "edges-integers": "5e2c52604a8c6865",
    "edges-unsigned": "7c8f7fbf68bb2658",
    "edges-floats": "9705eb3f5cf38c50",
    "edges-whole": "f4d5c226eb03e9b9",
    "edges-round": "c6fca2df8368241d",
    "edges-small": "71cb921b1e918af0",
    "edges-records": "5a52f43a58900778",
    "edges-digits": "c959bb1b3c228a9c",
    "edges-negative-zero": "8f89a1d263a14c2a",
    "edges-subnormals": "f9fac8fed7ba6602",
    "edges-not-finite": "c6a4ed0405b69760",
    "edges-containers": "a39819df2af2b1dc",
    "edges-keys": "1189a17841d0733e",
    "edges-empty-key": "34a0057c601e99c0",
    "edges-proto": "49e592c3f1965827",
    "edges-order": "44149fd895d8ebbb",
    "edges-beyond-bmp": "f9fec6d759cf4c9b",
    "edges-inherited-keys": "e930b51114ab3d6b",
    "edges-nul-keys": "e4f14f75ed86008e",
    "edges-long-keys": "7cd1908b26e553f9",
    "edges-lengths": "62c8825afbea045e",
    "edges-repeats": "73216f2568841392",
    "edges-deep": "e4a2e264f309675e",
    "edges-deepest": "e52bb7c8335b3ed9",
    "edges-root-array": "d5986942a76373bd",
    "edges-root-scalars": "faca63edf4d600a2",
    "edges-characters": "bea8d726217d24a1",
    "edges-nul-strings": "8b6745a68c51ca2e",
    "edges-strings": "b5824eaba84233b2",
    "edges-bytes": "d5c98cb54a3b9e12",
}

OUT_OF_REACH = {
    "bson": ("edges-unsigned", "edges-nul-keys", "edges-root-scalars"),
    "flexbuffers": ("edges-nul-keys",),
    "json": ("edges-bytes", "edges-not-finite"),
    "ubjson": ("edges-bytes", "edges-not-finite", "edges-unsigned"),
}


def minified(value: Value) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def test_there_is_a_golden_hash_for_each() -> None:
    assert list(GOLDEN) == list(built_in_descriptions())


@pytest.mark.parametrize("name", GOLDEN)
def test_a_built_in_payload_never_changes(name: str) -> None:
    payload = built_in_payload(name)
    assert payload.name == name
    assert payload.source == "built in"
    assert hash_text(list(payload.documents)) == GOLDEN[name]


@pytest.mark.parametrize("form", own_formats(), ids=lambda form: form.name)
@pytest.mark.parametrize("name", [name for name in GOLDEN if name not in ("generated-4", "generated-5")])
def test_every_format_holds_every_built_in_payload(name: str, form: Format) -> None:
    for document in built_in_payload(name).documents:
        if name in OUT_OF_REACH.get(form.name, ()):
            with pytest.raises(Unrepresentable):
                form.encode(document)
        else:
            decoded = form.decode(form.encode(document))
            assert compare(document, decoded, root_list_as_document=form.root_list_as_document).fidelity == "exact"


def test_the_messages_weigh_what_their_source_says() -> None:
    # "Comparison of JSON Like Serializations" gives 585 bytes for MessagePack and CBOR, 668 for UBJSON, and 798 for
    # JSON as Python writes it by default, with spaces.
    documents = built_in_payload("websocket").documents
    sizes = {form.name: sum(len(form.encode(document)) for document in documents) for form in own_formats()}
    assert (sizes["msgpack"], sizes["cbor"], sizes["ubjson"]) == (585, 585, 668)
    assert sum(len(json.dumps(document)) for document in documents) == 798


def test_the_documents_of_boards_weigh_what_their_source_says() -> None:
    # benchmark-json-messagepack, serSpaceJson and serSpaceMsgPack, in its order.
    weighed = [
        (payload.name, *(len(find_format(name).encode(*payload.documents)) for name in ("json", "msgpack")))
        for payload in resolve(["boards"])
    ]
    assert weighed == [
        ("short-int", 48, 35),
        ("compact", 27, 18),
        ("home-state", 592, 490),
        ("random-objects", 1970, 1718),
        ("array-strings", 74, 58),
        ("array-int", 45, 25),
        ("short-null", 13, 7),
        ("glossary-entry", 360, 304),
        ("web-thing", 266, 229),
        ("switch-status", 1302, 1044),
    ]


def test_no_group_has_the_name_of_a_payload() -> None:
    assert built_in_descriptions().keys().isdisjoint(built_in_groups())


def test_a_payload_and_its_group_are_weighed_once() -> None:
    assert [payload.name for payload in resolve(["array-int", "boards"])].count("array-int") == 1


def test_the_page_of_issues_is_as_large_as_a_real_one() -> None:
    (page,) = built_in_payload("issues-page").documents
    assert len(page["items"]) == 30
    assert 135_000 < minified(page) < 150_000
    assert all(set(issue) == set(page["items"][0]) for issue in page["items"])
    numbers = [issue["number"] for issue in page["items"]]
    assert numbers == sorted(set(numbers), reverse=True)


def test_generated_payloads_are_what_generate_makes() -> None:
    assert built_in_payload("generated-3").documents == (generate(3, 0),)

"""What codecs made is judged by what their format can hold."""

from weighbridge.campaign.lending import References
from weighbridge.campaign.reference import prepare_reference
from weighbridge.payloads.payload import Payload
from weighbridge_kit.values import Value, hash_text

LISTS: tuple[Value, ...] = ([1, [2]], {"a": []})
DOCUMENTS: tuple[Value, ...] = ({"0": 1, "1": [2]}, {"a": []})


def hashes(values: tuple[Value, ...]) -> tuple[str, ...]:
    return tuple(map(hash_text, values))


def test_an_array_at_the_root_may_come_back_as_the_document_that_bson_has_for_it() -> None:
    reference = prepare_reference(Payload("p", LISTS, "", ""), ["bson", "json"], References(()))
    for kept, notes in ((LISTS, ()), (DOCUMENTS, ("root-list-as-document",))):
        by_values, by_hashes = reference.compare("bson", kept), reference.recognise("bson", hashes(kept))
        assert by_hashes == by_values
        assert (by_values.fidelity, by_values.notes) == ("exact", notes)
    assert reference.recognise("json", hashes(LISTS)) is not None
    assert reference.recognise("json", hashes(DOCUMENTS)) is None
    assert reference.compare("json", DOCUMENTS).losses == ("array-became-map",)
    assert reference.judge_encoded("bson", reference.encoded["bson"]).fidelity == "exact"


def test_wrong_hashes_are_not_recognised() -> None:
    reference = prepare_reference(Payload("p", LISTS, "", ""), ["bson"], References(()))
    assert reference.recognise("bson", hashes(DOCUMENTS)[:1]) is None
    assert reference.recognise("bson", hashes(DOCUMENTS[::-1])) is None


def test_bson_has_no_scalar_at_the_root() -> None:
    reference = prepare_reference(Payload("p", (1,), "", ""), ["bson"], References(()))
    assert "neither a map nor an array" in reference.unrepresentable["bson"]

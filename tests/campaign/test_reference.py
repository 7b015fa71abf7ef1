"""What codecs made is judged by what their format can hold."""

from weighbridge.campaign.lending import References
from weighbridge.campaign.purpose import Purpose
from weighbridge.campaign.reference import prepare_reference
from weighbridge.payloads.payload import Payload
from weighbridge.schema import INFERRED, SchemaSource
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


def test_typed_formats_hold_what_has_a_schema() -> None:
    documents: tuple[Value, ...] = ({"id": 1, "price": 2.5}, {"id": 2, "price": 3.0, "note": "x"})
    payload = Payload("p", documents, "", "", family=4)
    reference = prepare_reference(payload, ["json", "protobuf"], References(()), Purpose(typed=INFERRED))
    assert reference.family is not None
    for one in (reference, reference.family):
        assert one.unrepresentable == {}
        assert one.schema is not None
        assert one.judge_encoded("protobuf", one.encoded["protobuf"], typed=True).fidelity == "exact"
    absent_as_null = [
        {**document, "note": document.get("note")} for document in documents if isinstance(document, dict)
    ]
    assert reference.compare("json", absent_as_null).fidelity == "failed"
    assert reference.compare("json", absent_as_null, typed=True).losses == ("absent-became-null",)


def test_what_fits_no_type_is_told_with_its_place() -> None:
    reference = prepare_reference(
        Payload("p", ([1, "a"],), "", ""), ["json", "protobuf"], References(()), Purpose(typed=INFERRED)
    )
    assert reference.schema is None
    assert reference.untyped == "no type fits /* (1 integer and 1 string)"
    assert reference.unrepresentable == {"protobuf": reference.untyped}


def test_what_fits_no_type_can_be_carried_as_text_for_types_alone() -> None:
    document: Value = {"id": 7, "extra": [1, "a"]}
    source = SchemaSource(as_json=("/extra",))
    payload = Payload("p", (document,), "", "", family=4)
    reference = prepare_reference(payload, ["json", "protobuf"], References(()), Purpose(source, picks=("/id",)))
    text: Value = {"id": 7, "extra": '[1,"a"]'}
    assert reference.payload.documents == (document,)
    assert reference.given_to("decode").payload.documents == (document,)
    assert reference.given_to("decode-typed").payload.documents == (text,)
    assert (
        reference.given_to("decode-typed").judge_encoded("protobuf", reference.encoded["protobuf"]).fidelity == "exact"
    )
    assert reference.expected_of("pick-typed").payload.documents == ({"/id": 7},)
    names = [part.payload.name for part in reference.timed.loaded]
    assert names == ["p and relatives", "p and relatives as types carry it"]
    assert b'"schema"' not in reference.load_for(["json"]).line
    assert b'"schema"' in reference.given_to("encode-typed").load_for(["json", "protobuf"]).line


def test_what_is_picked_is_what_is_expected() -> None:
    payload = Payload("p", ({"id": 7, "name": "x"},), "", "")
    reference = prepare_reference(payload, ["json"], References(()), Purpose(picks=("/name",)))
    assert reference.expected_of("decode").payload.documents == payload.documents
    assert reference.expected_of("pick").payload.documents == ({"/name": "x"},)
    assert b'"pick":[{"at":"/name","steps":["name"]}]' in reference.load_for(["json"]).line
    assert b'"pick"' not in prepare_reference(payload, ["json"], References(())).load_for(["json"]).line

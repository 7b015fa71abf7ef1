"""What is picked out of documents: paths, shares, and what is said of wrong ones."""

from __future__ import annotations

import pytest

from weighbridge.payloads.payload import Payload, PayloadError
from weighbridge.payloads.picks import choose, with_shares
from weighbridge_kit.picks import Pick, picked, scalars
from weighbridge_kit.values import Value

ORDER: Value = {"id": 7, "a/b": {"~": None}, "items": [{"price": 2.5}, {"price": 3.5, "note": "x"}], "tags": []}
OTHER: Value = {"id": 8, "items": []}
ORDERS = Payload("orders", (ORDER, OTHER), "", "")


def paths(payload: Payload, *wanted: str) -> list[list[str]]:
    return [[pick.at for pick in picks] for picks in choose(payload, wanted)]


def test_by_default_the_first_the_middle_and_the_last_scalar_and_one_that_is_absent() -> None:
    assert paths(ORDERS) == [["/id", "/items/0/price", "/items/1/note", "/absent"], ["/id", "/absent"]]
    assert paths(Payload("p", ([1, 2],), "", "")) == [["/0", "/1", "/2"]]
    assert paths(Payload("p", ({"absent": 1},), "", "")) == [["/absent", "/absent_"]]
    assert paths(Payload("p", ({},), "", "")) == [["/absent"]]


def test_a_number_is_an_index_where_there_is_a_list() -> None:
    digits: Value = {"0": {"0": 5}, "list": [4]}
    (picks,) = choose(Payload("p", (digits,), "", ""), ("/0/0", "/list/0"))
    assert [pick.steps for pick in picks] == [("0", "0"), ("list", 0)]
    assert picked(digits, picks) == {"/0/0": 5, "/list/0": 4}


def test_a_path_may_lead_to_nothing_in_some_documents() -> None:
    picks = choose(ORDERS, ("/items/1/note", "/a~1b/~0"))
    assert [picked(document, of) for document, of in zip(ORDERS.documents, picks, strict=True)] == [
        {"/items/1/note": "x", "/a~1b/~0": None},
        {},
    ]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("id", "--pick id: no path; write /orders/0/id, or a share of the fields such as 25%"),
        ("/items/0", "a map stands there in orders of document 1; pick what is in it, such as /items/0/price"),
        ("/tags", "a list stands there in orders of document 1; pick single values"),
        ("/item/0/price", "nothing is there in orders; did you mean /items/0/price"),
        ("/zzz", "nothing is there in orders; there is /id, "),
    ],
)
def test_what_is_wrong_with_a_path_is_said(path: str, words: str) -> None:
    with pytest.raises(PayloadError) as error:
        choose(ORDERS, (path,))
    assert words in str(error.value)


def test_a_share_is_spread_evenly() -> None:
    wide = Payload("wide", ({"values": list(range(100))},), "", "")
    shared = {payload.name: payload for payload in with_shares([wide], (0.0, 0.1, 1.0))}
    assert list(shared) == ["wide", "wide@0%", "wide@10%", "wide@100%"]
    assert choose(shared["wide@0%"]) == ((),)
    assert choose(shared["wide@100%"]) == (tuple(scalars(wide.documents[0])),)
    assert [pick.steps[1] for pick in choose(shared["wide@10%"])[0]] == list(range(5, 100, 10))


def test_a_path_is_written_as_a_json_pointer() -> None:
    assert Pick(("a/b", 3, "~")).at == "/a~1b/3/~0"
    assert Pick(()).at == ""

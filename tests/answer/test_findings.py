"""Which codecs an answer names: the fastest of those that may be advised, and what they are compared with."""

from __future__ import annotations

from typing import Any

from advise_documents import both, cell, payload_info, run_document

from weighbridge.advise.document import AdviceDocument
from weighbridge.answer.findings import Finding, findings
from weighbridge.report.document import RunDocument

JSON = ("python/json", 1.0, 0.0)


def own(document: RunDocument, advice: AdviceDocument | None = None) -> Finding:
    (finding,) = findings(document, advice)
    return finding


def names(finding: Finding) -> list[str]:
    return [entry.name for entry in finding.best]


def rivals(**about: Any) -> list[dict[str, Any]]:
    return [
        *both("json", 300, 200, relative=JSON),
        *both("orjson", 60, 40, relative=("python/json", 0.2, 0.0)),
        *both("packer", 50, 60, form="msgpack", relative=("python/json", 0.22, 0.0)),
        *both("pickle", 10, 10, form="pickle", **about),
    ]


def test_the_fastest_by_encoding_and_decoding_together_stand_first() -> None:
    finding = own(run_document(rivals()))
    assert names(finding) == ["orjson", "packer", "json"]
    assert finding.today is not None
    assert finding.today.name == "json"
    assert finding.today.total_ns == 500


def test_without_advice_what_one_language_alone_reads_is_not_named() -> None:
    assert "pickle" not in names(own(run_document(rivals())))


def test_without_advice_a_loss_that_json_does_not_have_keeps_a_codec_out() -> None:
    lossy = both("loser", 1, 1, losses=("int53",))
    assert "loser" not in names(own(run_document([*rivals(), *lossy])))
    lossy_json = both("json", 300, 200, relative=JSON, losses=("int53",))
    assert names(own(run_document([*lossy_json, *lossy]))) == ["loser", "json"]


def test_times_are_of_a_message() -> None:
    finding = own(run_document(rivals(), [payload_info(documents=10)]))
    assert finding.best[0].total_ns == 10


def test_of_a_codecs_variants_the_fastest_is_named() -> None:
    variants = [*both("orjson[reuse]", 20, 30), cell("orjson[insitu]", "decode", 5)]
    finding = own(run_document([*rivals(), *variants]))
    assert names(finding)[0] == "orjson[reuse]", "50 against 60 + 5"
    assert not any(name.startswith("orjson") for name in names(finding)[1:])


def test_a_codec_that_does_only_one_of_two_operations_is_not_named() -> None:
    assert "half" not in names(own(run_document([*rivals(), cell("half", "decode", 1)])))


def test_of_one_operation_all_that_do_it_are_named() -> None:
    decoding = [one for one in rivals() if one["operation"] == "decode"]
    finding = own(run_document([*decoding, cell("half", "decode", 1)]))
    assert finding.operations == ("decode",)
    assert names(finding)[0] == "half"


def test_scans_are_named_where_nothing_else_was_measured() -> None:
    finding = own(run_document([cell("json", "scan", 5, relative=JSON), cell("lazy", "scan", 1)]))
    assert finding.operations == ("scan",)
    assert names(finding) == ["lazy", "json"]


def test_what_shares_the_first_rank_both_ways_is_marked_and_what_lies_between() -> None:
    tied: dict[str, Any] = {"tied_with": ("python/first",)}
    document = run_document(
        [
            *both("first", 10, 10),
            *both("between", 11, 10),
            *both("last", 12, 10, **tied),
            *both("json", 300, 200, relative=JSON, **tied),
        ]
    )
    assert [entry.ties for entry in own(document).best] == [False, True, True]
    document = run_document([*both("first", 10, 10), cell("half", "encode", 11, **tied), cell("half", "decode", 12)])
    assert [entry.ties for entry in own(document).best] == [False, False]


def test_a_baseline_of_another_runner_is_named_with_it() -> None:
    to = ("go/json", 0.5, 0.0)
    document = run_document([*both("json", 10, 10, relative=to), *both("json", 20, 20, participant="go", relative=to)])
    python, go = findings(document)
    assert python.today is not None
    assert go.today is not None
    assert (python.today.name, go.today.name) == ("go/json", "json")


def test_without_a_baseline_there_is_nothing_to_compare_with() -> None:
    assert own(run_document(both("msgpack", 1, 1, form="msgpack"))).today is None


def test_a_time_of_which_only_the_most_is_known_counts_as_that() -> None:
    document = run_document([cell("json", "encode", 80, at_most=True, relative=JSON), cell("json", "decode", 20)])
    assert own(document).best[0].total_ns == 100

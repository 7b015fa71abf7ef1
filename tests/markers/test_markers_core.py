"""No key and no name of a schema becomes code in what the core writes and loads, and none breaks it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from benchmarks.markers.core import prepare
from benchmarks.markers.counts import Counts
from benchmarks.markers.documents import marked, marked_schemas
from weighbridge.payloads import resolve
from weighbridge.payloads.payload import PayloadError

DOCUMENTS = 40
SCHEMAS = 60
REFUSED = "schema: SchemaError"


def test_no_key_runs_or_breaks_a_schema(scratch: Path) -> None:
    counts = Counts("the core")
    prepared = list(prepare(islice(marked(scratch), DOCUMENTS), counts, scratch))
    assert (counts.markers, counts.broken, counts.failed) == ([], {}, {})
    assert len(prepared) + counts.withheld[REFUSED] == counts.documents == DOCUMENTS
    assert counts.keys > 5 * DOCUMENTS


def test_no_name_in_a_schema_of_a_users_runs_or_breaks_it(scratch: Path) -> None:
    counts = Counts("names in schemas")
    taken = list(prepare(islice(marked_schemas(scratch), SCHEMAS), counts, scratch))
    assert (counts.markers, counts.broken, counts.failed) == ([], {}, {})
    assert counts.withheld[REFUSED] + len(taken) == SCHEMAS
    assert taken
    assert counts.withheld[REFUSED]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b'{"\\ud800": 1}', id="a lone surrogate"),
        pytest.param(b'{"a\xc0\xa2;b": 1}', id="a quote in more bytes than it needs"),
        pytest.param(b'{"\xed\xa0\x80": 1}', id="a surrogate in UTF-8"),
        pytest.param(b'{"a\nb": 1}', id="a line's end that is not escaped"),
        pytest.param('{"a": 1}'.encode("utf-16"), id="UTF-16"),
    ],
)
def test_text_that_others_may_read_otherwise_is_refused(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_bytes(text)
    with pytest.raises(PayloadError, match=r"document\.json"):
        resolve([str(file)])

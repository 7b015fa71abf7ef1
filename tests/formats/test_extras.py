from pathlib import Path

import pytest

from weighbridge import extras
from weighbridge.campaign.lending import References
from weighbridge.charts.draw import draw
from weighbridge.compression import compressors
from weighbridge.files.bounded import open_stream
from weighbridge.schema import SchemaSource


@pytest.fixture
def without_extras(monkeypatch: pytest.MonkeyPatch):
    compressors._zstd.cache_clear()  # another test may have used it
    there = extras.installed_version
    monkeypatch.setattr(
        extras, "installed_version", lambda name: None if extras._plain(name) in extras._extras() else there(name)
    )


@pytest.mark.usefixtures("without_extras")
def test_what_is_not_installed_is_said_with_the_extra_that_brings_it(tmp_path: Path):
    with pytest.raises(extras.MissingLibrary, match=r"to draw charts, .* pip install 'weighbridge\[charts\]'"):
        draw({}, "svg", 1.0)
    file = tmp_path / "packed.json.zst"
    file.write_bytes(b"")
    with pytest.raises(extras.MissingLibrary, match=r"zstandard is not installed: .*weighbridge\[compressors\]"):
        open_stream(file, 100).__enter__()


@pytest.mark.usefixtures("without_extras")
def test_compressors_that_are_not_installed_are_named_and_the_others_used():
    found = compressors.compress([b"one", b"two"] * 20)
    assert found.compressed.keys() == {"gzip", "gzip-batch"}
    assert found.unsuited["brotli"] == "brotli is not installed: pip install 'weighbridge[compressors]'"
    assert "weighbridge[compressors]" in found.unsuited["zstd-dict"]


@pytest.mark.usefixtures("without_extras")
def test_formats_whose_library_is_not_installed_have_no_reference_codec():
    with References([]) as known:
        assert known.find("avro", SchemaSource().schema_of([{"a": 1}])) is None
        assert known.why_not("avro") == "fastavro is not installed: pip install 'weighbridge[schemas]'"
        assert known.why_not("bson") == "pymongo is not installed: pip install 'weighbridge[formats]'"
        assert known.find("flatbuffers", SchemaSource().schema_of([{"a": 1}])) is not None

"""The Node.js runner: what the conformance kit does not see."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from weighbridge_kit.session import Session
from weighbridge_kit.values import canonical_hash, to_text

FOLDER = Path(__file__).resolve().parents[2] / "runners" / "node"

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (FOLDER / "node_modules").exists(),
    reason="the Node.js runner has not been built",
)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    session = Session(["node", str(FOLDER / "runner.js")], 60)
    yield session
    session.end()


def run(script: str, *options: str) -> Any:
    """Run a module in the runner's folder and return what it prints, read as JSON."""
    command = ["node", *options, "--input-type=module", "--eval", textwrap.dedent(script)]
    return json.loads(subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, timeout=60).stdout)


def ask(session: Session, request: str, **participants: Any) -> dict[str, Any]:
    return session.ask({"request": request, **participants})


def decode(session: Session, codec: str, document: Any, data: bytes, format_name: str) -> dict[str, Any]:
    session.load("p", [to_text(document)], [{format_name: data}])
    return ask(session, "check", codec=codec, operation="decode", payload="p", values=True)


SURVEY = """
    import { readdirSync } from "node:fs";
    import { Adapter, settlePrototypes } from "./harness/codec.js";
    import { platform } from "./platform.js";
    const prototypes = { String, Number, Boolean, BigInt, Object, Array, Map, Uint8Array, DataView, Buffer };
    const slow = () => Object.keys(prototypes).filter((name) => !%HasFastProperties(prototypes[name].prototype));
    const adapters = [];
    for (const file of readdirSync("codecs")) {
      const { default: library } = await import(`./codecs/${file}`);
      for (const row of library.rows) adapters.push(new Adapter(library, row, file, platform));
    }
    for (const adapter of adapters) await adapter.load();
    const imported = slow();
    SETTLE
    const value = { text: "some text", numbers: [1, 2.5, -3], flag: true, none: null };
    for (const adapter of adapters.filter((one) => !one.reasonMissing)) {
      const data = adapter.operations.encode?.(value);
      if (data && adapter.operations.decode) {
        try {
          adapter.operations.decode(platform.toDocument(Uint8Array.from(data)));
        } catch {
          // What the library cannot do is for the verification to find.
        }
      }
    }
    console.log(JSON.stringify({ imported, used: slow() }));
"""


def test_no_library_leaves_the_prototypes_of_the_language_slow() -> None:
    found = run(SURVEY.replace("SETTLE", "settlePrototypes();"), "--allow-natives-syntax")
    assert found["used"] == []
    # Otherwise nothing would be left for `settlePrototypes` to do, and this test could not fail.
    assert found["imported"]


def test_every_loop_is_code_of_its_own() -> None:
    script = """
        import { compileLoop } from "./harness/codec.js";
        const [one, other] = [compileLoop("a encode", (x) => x + 1), compileLoop("b encode", (x) => x * 2)];
        one.run([1, 2], 3);
        other.run([1, 2], 3);
        console.log(JSON.stringify([one.last(), other.last(), one.run.toString() === other.run.toString()]));
    """
    assert run(script) == [3, 4, True]


def test_an_integral_float_and_a_large_integer_are_told_as_javascript_has_them(session: Session) -> None:
    data = b'{"a":1.0,"b":9007199254740993,"c":18446744073709551615,"d":-0.0,"e":1e300}'
    answer = decode(session, "json", json.loads(data), data, "json")
    assert answer["values"] == [
        '{"a":1,"b":9007199254740992,"c":18446744073709552000.0,"d":-0.0,"e":1e+300}',
    ]


def test_encoders_get_bigints_only_if_they_take_them(session: Session) -> None:
    session.load("p", [to_text({"a": 2**53 + 1})])
    plain, exact = (
        base64.b64decode(ask(session, "check", codec=name, operation="encode", payload="p")["bytes"][0])
        for name in ("json", "json-bigint")
    )
    assert plain == b'{"a":9007199254740992}'
    assert exact == b'{"a":9007199254740993}'


def test_value_text_with_digits_and_escapes_in_strings_is_read_whole(session: Session) -> None:
    document = {
        "12345678901234567890": 'x"12345678901234567891\\',
        "\\": [12345678901234567890, -(2**63), b"\x00\xff", 1.5],
        "__proto__": {"\0": 2**60},
    }
    session.load("p", [to_text(document)], [{}])
    answer = ask(session, "check", codec="tare:visit", operation="scan", payload="p")
    assert answer["hashes"] == [f"{canonical_hash(document):016x}"]


def test_what_is_outside_the_value_model_is_named(session: Session) -> None:
    too_large = {"v": 2**60}
    session.load("p", [to_text(too_large)])
    made = ask(session, "check", codec="bson[bigint]", operation="encode", payload="p")["bytes"][0]
    answer = decode(session, "bson", too_large, base64.b64decode(made), "bson")
    assert answer == {"answer": "failed", "message": "Long is outside the value model"}


def test_a_lone_surrogate_is_no_string_of_the_model(session: Session) -> None:
    answer = decode(session, "json", "?", b'"\\ud800"', "json")
    assert answer["answer"] == "failed"
    assert "surrogate" in answer["message"]


def test_what_a_library_throws_that_is_no_error_is_told(session: Session) -> None:
    answer = decode(session, "json-bigint", {"constructor": 1}, b'{"constructor":1}', "json")
    assert answer == {"answer": "failed", "message": "SyntaxError: Object contains forbidden constructor property"}


def test_deep_nesting_fails_and_the_runner_lives_on(session: Session) -> None:
    data = b"[" * 100_000 + b"]" * 100_000
    assert decode(session, "lossless-json", [], data, "json")["answer"] == "failed"
    assert ask(session, "describe")["answer"] == "ok"


def test_a_library_that_only_decodes_reads_what_others_wrote(session: Session) -> None:
    # {"a":1} by the Smile specification: header, start of object, short key, small integer, end of object.
    data = b":)\n\x01" + b"\xfa" + b"\x80a" + b"\xc2" + b"\xfb"
    assert decode(session, "smile-js", {"a": 1}, data, "smile")["values"] == ['{"a":1}']


def test_bytes_that_are_not_base64_are_refused_and_change_nothing(session: Session) -> None:
    session.load("kept", ["1"])
    documents = [{"value": to_text(2), "encoded": {"json": "no base64!"}}]
    assert ask(session, "load", payload="kept", documents=documents)["answer"] == "bad-request"
    answer = ask(session, "check", codec="json", operation="encode", payload="kept")
    assert base64.b64decode(answer["bytes"][0]) == b"1"


def test_it_ends_quietly_when_nobody_reads_its_answers() -> None:
    process = subprocess.Popen(
        ["node", str(FOLDER / "runner.js")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b'{"request":"describe"}\n')
    process.stdin.close()
    assert process.wait(30) == 1
    assert process.stderr.read() == b""
    process.stderr.close()


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (FOLDER / "package-lock.json").read_text(encoding="utf-8")

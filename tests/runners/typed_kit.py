"""A runner that is built once for the types of the kit's own samples and of a test's documents: builds take long."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from conversation import Conversation

from weighbridge.formats.typed import TYPED_FORMATS
from weighbridge.runners.build import build
from weighbridge.runners.confinement import with_scratch
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.typed import typed_target
from weighbridge.schema import infer, read_schema
from weighbridge.schema.binding import texts_for_runners
from weighbridge_kit.describing import full_name
from weighbridge_kit.picks import picked, scalars
from weighbridge_kit.trials import first_difference, nearly_the_same, typed_samples
from weighbridge_kit.values import from_text, hash_text

_SOURCE = Path(__file__).resolve().parents[2] / "src"
_BACK = ("decode-typed", "read-typed", "pick-typed")


class TypedRunner:
    """A runner with the types of those of the kit's samples whose names fit a pattern, and of documents."""

    def __init__(self, manifest: Manifest, *documents: Any, samples: str = "*") -> None:
        schemas = [read_schema(json.dumps(sample.types["schema"])) for sample in typed_samples(samples)]
        assert schemas
        schemas += [infer([document]) for document in documents]
        assert len(schemas) > 1
        target = typed_target(manifest, schemas)
        assert target is not None
        build(target)
        self._folder = target.folder
        self._command = with_scratch(target.start.command)
        self._samples = samples

    def assert_it_keeps_the_protocol(self) -> None:
        """Let the kit try it with its samples."""
        command = [
            sys.executable,
            "-m",
            "weighbridge_kit",
            "--quick",
            "--sample",
            self._samples,
            "--",
            *self._command,
        ]
        ended = subprocess.run(
            command, cwd=self._folder, env={"PYTHONPATH": str(_SOURCE)}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stdout + ended.stderr

    def faults(self, document: Any) -> dict[str, str]:
        """Have each codec encode a document by types and read it in every way; return what is wrong, by row."""
        conversation = Conversation(self._command, self._folder)
        try:
            return dict(_faults(conversation, document))
        finally:
            conversation.end()


def failed(faults: Mapping[str, str]) -> dict[str, str]:
    """Of what is wrong, by row, keep what a library did not say itself that it cannot do."""
    return {row: fault for row, fault in faults.items() if fault and not fault.startswith("unsupported: ")}


def _faults(conversation: Conversation, document: Any) -> Iterator[tuple[str, str]]:
    schema = infer([document])
    types = {"schema": schema.for_runners, "types": texts_for_runners(schema, TYPED_FORMATS)}
    picks = list(scalars(document))
    for codec in conversation.ask("describe")["codecs"]:
        if "encode-typed" in codec["operations"]:
            name = full_name(codec)
            conversation.load_typed(document, types)
            encoded = conversation.check(name, "encode-typed")
            if encoded["answer"] != "ok":
                yield name, f"{encoded['answer']}: {encoded['message']}"
                continue
            forms = {codec["format"]: base64.b64decode(encoded["bytes"][0])}
            conversation.load_typed(document, types, picks, **forms)
            fault = ""
            for operation in set(codec["operations"]).intersection(_BACK):
                answer = conversation.check(name, operation)
                if answer["answer"] != "ok":
                    fault += f"{operation} {answer['answer']}: {answer['message']} "
                    continue
                expected = picked(document, picks) if operation == "pick-typed" else document
                found = from_text(answer["values"][0])
                assert answer["hashes"] == [hash_text(found)]
                if not nearly_the_same(expected, found, typed=True):
                    fault += f"{operation}: {first_difference(expected, found)} "
            yield name, fault

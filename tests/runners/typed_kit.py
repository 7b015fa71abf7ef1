"""The conformance kit, tried on a runner that is built for the types of the kit's own samples."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from weighbridge.runners.build import build
from weighbridge.runners.manifest import Manifest
from weighbridge.runners.typed import typed_target
from weighbridge.schema import read_schema
from weighbridge_kit.trials import typed_samples

_SOURCE = Path(__file__).resolve().parents[2] / "src"


def assert_it_keeps_the_protocol(manifest: Manifest, samples: str = "*") -> None:
    """Build a runner for the kit's samples whose names fit a pattern, and let the kit try it with those."""
    schemas = [read_schema(json.dumps(sample.types["schema"])) for sample in typed_samples(samples)]
    assert len(schemas) > 1
    target = typed_target(manifest, schemas)
    assert target is not None
    build(target)
    command = [sys.executable, "-m", "weighbridge_kit", "--sample", samples, "--", *target.start.command]
    ended = subprocess.run(
        command, cwd=target.folder, env={"PYTHONPATH": str(_SOURCE)}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr

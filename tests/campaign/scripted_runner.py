"""A runner whose codecs take as long as they are told to: it answers at once, and writes down what it was asked.

    scripted_runner.py SCRIPT

The script is a JSON object: ``codecs`` maps names to nanoseconds an iteration, ``log`` names the file for the requests,
and ``faults`` lists what goes wrong: on which ``request`` for which ``codec``, ``after`` how many of these, and what it
does: it ``dies``, ``refuses``, ``lies`` or ``hangs``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runners"))

import misbehaving_runner

TARE_NS = 100


class Scripted(misbehaving_runner.Runner):
    """Keeps the protocol but where the script says otherwise."""

    def __init__(self, script: dict[str, Any]) -> None:
        super().__init__("none", None, 0, 0.0)
        self.codecs: dict[str, int] = script["codecs"]
        self.faults: list[dict[str, Any]] = script["faults"]
        self.log = Path(script["log"])

    def act(self, kind: str, request: dict[str, Any]) -> dict[str, Any]:
        codec = request.get("codec", "")
        with self.log.open("a") as log:
            told = {name: request.get(name) for name in ("operation", "iterations", "untimed")}
            log.write(json.dumps({"process": os.getpid(), "request": kind, "codec": codec, **told}) + "\n")
        does = self.fault_of(kind, codec)
        if does == "dies":
            sys.exit(3)
        if does == "hangs":
            time.sleep(3600)
        if does == "refuses":
            raise misbehaving_runner.Refusal("failed", "it will not")
        if kind == "time":
            cost = request["iterations"] * self.codecs.get(codec, TARE_NS)
            return {"wall_ns": cost, "cpu_ns": cost}
        if codec in self.codecs:
            request = {**request, "codec": "json"}
        answer = super().act(kind, request)
        if does == "lies":
            answer["bytes"] = ["e30="] * len(answer["bytes"])
        return answer

    def fault_of(self, kind: str, codec: str) -> str | None:
        for fault in self.faults:
            if fault["request"] == kind and fault.get("codec", codec) == codec:
                fault["after"] -= 1
                if fault["after"] < 0:
                    return str(fault["does"])
        return None

    def describe(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = super().describe(request)
        answer["codecs"] = [{**answer["codecs"][0], "codec": name} for name in self.codecs]
        answer["missing"] = []
        # So coarse a wall clock may claim any time; calibration goes by the other.
        answer["clocks"]["wall"]["resolution_ns"] = 10**10
        return answer


if __name__ == "__main__":
    Scripted(json.loads(sys.argv[1])).run()

"""The eight messages of a task server that talks JSON over a WebSocket.

From "Comparison of JSON Like Serializations – JSON vs UBJSON vs MessagePack vs CBOR", where they were measured.
"""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge_kit.values import Value

_SLEEP = "d53b2823d35b471282ab5c8b6c2e4685"
_DATE = "77da239342e240a0a3078d50019a20a0"


def _documents() -> tuple[Value, ...]:
    return (
        {"call_id": 1, "kwargs": {}, "args": ["sleep", 0.1]},
        {"call_id": 1, "t": "r", "returned": _SLEEP},
        {"call_id": 2, "kwargs": {"utc": True}, "args": ["date", "%d-%m-%Y %H:%M %Z"]},
        {"call_id": 2, "t": "r", "returned": _DATE},
        {"call_id": 1, "data": {"status": "started", "task_id": _SLEEP}, "t": "m"},
        {"call_id": 2, "data": {"status": "started", "task_id": _DATE}, "t": "m"},
        {
            "call_id": 1,
            "data": {"status": "success", "task_id": _SLEEP, "result": None, "duration": 0.12562298774719238},
            "t": "m",
        },
        {
            "call_id": 2,
            "data": {
                "status": "success",
                "task_id": _DATE,
                "result": "27-02-2017 11:46 UTC",
                "duration": 0.04673957824707031,
            },
            "t": "m",
        },
    )


BUILT_IN = BuiltIn("websocket", "a stream of eight short messages between a browser and a task server", _documents)

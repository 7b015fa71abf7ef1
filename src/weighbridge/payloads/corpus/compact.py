"""The smallest document that says something: the one with which MessagePack introduces itself."""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn

BUILT_IN = BuiltIn("compact", "a map of a boolean and a small integer", lambda: ({"compact": True, "schema": 0},))

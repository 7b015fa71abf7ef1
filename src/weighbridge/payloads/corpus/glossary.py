"""An entry of a glossary: strings in maps in maps, with one short array."""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge_kit.values import Value


def _documents() -> tuple[Value, ...]:
    return (
        {
            "glossary": {
                "title": "Terms of the weighbridge",
                "section": {
                    "title": "T",
                    "list": {
                        "entry": {
                            "id": "TARE",
                            "sortAs": "TARE",
                            "term": "Tare weight",
                            "acronym": "TW",
                            "abbreviation": "EN 45501",
                            "definition": {
                                "text": "What an empty vehicle weighs; subtracted from the gross weight.",
                                "seeAlso": ["GROSS", "NET"],
                            },
                            "see": "net weight",
                        }
                    },
                },
            }
        },
    )


BUILT_IN = BuiltIn("glossary", "an entry of a glossary: short strings, nested five deep", _documents)

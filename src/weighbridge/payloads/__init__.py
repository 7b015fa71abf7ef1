"""Payloads: the documents that are weighed: built in, generated, or the user's own files."""

from weighbridge.payloads.corpus import built_in_descriptions, built_in_groups, built_in_payload
from weighbridge.payloads.generate import generate
from weighbridge.payloads.payload import Payload, PayloadError
from weighbridge.payloads.read import resolve
from weighbridge.payloads.sample import Limit, draw_sample

__all__ = [
    "Limit",
    "Payload",
    "PayloadError",
    "built_in_descriptions",
    "built_in_groups",
    "built_in_payload",
    "draw_sample",
    "generate",
    "resolve",
]

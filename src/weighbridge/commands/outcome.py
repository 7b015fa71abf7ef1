"""What a command ends with: its exit status, or an error that a user can mend."""

from __future__ import annotations

from weighbridge.campaign.selection import SelectionError
from weighbridge.engine import EngineNotBuilt, Refusal
from weighbridge.extras import MissingLibrary
from weighbridge.formats.format import Lent
from weighbridge.formats.registry import UnknownFormat
from weighbridge.formats.sequences import Untrusted
from weighbridge.payloads import PayloadError
from weighbridge.report.arduino import NoTimes
from weighbridge.report.page import PageNotBuilt
from weighbridge.runners.callgrind import CounterError
from weighbridge.runners.manifest import ManifestError
from weighbridge.runners.serial_line import BadPort
from weighbridge.schema import SchemaError
from weighbridge.store.database import StoreError

DONE = 0
FAILED = 1
BAD_INPUT = 2
TROUBLE = 3
BROKEN = 70
NOT_READ = 141
"""Whoever read the output closed it, as `head` does: what a shell makes of SIGPIPE."""

EXPECTED = (
    BadPort,
    CounterError,
    EngineNotBuilt,
    Lent,
    ManifestError,
    MissingLibrary,
    NoTimes,
    PageNotBuilt,
    PayloadError,
    Refusal,
    SchemaError,
    SelectionError,
    StoreError,
    UnknownFormat,
    Untrusted,
)
"""Errors that a user can mend: shown as a message, never as a traceback."""

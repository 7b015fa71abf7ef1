"""The arguments and options that several commands share: each has one name, one meaning and one help text."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from weighbridge import completion
from weighbridge.advise.scenario import Compressor, Objective, OnBoard
from weighbridge.formats.sequences import LINES
from weighbridge.store.database import database_file, default_path
from weighbridge_kit.operations import OPERATIONS

DEFAULT_DATABASE = default_path()
flag = partial(typer.Option, metavar="")
"""An option without a value: ``--help`` names no type for it."""

WEIGHED = "What is weighed"
SELECTED = "What takes part"
TYPED = "How documents are typed"
MEASURED = "How it is measured"
SHOWN = "What is shown and kept"
ASKED = "What the application is like"
ASKED_OF_BOARDS = "What a board is like, where the run has any"
"""The panels that ``--help`` sets options in."""

# What to weigh.
Payloads = Annotated[
    list[str] | None,
    typer.Argument(
        help="Files, folders, globs, - for standard input, or payloads of our own: weighbridge list payloads.",
        metavar="DOCUMENT",
        autocompletion=completion.payloads,
        show_default=False,
    ),
]
AsArray = Annotated[
    bool,
    flag("--as-array", help="Weigh a stream of documents (.ndjson) as one array.", rich_help_panel=WEIGHED),
]
StdinFormat = Annotated[
    str,
    typer.Option(
        help=f"The format of standard input; {LINES} for a stream.",
        metavar="FORMAT",
        autocompletion=completion.formats,
        rich_help_panel=WEIGHED,
    ),
]
MaxBytes = Annotated[
    int, typer.Option(help="Refuse files with more bytes than this.", metavar="BYTES", rich_help_panel=WEIGHED)
]
Sample = Annotated[
    str,
    typer.Option(
        help="Weigh at most so much of each payload, drawn evenly: 50 (documents), 1MB (as JSON), 50,1MB (both), all.",
        metavar="AMOUNT",
        rich_help_panel=WEIGHED,
    ),
]

# What to select: of what there is here, or of what a run has.
Languages = Annotated[
    list[str],
    typer.Option(
        help="Only these languages: python,go.",
        metavar="NAMES",
        autocompletion=completion.languages,
        rich_help_panel=SELECTED,
    ),
]
Runners = Annotated[
    list[str],
    typer.Option(
        "--runners",
        "--targets",
        help="Only these runners, or targets of one; also those that take part only when named: pypy, cortex-m4.",
        metavar="NAMES",
        autocompletion=completion.runners,
        rich_help_panel=SELECTED,
    ),
]
Formats = Annotated[
    list[str],
    typer.Option(
        help="Only these formats: json,cbor.",
        metavar="NAMES",
        autocompletion=completion.formats,
        rich_help_panel=SELECTED,
    ),
]
Codecs = Annotated[
    list[str],
    typer.Option(
        help="Only codecs that fit: orjson, 'rapidjson*', 'c/*'.",
        metavar="NAMES",
        autocompletion=completion.codecs,
        rich_help_panel=SELECTED,
    ),
]
LinkedCodecs = Annotated[
    list[str],
    typer.Option("--codecs", help="Link these codecs alone: mpack,jsmn.", metavar="NAMES", show_default=False),
]
Operations = Annotated[
    list[str],
    typer.Option(
        help=f"Only these operations: {', '.join(OPERATIONS)}.",
        metavar="NAMES",
        autocompletion=completion.operations,
        rich_help_panel=SELECTED,
    ),
]
Typed = Annotated[
    bool,
    flag(
        "--typed",
        help="Types of the application's own too, by a schema inferred from the documents, and formats that need one.",
        rich_help_panel=SELECTED,
    ),
]
Pick = Annotated[
    list[str],
    typer.Option(
        "--pick",
        help="Read single values too: those at paths such as /orders/0/id; or shares of all the fields, such as "
        "0%,10%,100%, each as a payload of its own, to see where reading everything is cheaper.",
        metavar="PATHS",
        show_default=False,
        rich_help_panel=SELECTED,
    ),
]


def _place(name: str, help_: str) -> Any:
    return typer.Option(name, help=help_, metavar="PATH", show_default=False, rich_help_panel=TYPED)


Maps = Annotated[list[str], _place("--map", "An object there has keys that are data. A path is /orders/*/id.")]
Records = Annotated[list[str], _place("--record", "An object there has keys that are names of fields.")]
AsJson = Annotated[list[str], _place("--as-json", "Carry what is there as text, if no type fits it.")]
SchemaFile = Annotated[
    Path | None,
    typer.Option(
        "--schema",
        help="Infer nothing: take this schema, and check that the documents fit it.",
        metavar="FILE",
        show_default=False,
        rich_help_panel=TYPED,
    ),
]
PayloadsOfRun = Annotated[
    list[str],
    typer.Option(
        "--payloads",
        help="Only these payloads of the run.",
        metavar="NAMES",
        autocompletion=completion.payloads_of_last_run,
        rich_help_panel=SELECTED,
    ),
]

# Runs that are kept.
Clock = Annotated[
    str | None,
    typer.Option(
        help="Estimate times of what emulated boards counted, at one a tick of this clock: 133MHz.",
        metavar="FREQUENCY",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
Database = Annotated[
    Path,
    typer.Option(
        help="The file that keeps runs.",
        parser=database_file,
        envvar="WEIGHBRIDGE_DB",
        metavar="FILE",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
RunName = Annotated[str, typer.Argument(help="A run's name, its beginning, or 'last'.", autocompletion=completion.runs)]

# What is printed, and where to.
Json = Annotated[bool, flag("--json", help="Print JSON for machines.", rich_help_panel=SHOWN)]
NoProgress = Annotated[bool, flag("--no-progress", help="Show no live progress.", rich_help_panel=SHOWN)]
NoPage = Annotated[bool, flag("--no-page", help="Write no page to look at in a browser.", rich_help_panel=SHOWN)]
Full = Annotated[
    bool,
    flag("--full", help="Show the tables of all codecs and operations, then the answer.", rich_help_panel=SHOWN),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", help="The file to write.", metavar="FILE", show_default=False, rich_help_panel=SHOWN
    ),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="The format, where the file's ending does not tell.",
        metavar="FORMAT",
        autocompletion=completion.formats,
        show_default=False,
    ),
]


# The application that is asked about.
def _asked(help_: str, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(help=help_, metavar=metavar, rich_help_panel=ASKED, **more)


Baseline = Annotated[
    str | None,
    typer.Option(
        help="The codec in use today, which others are compared with; else plain JSON.",
        metavar="CODEC",
        autocompletion=completion.codecs,
        show_default=False,
    ),
]
To = Annotated[
    str | None,
    _asked(
        "Answer for this format or codec alone: should I move to it?",
        "NAME",
        autocompletion=completion.codecs,
        show_default=False,
    ),
]
Compress = Annotated[Compressor, _asked("What messages are compressed with.")]
Bandwidth = Annotated[str, _asked("Bandwidth of the link.", "RATE")]
RoundTrip = Annotated[str, _asked("Round-trip time of the link.", "TIME")]
Rate = Annotated[str, _asked("How many messages there are, each encoded and decoded once.", "RATE")]
CpuPrice = Annotated[str, _asked("Price of a core for an hour, in your currency.", "PRICE")]
EgressPrice = Annotated[str, _asked("Price of 10⁹ bytes sent, in the same currency.", "PRICE")]
Require = Annotated[
    list[str],
    _asked(
        "What a codec must be: exact, maintained, schemaless, readable, checked, owned, fresh.",
        "NAMES",
        autocompletion=completion.requirements,
    ),
]
Accept = Annotated[list[str], _asked("Losses that you can live with, such as key-became-int.", "LOSSES")]
Minimise = Annotated[Objective, _asked("What the choice is made by.")]
Threshold = Annotated[str, _asked("The share of it that a change must save.", "SHARE")]
ChangeCost = Annotated[str | None, _asked("What changing costs once: it must pay back.", "PRICE", show_default=False)]
Payback = Annotated[str, _asked("How soon it must pay back, where cost counts.", "TIME")]


# The same on a board, where energy and memory count instead of time and money.
def _asked_of_board(help_: str, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(help=help_, metavar=metavar, show_default=False, rich_help_panel=ASKED_OF_BOARDS, **more)


BoardDoes = Annotated[OnBoard, _asked_of_board("What a board does with every message.")]
EnergyPerByte = Annotated[
    str | None, _asked_of_board("What sending or receiving a byte takes, such as 1.5uJ.", "ENERGY")
]
EnergyPerMillion = Annotated[
    str | None,
    _asked_of_board("What a million instructions or cycles take, such as 8uJ or 100uA/MHz@3V.", "ENERGY"),
]
Battery = Annotated[str | None, _asked_of_board("What the battery holds, such as 2.4Wh or 1000mAh@3V.", "ENERGY")]
FreeFlash = Annotated[str | None, _asked_of_board("Flash that a codec may add, such as 32KB.", "SIZE")]
FreeRam = Annotated[
    str | None, _asked_of_board("RAM that it may take, static, heap and stack together, such as 8KB.", "SIZE")
]

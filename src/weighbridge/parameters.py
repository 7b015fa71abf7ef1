"""The arguments and options that several commands share: each has one name, one meaning and one help text."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from weighbridge import completion, options
from weighbridge.advise.scenario import Compressor, Objective, OnBoard
from weighbridge.formats.sequences import LINES
from weighbridge.payloads import Limit
from weighbridge.payloads.family import MOST, MOST_BYTES
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
    int,
    typer.Option(
        help="Hold no more than so much of a file; streams of JSON and arrays are read piece by piece.",
        parser=options.whole(1, 2**40),
        metavar="BYTES",
        rich_help_panel=WEIGHED,
    ),
]
_USUALLY = "200,256KB"
USUAL_SAMPLE = options.sample(_USUALLY)
"""How much of each payload is weighed at most when nothing is said: a few minutes' worth, and many messages."""
_OF_SIZES = "1000,1MB"
SAMPLE_OF_SIZES = options.sample(_OF_SIZES)
"""How much of it is encoded and compressed to see how large it is: every document costs a call for every format."""
_OF_SCHEMA = "2MB"
SAMPLE_OF_SCHEMA = options.sample(_OF_SCHEMA)
"""How much of it a schema is inferred from: the more, the fewer keys that are rare are missed."""


def _sample(usually: str) -> Any:
    return typer.Option(
        "--sample",
        help="Weigh at most so much of each payload, drawn evenly: 50 (documents), 1MB (as JSON), 50,1MB (both), all.",
        parser=options.sample,
        metavar="AMOUNT",
        show_default=usually,
        rich_help_panel=WEIGHED,
    )


Sample = Annotated[Limit, _sample(_USUALLY)]
SampleOfSizes = Annotated[Limit, _sample(_OF_SIZES)]
SampleOfSchema = Annotated[Limit, _sample(_OF_SCHEMA)]

# What to select: of what there is here, or of what a run has.
Languages = Annotated[
    list[str],
    typer.Option(
        help="Only these languages: python,go.",
        metavar="NAMES",
        callback=options.named,
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
        callback=options.named,
        autocompletion=completion.runners,
        rich_help_panel=SELECTED,
    ),
]
Formats = Annotated[
    list[str],
    typer.Option(
        help="Only these formats: json,cbor.",
        metavar="NAMES",
        callback=options.named,
        autocompletion=completion.formats,
        rich_help_panel=SELECTED,
    ),
]
Codecs = Annotated[
    list[str],
    typer.Option(
        help="Only codecs that fit: orjson, 'rapidjson*', 'c/*'.",
        metavar="NAMES",
        callback=options.named,
        autocompletion=completion.codecs,
        rich_help_panel=SELECTED,
    ),
]
LinkedCodecs = Annotated[
    list[str],
    typer.Option(
        "--codecs",
        help="Link these codecs alone: mpack,jsmn.",
        metavar="NAMES",
        callback=options.named,
        show_default=False,
    ),
]
Operations = Annotated[
    list[str],
    typer.Option(
        help=f"Only these operations: {', '.join(OPERATIONS)}.",
        metavar="NAMES",
        callback=options.named,
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
        callback=options.named,
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
        callback=options.named,
        autocompletion=completion.payloads_of_last_run,
        rich_help_panel=SELECTED,
    ),
]

# How it is measured, and how much of it. What is out of reach is refused here, and nowhere below.
Budget = Annotated[
    float | None,
    typer.Option(
        help="How long to measure: 90s, 5m. Else 0.6 s a row, 20 s at least and 5 minutes at most.",
        parser=options.seconds,
        envvar="WEIGHBRIDGE_BUDGET",
        metavar="TIME",
        show_default=False,
        rich_help_panel=MEASURED,
    ),
]
Precision = Annotated[
    float,
    typer.Option(
        help="Differences up to this share do not count: such codecs share a rank.",
        parser=options.share,
        metavar="SHARE",
        show_default="1%",
        rich_help_panel=MEASURED,
    ),
]
WaitForQuiet = Annotated[
    float | None,
    typer.Option(
        help="How long to wait, in all, for moments in which nobody else uses the processor: 2m.",
        parser=options.seconds,
        metavar="TIME",
        show_default=False,
        rich_help_panel=MEASURED,
    ),
]
Family = Annotated[
    int | None,
    typer.Option(
        help="How many documents of its shape are timed in the place of each, so that no processor knows one by "
        "heart; 1 is itself alone.",
        parser=options.whole(1, 1_000),
        metavar="NUMBER",
        show_default=f"{MOST}, or as many as make {MOST_BYTES // 2**10} KiB",
        rich_help_panel=MEASURED,
    ),
]


def _seed(help_: str, panel: str | None = None) -> Any:
    return typer.Option(
        "--seed", help=help_, parser=options.whole(0, 2**64 - 1), metavar="NUMBER", rich_help_panel=panel
    )


Seed = Annotated[
    int, _seed("Where random choices start: the same number, the same order of measuring.", panel=MEASURED)
]
SeedOfInputs = Annotated[int, _seed("The same seed makes the same inputs.", panel=MEASURED)]
SeedOfDocument = Annotated[int, _seed("The same seed gives the same bytes everywhere.")]
Inputs = Annotated[
    int,
    typer.Option(
        help="How many inputs every decoder gets.",
        parser=options.whole(1, 1_000_000),
        metavar="NUMBER",
        rich_help_panel=MEASURED,
    ),
]
Size = Annotated[
    int,
    typer.Option(help="1 to 5: about 1 KB, 3 KB, 29 KB, 309 KB, 3.9 MB.", parser=options.whole(1, 5), metavar="NUMBER"),
]
Most = Annotated[
    int,
    typer.Option(help="Show only so many codecs, the best.", parser=options.whole(1, 1_000), metavar="NUMBER"),
]
Width = Annotated[int, typer.Option(help="Width in pixels.", parser=options.whole(320, 4_000), metavar="PIXELS")]
Scale = Annotated[
    float,
    typer.Option(help="How many pixels of a PNG stand for one.", parser=options.number(0.5, 8), metavar="NUMBER"),
]

# Runs that are kept.
Clock = Annotated[
    float | None,
    typer.Option(
        help="Estimate times of what emulated boards counted, at one a tick of this clock: 133MHz.",
        parser=options.frequency,
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
RunName = Annotated[
    str,
    typer.Argument(
        help="A run's name, its beginning, or 'last'.", callback=options.name, autocompletion=completion.runs
    ),
]
RunToDelete = Annotated[
    str,
    typer.Argument(
        help="A run's name, at least six characters that only its name begins with, or 'last'.",
        callback=options.name,
        autocompletion=completion.runs,
    ),
]

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
        "-o",
        "--output",
        help="The file to write.",
        callback=options.file_to_write,
        metavar="FILE",
        show_default=False,
        rich_help_panel=SHOWN,
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
        callback=options.name,
        autocompletion=completion.codecs,
        show_default=False,
    ),
]
To = Annotated[
    str | None,
    _asked(
        "Answer for this format or codec alone: should I move to it?",
        "NAME",
        callback=options.name,
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
        callback=options.named,
        autocompletion=completion.requirements,
    ),
]
Accept = Annotated[
    list[str], _asked("Losses that you can live with, such as key-became-int.", "LOSSES", callback=options.named)
]
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

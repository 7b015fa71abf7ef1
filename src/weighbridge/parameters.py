"""The arguments and options that several commands share: each has one name, one meaning and one help text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from weighbridge import completion
from weighbridge.advise.scenario import Compressor
from weighbridge.formats.documents import LINES
from weighbridge.store.database import default_path

DEFAULT_DATABASE = default_path()

# What to weigh.
Payloads = Annotated[
    list[str] | None,
    typer.Argument(
        help="Built-in payloads, files, folders, globs, or - for standard input.",
        autocompletion=completion.payloads,
        show_default=False,
    ),
]
AsArray = Annotated[bool, typer.Option("--as-array", help="Weigh a stream of documents (.ndjson) as one array.")]
StdinFormat = Annotated[str, typer.Option(help=f"The format of standard input; {LINES} for a stream.")]
MaxBytes = Annotated[int, typer.Option(help="Refuse files larger than this many bytes.")]
Sample = Annotated[
    str,
    typer.Option(
        help="Weigh at most this much of each payload, drawn evenly: 50 (documents), 1MB (as JSON), 50,1MB (both), all."
    ),
]

# What to select: of what there is here, or of what a run has.
Languages = Annotated[list[str], typer.Option(help="Only these languages.", autocompletion=completion.languages)]
Runners = Annotated[
    list[str],
    typer.Option(
        help="Only these runners, or targets of one; also those that take part only when named.",
        autocompletion=completion.runners,
    ),
]
Formats = Annotated[list[str], typer.Option(help="Only these formats.", autocompletion=completion.formats)]
Codecs = Annotated[
    list[str],
    typer.Option(
        help="Only codecs that fit: orjson, 'rapidjson*', 'c/*'.", metavar="GLOB", autocompletion=completion.codecs
    ),
]
Operations = Annotated[list[str], typer.Option(help="Only these operations.", autocompletion=completion.operations)]
PayloadsOfRun = Annotated[
    list[str],
    typer.Option("--payloads", help="Only these payloads of the run.", autocompletion=completion.payloads_of_last_run),
]

# Runs that are kept.
Database = Annotated[Path, typer.Option(help="The file that keeps runs.", envvar="WEIGHBRIDGE_DB", show_default=False)]
RunName = Annotated[str, typer.Argument(help="A run's name, its beginning, or 'last'.", autocompletion=completion.runs)]

# What is printed, and where to.
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
NoProgress = Annotated[bool, typer.Option("--no-progress", help="Show no live progress.")]
NoPage = Annotated[bool, typer.Option("--no-page", help="Write no page to look at in a browser.")]
Full = Annotated[bool, typer.Option("--full", help="Show the full tables: every codec, every operation.")]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.", show_default=False)]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="The format, where the file's ending does not tell.",
        autocompletion=completion.formats,
        show_default=False,
    ),
]

# The application that is asked about.
Baseline = Annotated[
    str | None,
    typer.Option(
        help="The codec in use today, which others are compared with; else plain JSON.",
        autocompletion=completion.codecs,
        show_default=False,
    ),
]
Compress = Annotated[Compressor, typer.Option(help="What messages are compressed with.")]
Bandwidth = Annotated[str, typer.Option(help="Bandwidth of the link.")]
RoundTrip = Annotated[str, typer.Option(help="Round-trip time of the link.")]

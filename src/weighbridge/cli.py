"""The command line: one function a command."""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
import typer.core

from weighbridge import completion, interruption, live, options
from weighbridge.advise.scenario import read_scenario
from weighbridge.advise.terminal import renderable
from weighbridge.campaign.quick import FORMATS
from weighbridge.campaign.settings import Settings
from weighbridge.charts.draw import ChartOptions, Kind, Unit
from weighbridge.charts.style import Theme
from weighbridge.commands import (
    auditing,
    catalogue,
    conversion,
    decision,
    evolution,
    firmware,
    hostility,
    machine,
    measurement,
    outcome,
    output,
    pages,
    stored_runs,
)
from weighbridge.commands import conformance as vectors
from weighbridge.commands import matrix as probes
from weighbridge.commands import schema as schema_command
from weighbridge.commands import self_test as proof
from weighbridge.commands.narrowing import narrow
from weighbridge.files.bounded import MAX_BYTES
from weighbridge.parameters import (
    DEFAULT_DATABASE,
    MEASURED,
    SAMPLE_OF_SCHEMA,
    SAMPLE_OF_SIZES,
    SELECTED,
    SHOWN,
    USUAL_SAMPLE,
    WEIGHED,
    Accept,
    AsArray,
    AsJson,
    Bandwidth,
    Baseline,
    Battery,
    BoardDoes,
    Budget,
    ChangeCost,
    Clock,
    Codecs,
    Compress,
    CpuPrice,
    Database,
    EgressPrice,
    EnergyPerByte,
    EnergyPerMillion,
    Family,
    Formats,
    FreeFlash,
    FreeRam,
    From,
    Full,
    Inputs,
    Json,
    Languages,
    LinkedCodecs,
    Maps,
    MaxBytes,
    Minimise,
    Most,
    NoPage,
    NoProgress,
    Operations,
    Output,
    Payback,
    Payloads,
    PayloadsOfRun,
    Pick,
    Precision,
    Rate,
    Records,
    Require,
    RoundTrip,
    RunName,
    Runners,
    RunToDelete,
    Sample,
    SampleOfSchema,
    SampleOfSizes,
    Scale,
    SchemaFile,
    Seed,
    SeedOfDocument,
    SeedOfInputs,
    Size,
    StdinFormat,
    Threshold,
    To,
    Typed,
    WaitForQuiet,
    Width,
    flag,
)
from weighbridge.payloads.generate import Root
from weighbridge.payloads.picks import with_shares
from weighbridge.report import listings
from weighbridge.report.comma_separated import Layout
from weighbridge.report.conformance import conformance_table
from weighbridge.report.exchange import MAX_BYTES as MAX_EXPORT_BYTES
from weighbridge.report.fidelity import probed
from weighbridge.report.matrix import matrix_table
from weighbridge.runners import in_use
from weighbridge.schema.emit import TARGETS


class Commands(typer.core.TyperGroup):
    """Commands that say when they were interrupted, and end well when nobody reads on; Typer does neither."""

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        """Read what was asked for."""
        with _ending_well():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command that was asked for."""
        with _ending_well(), in_use.held():
            return super().invoke(ctx)


@contextmanager
def _ending_well() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        # While a campaign measures, it handles this itself and keeps what it has.
        output.tell("Interrupted.", "yellow")
        raise typer.Exit(interruption.status()) from None
    except (BrokenPipeError, SystemExit):
        # Whoever read our output has had enough (`| head`): no reason to complain. SystemExit is what Rich makes of it.
        output.abandon()
        raise typer.Exit(outcome.NOT_READ) from None


app = typer.Typer(
    name="weighbridge",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    epilog="Start with: `weighbridge run orders.json`",
)
lists = typer.Typer(no_args_is_help=True, help="List codecs, formats, runners, payloads or runs.")
app.add_typer(lists, name="list")
boards = typer.Typer(no_args_is_help=True, help="Build the firmware of boards, or a sketch for Arduino's tools.")
app.add_typer(boards, name="firmware")


@app.callback()
def weighbridge(
    version: Annotated[bool, flag("--version", help="Print the version, and exit.", is_eager=True)] = False,
) -> None:
    """Weigh payloads: what a document costs to encode, decode, scan and carry, in every format and library."""
    if version:
        output.write(f"weighbridge {metadata.version('weighbridge')}\n")
        raise typer.Exit


@app.command(
    epilog="Examples:\n\n`weighbridge run orders.json`\n\n"
    "`weighbridge run orders.json --languages go --quick`\n\n"
    "`weighbridge run orders.json --languages python --typed`\n\n"
    "`weighbridge run orders.json --languages go --operations decode --pick /id,/items/0/price`\n\n"
    "`weighbridge run orders.json --operations pick --pick 0%,10%,25%,50%,100%`\n\n"
    "`weighbridge run messages.ndjson --languages python,c --budget 2m`\n\n"
    "`weighbridge run orders.json --runners python,pypy --variants`\n\n"
    "`weighbridge run orders.json --all --budget 10m`\n\n"
    "`weighbridge run boards --targets cortex-m4 --clock 133MHz`\n\n"
    "`curl … | weighbridge run - --operations decode --json > weights.json`"
)
def run(
    payloads: Payloads = None,
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    operations: Operations = [],
    typed: Typed = False,
    pick: Pick = [],
    maps: Maps = [],
    records: Records = [],
    as_json: AsJson = [],
    schema_file: SchemaFile = None,
    variants: Annotated[
        bool,
        flag(
            "--variants",
            help="Every variant of the codecs too, such as [insitu] and [reuse].",
            rich_help_panel=SELECTED,
        ),
    ] = False,
    everything: Annotated[
        bool,
        flag(
            "--all",
            help="Every runner, also those that take part only when named, and every variant.",
            rich_help_panel=SELECTED,
        ),
    ] = False,
    named: Annotated[
        list[str],
        typer.Option(
            "--payloads",
            help="More payloads.",
            metavar="NAMES",
            callback=options.named,
            autocompletion=completion.payloads,
            rich_help_panel=WEIGHED,
        ),
    ] = [],
    quick: Annotated[
        bool,
        flag(
            "--quick",
            help="20 s a runner: JSON, its two best libraries, the best MessagePack and CBOR.",
            rich_help_panel=MEASURED,
        ),
    ] = False,
    budget: Budget = None,
    baseline: Baseline = None,
    precision: Precision = 0.01,
    wait_for_quiet: WaitForQuiet = None,
    family: Family = None,
    instructions: Annotated[
        bool,
        flag(
            "--instructions",
            help="Count the processor's instructions too, where a runner is native: needs valgrind.",
            rich_help_panel=MEASURED,
        ),
    ] = False,
    set_up: Annotated[
        bool,
        flag(
            "--setup",
            help="Install the system's packages that a runner lacks; else a runner is built that needs nothing more.",
            rich_help_panel=SELECTED,
        ),
    ] = False,
    fresh_heap: Annotated[
        bool,
        flag(
            "--fresh-heap",
            help="Start native runners with an empty heap; else it is fragmented, as that of a program that has run "
            "for a while.",
            rich_help_panel=MEASURED,
        ),
    ] = False,
    seed: Seed = 0,
    as_array: AsArray = False,
    stdin_format: StdinFormat = "json",
    max_bytes: MaxBytes = MAX_BYTES,
    sample: Sample = USUAL_SAMPLE,
    full: Full = False,
    clock: Clock = None,
    no_page: NoPage = False,
    db: Database = DEFAULT_DATABASE,
    json: Json = False,
    no_progress: NoProgress = False,
) -> None:
    """Weigh documents: which codec suits them in your language, by how much, and whether to change from JSON.

    Without options every library of every language takes part once, in the runtime that most people use.
    """
    schemas = options.schema_source(maps, records, as_json, schema_file)
    chosen = options.selection(
        languages,
        runners,
        formats or (FORMATS if quick else ()),
        codecs,
        operations,
        typed=typed or schemas.is_said,
        picks=bool(pick),
        every_variant=variants or everything,
        every_runner=everything,
    )
    paths, shares = options.picks(pick)
    settings = Settings(
        budget_s=budget,
        precision=precision,
        seed=seed,
        baseline=baseline,
        selection=chosen,
        instructions=instructions,
        quick=quick,
        wait_for_quiet_s=wait_for_quiet or 0.0,
        picks=paths,
        schemas=schemas,
        family=family,
        clock_hz=clock,
        fragmented_heap=not fresh_heap,
    )
    weighed = measurement.payloads(
        [*(payloads or []), *options.names(named)], as_array, stdin_format, max_bytes, sample
    )
    weighed = with_shares(weighed, shares)
    measurement.require_of_use(weighed, settings.purpose)
    installs = set_up or machine.may_install_for(chosen)
    with output.progress(shown=not no_progress, look=partial(stored_runs.first_look, db)) as progress:
        if not payloads and not named:
            progress.note(measurement.prospect(weighed, settings))
        with _kept_in(db):
            name = measurement.run(weighed, settings, db, progress, installs=installs)
    _end(db, name, full=full, page=not no_page, json=json)


@app.command(epilog="Example:\n\n`weighbridge resume last`")
def resume(
    run: RunName,
    full: Full = False,
    no_page: NoPage = False,
    db: Database = DEFAULT_DATABASE,
    json: Json = False,
    no_progress: NoProgress = False,
) -> None:
    """Go on with a run that was interrupted or killed: the same plan, and what is left of its budget."""
    with output.progress(shown=not no_progress) as progress, _kept_in(db):
        name = measurement.resume(run, db, progress)
    _end(db, name, full=full, page=not no_page, json=json)


def _end(db: Path, name: str, *, full: bool, page: bool, json: bool) -> NoReturn:
    """Answer what a run that has just been measured was asked, say where its page is, and exit."""
    interruption.stop_in_order()  # whoever has interrupted the run may not want to wait for what it tells
    with _kept_in(db), interruption.of_run(name):
        kept = stored_runs.read_kept(db, name)
        told = pages.keep_page(db, kept) if page else None
        try:
            stored_runs.show_run(db, kept.document, "json" if json else "terminal", full=full)
        except OSError as error:
            if error.errno != errno.EPIPE:
                _tell_kept(db, name)
            raise
        if told is not None:
            output.tell(told)
    raise typer.Exit(measurement.status_of(kept.run))


@contextmanager
def _kept_in(db: Path) -> Iterator[None]:
    """Say of a run that is interrupted before or after it is measured that it is kept."""
    try:
        yield
    except interruption.RunInterrupted as error:
        _tell_kept(db, error.run)
        raise


def _tell_kept(db: Path, run: str) -> None:
    output.tell(f"Run {run} is kept. See it with: weighbridge report {run}{stored_runs.stored_at(db)}", "yellow")


@app.command(epilog="Examples:\n\n`weighbridge sizes orders.json`\n\n`weighbridge sizes samples/ --json`")
def sizes(
    payloads: Payloads = None,
    formats: Formats = [],
    as_array: AsArray = False,
    stdin_format: StdinFormat = "json",
    max_bytes: MaxBytes = MAX_BYTES,
    sample: SampleOfSizes = SAMPLE_OF_SIZES,
    json: Json = False,
) -> None:
    """Show how many bytes payloads take in every format, plain and compressed."""
    chosen = options.selection(formats=formats)
    weighed = measurement.payloads(payloads or [], as_array, stdin_format, max_bytes, sample)
    with output.progress(shown=not json) as progress:
        document = measurement.sizes(weighed, chosen.formats, progress)
    output.show(document, listings.sizes_table, json=json)


@app.command(
    epilog="Examples:\n\n`weighbridge schema orders.json`\n\n"
    "`weighbridge schema orders.json --to proto -o orders.proto`\n\n"
    "`weighbridge schema samples/ --map /prices --as-json '/orders/*/extra'`\n\n"
    "`weighbridge schema orders.json --to weighbridge -o own.json`\n\n"
    "`weighbridge schema orders.json --schema own.json`"
)
def schema(
    payloads: Payloads = None,
    target: Annotated[
        str | None,
        typer.Option(
            "--to",
            help=f"Write it as: {', '.join(TARGETS)}. Else an outline for people.",
            metavar="LANGUAGE",
            autocompletion=completion.schema_languages,
            show_default=False,
        ),
    ] = None,
    output_file: Output = None,
    maps: Maps = [],
    records: Records = [],
    as_json: AsJson = [],
    schema_file: SchemaFile = None,
    as_array: AsArray = False,
    stdin_format: StdinFormat = "json",
    max_bytes: MaxBytes = MAX_BYTES,
    sample: SampleOfSchema = SAMPLE_OF_SCHEMA,
    json: Json = False,
) -> None:
    """Infer the schema of all the documents together, and show it, or write it for a format that needs one."""
    weighed = measurement.payloads(payloads or [], as_array, stdin_format, max_bytes, sample, ())
    schema_command.tell_samples(weighed)
    documents = [document for payload in weighed for document in payload.documents]
    source = options.schema_source(maps, records, as_json, schema_file)
    found = schema_command.schema_of(documents, source)
    schema_command.show(found, "weighbridge" if json else target, output_file)


@app.command(epilog="Examples:\n\n`weighbridge verify`\n\n`weighbridge verify orders.json --codecs 'c/*' --json`")
def verify(
    payloads: Payloads = None,
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    operations: Operations = [],
    typed: Typed = False,
    pick: Pick = [],
    maps: Maps = [],
    records: Records = [],
    as_json: AsJson = [],
    schema_file: SchemaFile = None,
    as_array: AsArray = False,
    stdin_format: StdinFormat = "json",
    max_bytes: MaxBytes = MAX_BYTES,
    sample: Sample = USUAL_SAMPLE,
    markdown: Annotated[bool, flag("--markdown", help="Print a table of losses in Markdown.")] = False,
    matrix: Annotated[
        bool, flag("--matrix", help="Probe codecs with documents at the edges of what formats can hold, and beyond.")
    ] = False,
    conformance: Annotated[
        bool, flag("--conformance", help="Try the test vectors of formats' own specifications on every decoder.")
    ] = False,
    everything: Annotated[bool, flag("--all", help="With --conformance, list every vector that fails.")] = False,
    db: Database = DEFAULT_DATABASE,
    json: Json = False,
    no_progress: NoProgress = False,
) -> None:
    """Check what every codec preserves of payloads, without timing anything. Exit status 1 if a codec fails."""
    if (matrix or conformance) and payloads:
        raise typer.BadParameter("--matrix and --conformance bring documents of their own: leave out the payloads.")
    if matrix and conformance:
        raise typer.BadParameter("--matrix and --conformance are two tables: ask for one after the other.")
    schemas = options.schema_source(maps, records, as_json, schema_file)
    chosen = options.selection(
        languages,
        runners,
        formats,
        codecs,
        operations,
        typed=typed or schemas.is_said,
        picks=bool(pick),
        every_variant=True,
        every_runner=not languages and not runners,
    )
    if matrix:
        with output.progress(shown=not no_progress) as progress:
            status, found = probes.matrix(chosen, db, progress)
        if markdown:
            output.write(measurement.losses_table(found.codecs))
        else:
            output.show(found, matrix_table, json=json)
        raise typer.Exit(status)
    if conformance:
        with output.progress(shown=not no_progress) as progress:
            status, conforming = vectors.conformance(chosen, db, progress)
        output.show(conforming, partial(conformance_table, everything=everything), json=json)
        raise typer.Exit(status)
    weighed = measurement.payloads(payloads or [], as_array, stdin_format, max_bytes, sample)
    paths, shares = options.picks(pick)
    purpose = chosen.purpose(paths, schemas)
    measurement.require_of_use(weighed, purpose)
    with output.progress(shown=not no_progress) as progress:
        status, document = measurement.verify(with_shares(weighed, shares), chosen, purpose, progress)
    if markdown:
        output.write(measurement.losses_table(probed((*document.cells, *document.unsupported))))
    else:
        output.show(document, listings.verify_table, json=json)
    raise typer.Exit(status)


@app.command(
    epilog="Examples:\n\n`weighbridge evolve orders.json --languages python,go`\n\n"
    "`weighbridge evolve orders.json --formats protobuf,avro --json`"
)
def evolve(
    payloads: Payloads = None,
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    maps: Maps = [],
    records: Records = [],
    as_json: AsJson = [],
    schema_file: SchemaFile = None,
    as_array: AsArray = False,
    stdin_format: StdinFormat = "json",
    max_bytes: MaxBytes = MAX_BYTES,
    sample: Sample = USUAL_SAMPLE,
    json: Json = False,
    no_progress: NoProgress = False,
) -> None:
    """Try changes of the schema that have reached one end only: which codecs still work, refuse, or misread.

    A newer reader has a field more than what was written; an older one knows the first half of the fields.
    """
    source = options.schema_source(maps, records, as_json, schema_file)
    chosen = options.selection(languages, runners, formats, codecs, ("decode-typed",))
    weighed = measurement.payloads(
        payloads or [],
        as_array,
        stdin_format,
        max_bytes,
        sample,
        default=evolution.DEFAULT_PAYLOADS,
    )
    with output.progress(shown=not no_progress) as progress:
        status, document = evolution.try_changes(weighed, chosen, source, progress)
    output.show(document, listings.evolve_table, json=json)
    raise typer.Exit(status)


@app.command(
    epilog="Examples:\n\n`weighbridge attack --languages c --formats cbor`\n\n"
    "`weighbridge attack --codecs 'python/*' --formats msgpack --bytes 91*100000 --json`"
)
def attack(
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    operations: Operations = [],
    inputs: Inputs = hostility.INPUTS,
    seed: SeedOfInputs = 0,
    given: Annotated[
        str | None,
        typer.Option(
            "--bytes",
            metavar="HEX",
            show_default=False,
            help="One input instead: c1, or 91*1000+c0 for a byte a thousand times.",
            rich_help_panel=MEASURED,
        ),
    ] = None,
    json: Json = False,
    no_progress: NoProgress = False,
) -> None:
    """Give hostile bytes to decoders: cut short, with bits flipped, lengths that lie, nested deeply, at random.

    What takes a runner along (a crash, a hang, too much memory) is told with the smallest input that does it; the exit
    status is 1 then.
    """
    chosen = options.selection(languages, runners, formats, codecs, operations, every_variant=True)
    with output.progress(shown=not no_progress) as progress:
        status, document = hostility.attack_decoders(chosen, inputs, seed, given, progress)
    output.show(document, listings.attack_table, json=json)
    raise typer.Exit(status)


@app.command(
    epilog="Examples:\n\n`weighbridge audit --languages c`\n\n"
    "`weighbridge audit orders.json --codecs 'cpp/rapidjson*' --operations decode --json`"
)
def audit(
    payloads: Payloads = None,
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    operations: Operations = [],
    as_array: AsArray = False,
    stdin_format: StdinFormat = "json",
    max_bytes: MaxBytes = MAX_BYTES,
    sample: Sample = USUAL_SAMPLE,
    json: Json = False,
    no_progress: NoProgress = False,
) -> None:
    """Prove that libraries are what is timed: whose instructions a pass takes, and what it allocates. Needs valgrind.

    Without a document, the small message `websocket` is looked into, where adapters weigh most. Programs that are not
    native, such as Python's, cannot be audited.
    """
    chosen = options.selection(languages, runners, formats, codecs, operations, every_variant=True)
    weighed = measurement.payloads(
        payloads or [], as_array, stdin_format, max_bytes, sample, default=auditing.DEFAULT_PAYLOADS
    )
    with output.progress(shown=not no_progress) as progress:
        status, document = auditing.audit(weighed, chosen, progress)
    output.show(document, listings.audit_table, json=json)
    raise typer.Exit(status)


@app.command(epilog="Examples:\n\n`weighbridge setup`\n\n`weighbridge setup c python`")
def setup(
    runners: Annotated[
        list[str] | None,
        typer.Argument(help="Runners; all if none.", autocompletion=completion.runners, show_default=False),
    ] = None,
    *,
    force: Annotated[
        bool,
        typer.Option("--force", help="Fetch libraries' sources again, and build what is up to date, too."),
    ] = False,
) -> None:
    """Install what runners need, where this machine allows it, and build them."""
    with output.progress(shown=True) as progress:
        status = machine.setup(runners or [], progress, force=force)
    raise typer.Exit(status)


@app.command(name="self-test")
def self_test() -> None:
    """Prove this installation: a small document is verified, weighed and reported, in some ten seconds."""
    raise typer.Exit(proof.self_test())


@app.command(epilog="Examples:\n\n`weighbridge doctor`\n\n`weighbridge doctor c`")
def doctor(
    runners: Annotated[
        list[str] | None,
        typer.Argument(help="Runners; all if none.", autocompletion=completion.runners, show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Say what works on this machine, what does not, and what to do about it."""
    status, document = machine.doctor(runners or [])
    output.show(document, listings.doctor_report, json=json)
    raise typer.Exit(status)


@app.command(
    epilog="Examples:\n\n`weighbridge report last`\n\n`weighbridge report last --short`\n\n"
    "`weighbridge report last --html run.html`\n\n`weighbridge report last --languages python --operations decode`\n\n"
    "`weighbridge report last --format csv > run.csv`\n\n`weighbridge report last --layout schemaless`\n\n"
    "`weighbridge report last -o run.parquet`"
)
def report(
    run: RunName,
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    operations: Operations = [],
    payloads: PayloadsOfRun = [],
    format: Annotated[  # noqa: A002
        stored_runs.ReportFormat | None,
        typer.Option(
            help="What to write: terminal, markdown, csv, json, parquet. Else what the file's ending says.",
            metavar="FORMAT",
            show_default=False,
            rich_help_panel=SHOWN,
        ),
    ] = None,
    output_file: Output = None,
    html: Annotated[
        Path | None,
        typer.Option(
            help="Write the whole run as one page to look at in a browser.",
            callback=options.file_to_write,
            metavar="FILE",
            show_default=False,
            rich_help_panel=SHOWN,
        ),
    ] = None,
    short: Annotated[
        bool, flag("--short", help="Show the answer alone, as a run ends with it.", rich_help_panel=SHOWN)
    ] = False,
    no_samples: Annotated[
        bool,
        flag("--no-samples", help="Leave the raw samples out of the page: a smaller file.", rich_help_panel=SHOWN),
    ] = False,
    layout: Annotated[
        Layout,
        typer.Option(
            help="Whose tables, for people and as CSV: cells (ours), arduino (JSON beside MessagePack, as firmware "
            "prints it), or schemaless (as schemaless-benchmarks publishes them, with and without tares).",
            metavar="LAYOUT",
            rich_help_panel=SHOWN,
        ),
    ] = "cells",
    clock: Clock = None,
    db: Database = DEFAULT_DATABASE,
    json: Json = False,
) -> None:
    """Show the tables of a run that was kept, or write it for other tools."""
    kept = stored_runs.read_kept(db, run, clock)
    form: stored_runs.ReportFormat | None = "json" if json else format
    if form is None and output_file is not None and output_file.suffix.lower() in {".html", ".htm"}:
        html, output_file = output_file, None
    if html is not None:
        pages.write_page(kept, html, samples=not no_samples)
        output.tell(f"Page: {html.absolute().as_uri()}")
    if html is None or form is not None or output_file is not None:
        chosen = options.unchecked(languages, runners, formats, codecs, operations)
        document = narrow(kept.document, chosen, options.names(payloads))
        # What is left of a runner's codecs or operations would answer another question than the run's.
        whole = not (chosen.formats or chosen.codecs or chosen.operations)
        form = form or stored_runs.form_of(output_file)
        stored_runs.show_run(db, document, form, output_file, layout, full=not short, answered=whole or short)


@app.command(
    epilog="Examples:\n\n`weighbridge advise last`\n\n"
    "`weighbridge advise last --to msgpack --bandwidth 1Gbit/s --rtt 0.5ms --rate 2000/s --compress zstd`\n\n"
    "`weighbridge advise last --languages php --minimise cost --change-cost 12000 --require exact,maintained`\n\n"
    "`weighbridge advise last --rate 1/min --energy-per-byte 1.5uJ --energy-per-million 100uA/MHz@3V`"
)
def advise(
    run: RunName,
    to: To = None,
    baseline: Baseline = None,
    bandwidth: Bandwidth = "100Mbit/s",
    rtt: RoundTrip = "20ms",
    rate: Rate = "10/s",
    compress: Compress = "none",
    cpu_price: CpuPrice = "0.04/h",
    egress_price: EgressPrice = "0.09/GB",
    require: Require = [],
    accept: Accept = [],
    minimise: Minimise = "latency",
    threshold: Threshold = "5%",
    change_cost: ChangeCost = None,
    payback: Payback = "12 months",
    on_board: BoardDoes = "both",
    energy_per_byte: EnergyPerByte = None,
    energy_per_million: EnergyPerMillion = None,
    battery: Battery = None,
    free_flash: FreeFlash = None,
    free_ram: FreeRam = None,
    payloads: PayloadsOfRun = [],
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    db: Database = DEFAULT_DATABASE,
    json: Json = False,
) -> None:
    """Answer "should I?": the best codec for your network, rate and prices, and whether it is worth a change."""
    scenario = read_scenario(
        to=to,
        baseline=baseline,
        bandwidth=bandwidth,
        rtt=rtt,
        rate=rate,
        compress=compress,
        cpu_price=cpu_price,
        egress_price=egress_price,
        require=require,
        accept=accept,
        minimise=minimise,
        threshold=threshold,
        change_cost=change_cost,
        payback=payback,
        on_board=on_board,
        energy_per_byte=energy_per_byte,
        energy_per_million=energy_per_million,
        battery=battery,
        free_flash=free_flash,
        free_ram=free_ram,
    )
    selection = options.unchecked(languages, runners, formats, codecs)
    output.show(decision.advise(db, run, scenario, selection, options.names(payloads)), renderable, json=json)


@app.command(
    epilog="Examples:\n\n`weighbridge plot last --kind verdict --languages go --bandwidth 10Mbit/s -o verdict.svg`\n\n"
    "`weighbridge plot last --kind ranking --runners python -o ranking.svg`\n\n"
    "`weighbridge plot last --kind bandwidth --payloads orders --compress gzip -o bandwidth.png`"
)
def plot(
    run: RunName,
    output_file: Annotated[
        Path, typer.Option("-o", "--output", help="The picture: .svg or .png.", callback=options.file_to_write)
    ],
    kind: Annotated[
        Kind,
        typer.Option(
            help="What to plot: what to do, the ranking, size against time (pareto), time against bandwidth, codec by "
            "payload (heatmap), the samples of one row, or what an emulated board counted (boards)."
        ),
    ] = "ranking",
    payloads: PayloadsOfRun = [],
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    codecs: Codecs = [],
    operations: Operations = [],
    exact: Annotated[bool, flag("--exact", help="Leave lossy codecs out.")] = False,
    unit: Annotated[
        Unit | None,
        typer.Option(
            help="What the bars of a ranking are; else times, in multiples of the baseline where there is one runner.",
            show_default=False,
        ),
    ] = None,
    gross: Annotated[bool, flag("--gross", help="Show gross times.")] = False,
    to: To = None,
    baseline: Baseline = None,
    bandwidth: Bandwidth = "100Mbit/s",
    rtt: RoundTrip = "20ms",
    rate: Rate = "10/s",
    compress: Compress = "none",
    cpu_price: CpuPrice = "0.04/h",
    egress_price: EgressPrice = "0.09/GB",
    require: Require = [],
    accept: Accept = [],
    minimise: Minimise = "latency",
    threshold: Threshold = "5%",
    change_cost: ChangeCost = None,
    payback: Payback = "12 months",
    most: Most = 40,
    theme: Annotated[Theme, typer.Option(help="The background that it is made for.")] = "light",
    width: Width = 860,
    scale: Scale = 2.0,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write a chart of a run, for slides and READMEs."""
    chosen = ChartOptions(
        exact=exact,
        unit=unit,
        weight="gross" if gross else "net",
        scenario=read_scenario(
            to=to,
            baseline=baseline,
            bandwidth=bandwidth,
            rtt=rtt,
            rate=rate,
            compress=compress,
            cpu_price=cpu_price,
            egress_price=egress_price,
            require=require,
            accept=accept,
            minimise=minimise,
            threshold=threshold,
            change_cost=change_cost,
            payback=payback,
        ),
        most=most,
        theme=theme,
        width=width,
    )
    selection = options.unchecked(languages, runners, formats, codecs, operations)
    decision.plot(db, run, kind, selection, options.names(payloads), chosen, scale, output_file)


@app.command(epilog="Example:\n\n`weighbridge generate --size 2 --seed 7 > small.json`")
def generate(
    size: Size = 2,
    seed: SeedOfDocument = 0,
    root: Annotated[Root, typer.Option(help="What the document's root is.")] = "map",
    *,
    integer_keys: Annotated[
        bool, typer.Option("--integer-keys", help="Keys are small integers in decimal; see convert --integer-keys.")
    ] = False,
    pretty: Annotated[bool, typer.Option("--pretty", help="A line a value, indented by tabs.")] = False,
) -> None:
    """Write a random document, as minified JSON or as people read it."""
    output.write(conversion.generate(size, seed, root, integer_keys=integer_keys, pretty=pretty))


@app.command(
    epilog="Examples:\n\n`weighbridge convert orders.json orders.msgpack`\n\n"
    "`weighbridge convert log.ndjson log.cbor --lossy`\n\n`weighbridge convert --from cbor --to json - - < in > out`"
)
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file, or - for standard input.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A file, or - for standard output.")],
    source_format: From = None,
    target_format: Annotated[
        str | None,
        typer.Option("--to", help="The format to write, where the ending does not tell.", show_default=False),
    ] = None,
    lossy: Annotated[bool, flag("--lossy", help="Convert even if something is lost; say what.")] = False,
    integer_keys: Annotated[
        bool, flag("--integer-keys", help='Write keys such as "17" as integers, in formats that have such keys.')
    ] = False,
    max_bytes: MaxBytes = MAX_BYTES,
) -> None:
    """Convert a document to another format. Refused where something would be lost, unless with --lossy."""
    conversion.convert(
        source, target, source_format, target_format, lossy=lossy, integer_keys=integer_keys, max_bytes=max_bytes
    )


@app.command(epilog="Examples:\n\n`weighbridge show orders.msgpack`\n\n`weighbridge show - --from cbor < reply.bin`")
def show(
    file: Annotated[Path, typer.Argument(help="A file, or - for standard input.")],
    source_format: From = None,
    max_bytes: MaxBytes = MAX_BYTES,
) -> None:
    """Show a document of any format as text."""
    conversion.show_file(file, source_format, max_bytes)


@app.command(epilog="Examples:\n\n`weighbridge export last > run.json`\n\n`weighbridge export last -o run.json.gz`")
def export(
    run: RunName,
    output_file: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="A file; .gz is compressed.",
            callback=options.file_to_write,
            show_default=False,
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write a run with all its samples as one JSON file."""
    stored_runs.export(db, run, output_file)


@app.command(name="import", epilog="Example:\n\n`weighbridge import run.json.gz`")
def import_(
    file: Annotated[Path, typer.Argument(help="What export wrote.")],
    max_bytes: MaxBytes = MAX_EXPORT_BYTES,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Read a run that was exported, here or elsewhere, into the database: all of it, or nothing."""
    stored_runs.import_run(db, file, max_bytes)


@app.command(epilog="Example:\n\n`weighbridge delete 20260101-120000-abcd`")
def delete(
    run: RunToDelete,
    yes: Annotated[bool, flag("--yes", "-y", help="Do not ask.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Delete a run for good, with its samples and its page, and say which. On a terminal it asks before."""
    pages.delete_run(db, run, asks=not yes and output.is_conversation())


@boards.command(
    "build",
    epilog="Examples:\n\n`weighbridge firmware build cortex-m4 -o firmware.elf`\n\n"
    "`weighbridge firmware build atmega2560 --codecs mpack,jsmn -o small.elf`",
)
def firmware_build(
    board: Annotated[str, typer.Argument(help="A board: weighbridge firmware list.", autocompletion=completion.boards)],
    output_file: Annotated[
        Path,
        typer.Option("-o", "--output", help="Where the image goes.", callback=options.file_to_write, metavar="FILE"),
    ],
    codecs: LinkedCodecs = [],
) -> None:
    """Build the firmware for a board, by the commands of the runner's manifest."""
    with output.progress(shown=True) as progress:
        status = firmware.build_image(board, options.names(codecs), output_file, progress)
    raise typer.Exit(status)


@boards.command(
    "sketch",
    epilog="Examples:\n\n`weighbridge firmware sketch bench`\n\n`weighbridge firmware sketch small --codecs cmp,jsmn`",
)
def firmware_sketch(
    folder: Annotated[Path, typer.Argument(help="The sketch's folder, which is made.")],
    codecs: LinkedCodecs = [],
) -> None:
    """Write the firmware as a sketch, which Arduino's IDE and PlatformIO compile for any board that they know."""
    with output.progress(shown=True) as progress:
        status = firmware.write_sketch(folder, options.names(codecs), progress)
    raise typer.Exit(status)


@boards.command("list")
def firmware_list(json: Json = False) -> None:
    """List the boards that there is firmware for."""
    output.show(firmware.rows(), listings.firmware_table, json=json)


@lists.command("codecs")
def list_codecs(
    languages: Languages = [],
    runners: Runners = [],
    formats: Formats = [],
    json: Json = False,
) -> None:
    """List every codec of the runners that are built, whether it is installed, and how to get it if not."""
    chosen = options.selection(languages, runners, formats, every_runner=True)
    with output.progress(shown=True) as progress:
        rows = catalogue.codecs(chosen, progress)
    output.show(rows, listings.codecs_table, json=json)


@lists.command("formats")
def list_formats(json: Json = False) -> None:
    """List the formats, with their file endings and reference codecs."""
    output.show(catalogue.formats(), listings.formats_table, json=json)


@lists.command("runners")
def list_runners(json: Json = False) -> None:
    """List the runners."""
    output.show(catalogue.runners(), listings.runners_table, json=json)


@lists.command("payloads")
def list_payloads(json: Json = False) -> None:
    """List the built-in payloads."""
    output.show(catalogue.built_in(), listings.payloads_table, json=json)


@lists.command("runs")
def list_runs(db: Database = DEFAULT_DATABASE, json: Json = False) -> None:
    """List the runs that were kept."""
    output.show(stored_runs.runs(db), listings.runs_table, json=json)


def main() -> None:
    """Run the command line. Exit statuses are listed in ``docs/reading-the-numbers.md``."""
    output.prepare()
    interruption.stop_in_order()
    try:
        app()
    except outcome.EXPECTED as error:
        output.tell(f"weighbridge: {error}", "red")
        sys.exit(outcome.BAD_INPUT)
    except OSError as error:  # the system refuses what nothing else goes without, such as room for what is printed
        output.abandon()
        reason = "it is closed" if error.errno == errno.EBADF else error.strerror or error
        output.tell(f"weighbridge: {error.filename or 'standard output'}: {reason}", "red")
        sys.exit(interruption.status() if interruption.has_come() else outcome.BAD_INPUT)
    except Exception as error:  # noqa: BLE001 (whatever else it is, it is no codec's failure)
        traceback.print_exc()
        output.tell(
            f"weighbridge: this is a fault of Weighbridge itself ({type(error).__name__}). Please report it.", "red"
        )
        sys.exit(outcome.BROKEN)
    finally:
        interruption.finish()
        live.show_cursor()

"""What the commands do, between the options and the modules that do the work."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from rich.console import Console, RenderableType

from weighbridge import options
from weighbridge.campaign import flow
from weighbridge.campaign.crew import Crew, muster
from weighbridge.campaign.environment import describe_machine
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Progress, Silence
from weighbridge.campaign.selection import Selection, SelectionError, check_names, check_patterns
from weighbridge.campaign.sizing import size_records
from weighbridge.campaign.verification import prepare_reference, prepare_references, verify_cells
from weighbridge.formats import convert as conversion
from weighbridge.formats.documents import Untrusted, kind_of_file, read_documents
from weighbridge.formats.format import Malformed, Unrepresentable
from weighbridge.formats.registry import UnknownFormat, all_formats, find_format
from weighbridge.formats.show import show as as_text
from weighbridge.live import LiveProgress
from weighbridge.payloads import Payload, PayloadError, built_in_descriptions, built_in_payload, resolve
from weighbridge.payloads import generate as generate_document
from weighbridge.report import document as documents
from weighbridge.report.build import build_document
from weighbridge.report.comma_separated import to_csv
from weighbridge.report.exchange import export_run
from weighbridge.report.exchange import import_run as read_export
from weighbridge.report.markdown import to_markdown
from weighbridge.report.terminal import print_run
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest, ManifestError, find_manifests
from weighbridge.runners.setup import plan_setup, run_setup
from weighbridge.store import runs as stored
from weighbridge.store.database import StoreError
from weighbridge.store.journal import read_samples

DONE = 0
FAILED = 1
BAD_INPUT = 2
TROUBLE = 3
INTERRUPTED = 130

EXPECTED = (
    ManifestError,
    PayloadError,
    SelectionError,
    StoreError,
    UnknownFormat,
    Untrusted,
)
"""Errors that a user can mend: shown as a message, never as a traceback."""

DEFAULT_PAYLOADS = ("websocket", "device-status", "issues-page", "number-table")
"""What ``run`` and ``verify`` weigh when nothing is named: small messages, a status, a page, numbers."""


@contextmanager
def progress(*, shown: bool) -> Iterator[Progress]:
    """Give live progress on standard error, or silence."""
    if not shown:
        yield Silence()
        return
    with LiveProgress(Console(stderr=True)) as live:
        yield live


def payloads(arguments: Sequence[str], as_array: bool, stdin_format: str, max_bytes: int) -> list[Payload]:
    """Return the payloads that are named, or the default ones."""
    return resolve(
        arguments or DEFAULT_PAYLOADS,
        as_array=as_array,
        stdin=sys.stdin.buffer,
        stdin_kind=stdin_format,
        max_bytes=max_bytes,
    )


def run(weighed: Sequence[Payload], settings: flow.Settings, database: Path, watcher: Progress) -> tuple[int, str]:
    """Run a campaign; return the exit status and the run's name."""
    crew = _crew(settings.selection, watcher, settings.baseline)
    name = flow.weigh(weighed, crew, settings, database, watcher)
    return _status(database, name), name


def resume(name: str, database: Path, watcher: Progress) -> tuple[int, str]:
    """Go on with a run; return the exit status and the run's name."""
    name = find_run(database, name)
    needed = {cell.runner for cell in stored.read_run(database, name).cells}
    crew = muster([manifest for manifest in find_manifests(runners_root()) if manifest.name in needed], watcher)
    flow.resume(name, crew, database, watcher)
    return _status(database, name), name


def _crew(chosen: Selection, watcher: Progress, baseline: str | None = None) -> Crew:
    crew = muster(options.manifests(chosen, baseline), watcher)
    names = {
        f"{member.description.language}/{codec.full_name}"
        for member in crew.members.values()
        for codec in (*member.description.codecs, *member.description.missing)
    }
    if names:
        check_patterns(chosen.codecs, names)
    if not crew.members:
        raise StoreError("\n".join(failure.message for failure in crew.failures) or "there is no runner")
    return crew


def _status(database: Path, name: str) -> int:
    found = stored.read_run(database, name)
    if found.record.status == "interrupted":
        return INTERRUPTED
    return TROUBLE if found.failures else DONE


def find_run(database: Path, name: str) -> str:
    """Return a run's full name."""
    return stored.find_run(database, name)


def show_run(database: Path, name: str, form: str) -> None:
    """Print a run as ``terminal``, ``markdown``, ``csv`` or ``json``."""
    document = build_document(stored.read_run(database, name), read_samples(database, name))
    if form == "terminal":
        print_run(_console(), document)
    else:
        writers: dict[str, Callable[[documents.RunDocument], str]] = {"markdown": to_markdown, "csv": to_csv}
        write(writers[form](document) if form in writers else document.model_dump_json(indent=2) + "\n")


def _console() -> Console:
    # What is piped or redirected has no width of its own: it gets one that no table has to be cut for.
    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=160)


def write(text: str) -> None:
    """Write text to standard output as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def show(content: Any, table: Callable[[Any], RenderableType], *, json: bool) -> None:
    """Print a document or a list of documents: as JSON, or for people as a table."""
    if json:
        kind: TypeAdapter[Any] = TypeAdapter(type(content) if isinstance(content, BaseModel) else list[Any])
        write(kind.dump_json(content, indent=2).decode() + "\n")
    else:
        _console().print(table(content))


def sizes(weighed: Sequence[Payload], formats_wanted: Sequence[str]) -> documents.SizesDocument:
    """Return the sizes of payloads in every format, or in those wanted."""
    wanted = formats_wanted or [form.name for form in all_formats()]
    references = [prepare_reference(payload, wanted) for payload in weighed]
    return documents.SizesDocument(
        sizes=tuple(record for reference in references for record in size_records(reference)),
        unrepresentable=tuple(
            documents.Unrepresentable(payload=reference.payload.name, format=name, reason=reason)
            for reference in references
            for name, reason in reference.unrepresentable.items()
        ),
    )


def verify(weighed: Sequence[Payload], chosen: Selection, watcher: Progress) -> tuple[int, documents.VerifyDocument]:
    """Verify cells without timing them; return the exit status and what was found."""
    crew = _crew(chosen, watcher)
    references = prepare_references(weighed, crew, watcher)
    verified = verify_cells(plan_cells(crew, list(references), chosen), crew, references, watcher)
    rows = [
        documents.VerifiedCell.model_validate(cell.model_dump(include=set(documents.VerifiedCell.model_fields)))
        for cell in verified.cells
        if cell.role == "codec"
    ]
    document = documents.VerifyDocument(
        cells=tuple(row for row in rows if row.fidelity != "unsupported"),
        unsupported=tuple(row for row in rows if row.fidelity == "unsupported"),
        failures=tuple(
            documents.Failure.model_validate(failure.model_dump()) for failure in (*crew.failures, *verified.failures)
        ),
    )
    if document.failures:
        return TROUBLE, document
    return FAILED if any(row.fidelity == "failed" for row in rows) else DONE, document


def _named_manifests(names: Sequence[str]) -> list[Manifest]:
    every = find_manifests(runners_root())
    check_names("runner", names, {manifest.name for manifest in every})
    return [manifest for manifest in every if not names or manifest.name in names]


def setup(names: Sequence[str], watcher: Progress) -> int:
    """Install what runners need and build them; return the exit status."""
    chosen = _named_manifests(names)
    plan = plan_setup(chosen)
    watcher.stage("Installing", 1)
    report = run_setup(plan, progress=watcher.about)
    for line in (*plan.advice, *report.done, *report.notes, *report.problems):
        watcher.note(line)
    crew = muster(chosen, watcher)
    for failure in crew.failures:
        watcher.note(failure.message)
    for member in crew.members.values():
        missing = ", ".join(codec.full_name for codec in member.description.missing)
        without = f"; not installed: {missing}" if missing else ""
        watcher.note(f"{member.manifest.title}: {len(member.description.codecs)} codecs{without}")
    return TROUBLE if crew.failures else DONE


def doctor(names: Sequence[str]) -> tuple[int, documents.DoctorDocument]:
    """Look into every runner; return the exit status and what was found."""
    reports = []
    for manifest in _named_manifests(names):
        plan = plan_setup([manifest])
        crew = muster([manifest], Silence())
        member = crew.members.get(manifest.name)
        reports.append(
            documents.RunnerHealth(
                runner=manifest.name,
                title=manifest.title,
                language=manifest.language,
                ready=member is not None,
                codecs=len(member.description.codecs) if member else 0,
                runtime=member.description.runtime if member else None,
                compiler=member.description.compiler if member else None,
                raised_priority=member.raised_priority if member else None,
                missing=tuple(f"{c.full_name}: {c.reason}" for c in member.description.missing) if member else (),
                problems=tuple(failure.message for failure in crew.failures),
                advice=plan.advice,
            )
        )
    healthy = all(report.ready for report in reports)
    return DONE if healthy else TROUBLE, documents.DoctorDocument(machine=describe_machine(), runners=tuple(reports))


def generate(size: int, seed: int) -> str:
    """Return a generated document as minified JSON with a line feed."""
    return find_format("json").encode(generate_document(size, seed)).decode() + "\n"


def _read(file: Path, form: str | None, max_bytes: int) -> tuple[bytes, str]:
    if str(file) == "-":
        if form is None:
            raise UnknownFormat("name the format of standard input with --from")
        return sys.stdin.buffer.read(), form
    try:
        if file.stat().st_size > max_bytes:
            raise PayloadError(f"{file}: larger than {max_bytes} bytes. Raise the limit with --max-bytes.")
        return file.read_bytes(), form or kind_of_file(file)
    except OSError as error:
        raise PayloadError(f"{file}: {error.strerror}") from error


def convert(
    source: Path, target: Path, source_format: str | None, target_format: str | None, *, lossy: bool, max_bytes: int
) -> None:
    """Convert a file, and say on standard error what was lost."""
    if target_format is None and str(target) == "-":
        raise UnknownFormat("name the format to write with --to")
    data, kind = _read(source, source_format, max_bytes)
    try:
        converted, losses = conversion.convert(data, kind, target_format or kind_of_file(target), lossy=lossy)
    except conversion.LossyConversion as error:
        raise PayloadError(f"{source}: {error}. Convert it all the same with --lossy.") from error
    except (Malformed, Unrepresentable) as error:
        raise PayloadError(f"{source}: {error}") from error
    if str(target) == "-":
        sys.stdout.buffer.write(converted)
        sys.stdout.buffer.flush()
    else:
        _write_file(target, converted)
    if losses:
        Console(stderr=True).print(f"Lost: {', '.join(losses)}", style="yellow")


def _write_file(target: Path, data: bytes) -> None:
    try:
        target.write_bytes(data)
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror}") from error


def show_file(file: Path, form: str | None, max_bytes: int) -> None:
    """Print a document as text."""
    data, kind = _read(file, form, max_bytes)
    try:
        content = read_documents(data, kind)
    except Malformed as error:
        raise PayloadError(f"{file}: {error}") from error
    for piece in as_text(content):
        sys.stdout.write(piece)
    sys.stdout.flush()


def export(database: Path, name: str, output: Path | None) -> None:
    """Write a run as one file."""
    text = export_run(database, find_run(database, name))
    if output is None:
        write(text + "\n")
    else:
        data = text.encode() + b"\n"
        _write_file(output, gzip.compress(data, mtime=0) if output.suffix == ".gz" else data)


def import_run(database: Path, file: Path) -> None:
    """Read an exported run."""
    name = read_export(database, file)
    write(f"Imported run {name}. See it with: weighbridge report {name}\n")


def codecs(chosen: Selection, watcher: Progress) -> list[documents.CodecRow]:
    """Return every codec of every runner, the missing ones included."""
    crew = muster(options.manifests(chosen), watcher)
    for failure in crew.failures:
        watcher.note(failure.message)
    rows = []
    for member in crew.members.values():
        description = member.description
        for codec in sorted((*description.codecs, *description.missing), key=lambda codec: codec.full_name):
            if chosen.has_codec(
                language=description.language, codec=codec.codec, name=codec.full_name, form=codec.format
            ):
                rows.append(_codec_row(member.name, description.language, codec))
    return rows


def _codec_row(runner: str, language: str, codec: Any) -> documents.CodecRow:
    content = codec.model_dump(include={"codec", "variant", "format", "library", "operations", "policies"})
    reason = getattr(codec, "reason", None)
    return documents.CodecRow(
        **{"policies": {}, **content},
        language=language,
        runner=runner,
        library_version=getattr(codec, "version", None),
        installed=reason is None,
        reason=reason,
    )


def formats() -> list[documents.FormatRow]:
    """Return every format."""
    return [
        documents.FormatRow(
            format=form.name,
            title=form.title,
            endings=form.endings,
            text=form.text,
            specification=form.specification,
            reference=form.library,
        )
        for form in all_formats()
    ]


def runners() -> list[documents.RunnerRow]:
    """Return every runner."""
    return [
        documents.RunnerRow(
            runner=manifest.name,
            title=manifest.title,
            language=manifest.language,
            target=manifest.target,
            baseline=manifest.baseline,
            folder=str(manifest.folder),
        )
        for manifest in find_manifests(runners_root())
    ]


def built_in() -> list[documents.PayloadRow]:
    """Return every built-in payload."""
    return [
        documents.PayloadRow(
            payload=payload.name,
            description=payload.description,
            documents=len(payload.documents),
            json_bytes=sum(len(find_format("json").encode(document)) for document in payload.documents),
        )
        for payload in map(built_in_payload, built_in_descriptions())
    ]


def runs(database: Path) -> list[documents.RunRow]:
    """Return every run that is kept, the newest first."""
    return [
        documents.RunRow(
            run=record.run,
            started=record.started,
            status=record.status,
            measured_s=record.measured_s,
            payloads=tuple(payload.payload for payload in stored.read_run(database, record.run).payloads),
        )
        for record in stored.list_runs(database)
    ]

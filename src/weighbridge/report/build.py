"""From a stored run to the document that reports show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from weighbridge.formats.model import shorten
from weighbridge.formats.registry import all_formats
from weighbridge.measure.analysis import Analysis, analyse
from weighbridge.measure.intervals import Interval as Estimate
from weighbridge.measure.results import CellResult
from weighbridge.measure.samples import Samples
from weighbridge.store.records import FLOOR_PREFIX, CellRecord, Run
from weighbridge.store.specs import cell_specs

from .comparisons import with_comparisons
from .compression import compression_times
from .counted import at_clock, counted_cells, too_large
from .document import (
    Cell,
    Failure,
    Floor,
    FormatInfo,
    Interval,
    NetTime,
    PayloadInfo,
    Relative,
    RunDocument,
    RunInfo,
    SelfCheck,
    Spent,
)
from .failures import failures_of
from .profiled import profiles_of
from .quietness import quietness_of
from .survival import conformance_of, matrix_of

_EXCERPT = 32
"""Characters that let people recognise a payload."""


def build_document(run: Run, samples: Samples) -> RunDocument:
    """Analyse a run's samples and return everything that a report shows."""
    specs = cell_specs(run.cells)
    precision = float(run.record.settings["precision"])
    analysis = analyse(
        specs,
        samples,
        margin=precision,
        looks=(*(look for look in run.record.looks if look < 1), 1.0),
        quiet_ns=run.record.quiet_ns,
    )
    document = RunDocument(
        run=_run_info(run, analysis, samples),
        environment=run.record.environment,
        formats=tuple(_formats(run)),
        cells=tuple(_cells(run, analysis)),
        floors=tuple(_floors(run, analysis)),
        counted=tuple(counted_cells(run, _gzip_bytes(run))),
        too_large=tuple(too_large(run)),
        matrix=matrix_of(run.findings),
        conformance=conformance_of(run.findings),
        failures=tuple(
            [*failures_of(run.failures)]
            + [_unverified(cell) for cell in run.cells if cell.role == "codec" and cell.fidelity == "failed"]
        ),
    )
    clock_hz = run.record.settings.get("clock_hz")
    return with_comparisons(document if clock_hz is None else at_clock(document, clock_hz))


def _gzip_bytes(run: Run) -> dict[tuple[str, str], int]:
    return {
        (size.payload, size.format): size.compressed["gzip"].bytes for size in run.sizes if "gzip" in size.compressed
    }


def _run_info(run: Run, analysis: Analysis, samples: Samples) -> RunInfo:
    record = run.record
    check = analysis.self_check
    compression = compression_times(run.compressions)
    return RunInfo(
        run=record.run,
        started=record.started,
        finished=record.finished,
        status=record.status,
        version=record.version,
        settings=record.settings,
        measured_s=record.measured_s,
        quietness=quietness_of(analysis, samples),
        spent=tuple(
            Spent(runner=runner, activity=activity, seconds=seconds)
            for runner, account in record.spent.items()
            for activity, seconds in account.items()
        ),
        self_check=SelfCheck(pairs=check.pairs, different=len(check.different), passed=check.ok is not False),
        payloads=tuple(
            PayloadInfo(
                **payload.model_dump(exclude={"documents"}),
                documents=len(payload.documents),
                excerpt=shorten(payload.documents[0], _EXCERPT) if payload.documents else None,
                sizes=tuple(size for size in run.sizes if size.payload == payload.payload),
                compression=tuple(compression.get(payload.payload, ())),
            )
            for payload in run.payloads
        ),
    )


def _formats(run: Run) -> Iterator[FormatInfo]:
    used = {cell.format for cell in run.cells}
    for form in all_formats():
        if form.name in used:
            yield FormatInfo(
                format=form.name,
                title=form.title,
                text=form.text,
                schemaless=form.schemaless,
                made_for=form.made_for or None,
                specification=form.specification,
            )


def _cells(run: Run, analysis: Analysis) -> list[Cell]:
    by_number = {cell.cell: cell for cell in run.cells}
    gzip = _gzip_bytes(run)
    json_bytes = {payload.payload: payload.json_bytes for payload in run.payloads}
    profiled = profiles_of(run, analysis)
    cells = []
    for record in run.cells:
        result = analysis.cells.get(record.cell)
        if record.role != "codec" or result is None or result.gross is None:
            continue
        gross = _interval(result.gross)
        net = _net(result)
        cells.append(
            Cell(
                cell=record.cell,
                language=record.language,
                runner=record.runner,
                target=record.target,
                codec=record.codec,
                variant=record.variant,
                format=record.format or "",
                library=record.library or "",
                library_version=record.library_version or "",
                released=record.released,
                operation=record.operation,
                payload=record.payload,
                fidelity=record.fidelity,
                losses=record.losses,
                notes=record.notes,
                bytes=record.bytes,
                gzip_bytes=gzip.get((record.payload, record.format or "")),
                compressed_bytes=record.compressed_bytes,
                policies=record.policies,
                links=record.links,
                gross_ns=gross,
                net_ns=net,
                first_call_ns=result.first_call_ns,
                megabytes_per_second=_speed(json_bytes[record.payload], net),
                relative=_relative(result.relative, record, by_number),
                rank=result.overall_rank or 0,
                tied_with=tuple(
                    f"{by_number[other].participant}/{by_number[other].name}" for other in result.tied_with
                ),
                rank_in_language=result.rank or 0,
                samples=result.samples,
                processes=result.processes,
                wall_ns=result.wall_ns,
                preempted=result.preempted or 0.0,
                settled=result.settled is not False,
                clock=record.clock,
                allocated_bytes=result.allocated_bytes,
                allocated_objects=result.allocated_objects,
                peak_bytes=result.peak_bytes,
                instructions=record.instructions,
                flash_bytes=record.flash_bytes,
                ram_bytes=record.ram_bytes,
                profile=profiled.get(record.cell),
            )
        )
    return cells


def _floors(run: Run, analysis: Analysis) -> Iterator[Floor]:
    by_number = {cell.cell: cell for cell in run.cells}
    json_bytes = {payload.payload: payload.json_bytes for payload in run.payloads}
    for record in run.cells:
        result = analysis.cells.get(record.cell)
        if record.role != "floor" or result is None or result.gross is None:
            continue
        net = _net(result)
        yield Floor(
            cell=record.cell,
            language=record.language,
            runner=record.runner,
            target=record.target,
            floor=record.codec.removeprefix(FLOOR_PREFIX),
            format=record.format,
            operation=record.operation,
            payload=record.payload,
            bytes=record.bytes,
            gross_ns=_interval(result.gross),
            net_ns=net,
            megabytes_per_second=_speed(json_bytes[record.payload], net),
            relative=_relative(result.relative, record, by_number),
        )


def _speed(json_bytes: int, net: NetTime) -> float | None:
    return None if net.at_most else json_bytes * 1e3 / net.estimate


def _interval(found: Estimate) -> Interval:
    return Interval(estimate=found.estimate, low=found.low, high=found.high)


def _net(result: CellResult) -> NetTime:
    if result.net is not None:
        return NetTime(estimate=result.net.estimate, low=result.net.low, high=result.net.high, at_most=False)
    return NetTime(estimate=0.0, low=None, high=result.net_at_most, at_most=True)


def _relative(found: Estimate | None, record: CellRecord, cells: Mapping[int, CellRecord]) -> Relative | None:
    if found is None or record.baseline is None:
        return None
    to = cells[record.baseline]
    return Relative(to=f"{to.participant}/{to.name}", estimate=found.estimate, low=found.low, high=found.high)


def _unverified(cell: CellRecord) -> Failure:
    return Failure(
        runner=cell.participant,
        codec=cell.name,
        operation=cell.operation,
        payload=cell.payload,
        stage="verify",
        message=cell.detail,
    )

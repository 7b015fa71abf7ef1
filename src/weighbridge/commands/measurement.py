"""The commands that put codecs to work: run, resume, verify, sizes."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from pathlib import Path

from weighbridge import completion, interruption, options
from weighbridge.campaign import flow
from weighbridge.campaign.arrivals import Arrivals, Prepare, Ready, assemble
from weighbridge.campaign.enlisting import BUILD, Enlisting
from weighbridge.campaign.lending import References, lenders_of
from weighbridge.campaign.participants import NobodyReady, Participants
from weighbridge.campaign.plan import plan_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.purpose import TREES, Purpose
from weighbridge.campaign.reference import Reference, prepare_reference, prepare_references, schema_of
from weighbridge.campaign.selection import Selection, check_patterns
from weighbridge.campaign.settings import Settings
from weighbridge.campaign.sizing import size_records
from weighbridge.campaign.verification import Verified, verify_cells
from weighbridge.commands.outcome import DONE, FAILED, TROUBLE
from weighbridge.commands.output import tell
from weighbridge.commands.reading import shown_reading
from weighbridge.formats.registry import all_formats
from weighbridge.formats.typed import LENT_TYPED_FORMATS, TYPED_FORMATS
from weighbridge.payloads import Limit, Payload, draw_sample, resolve
from weighbridge.payloads.picks import choose
from weighbridge.report import document as documents
from weighbridge.report.failures import failures_of
from weighbridge.report.fidelity import to_markdown
from weighbridge.runners import confinement
from weighbridge.runners.allocators import Heap
from weighbridge.runners.build import is_built
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest, find_manifests, with_heap
from weighbridge.runners.serial_target import find_targets
from weighbridge.runners.typed import typed_targets
from weighbridge.schema import INFERRED, SchemaError, SchemaSource, UntypableError
from weighbridge.store.records import Run

DEFAULT_PAYLOADS = ("websocket", "device-status", "issues-page", "number-table")
"""What ``run`` and ``verify`` weigh when nothing is named: small messages, a status, a page, numbers."""


def payloads(
    arguments: Sequence[str],
    as_array: bool,
    stdin_format: str,
    max_bytes: int,
    sample: Limit,
    default: Sequence[str] = DEFAULT_PAYLOADS,
) -> list[Payload]:
    """Return samples of the payloads that are named, or of the default ones."""
    with shown_reading() as heard:
        wholes = resolve(
            arguments or default,
            as_array=as_array,
            stdin=sys.stdin.buffer,
            stdin_kind=stdin_format,
            max_bytes=max_bytes,
            sample=sample,
            skip=partial(tell, style="yellow"),
            heard=heard,
        )
    return [draw_sample(whole, sample) for whole in wholes]


def require_of_use(weighed: Sequence[Payload], purpose: Purpose) -> None:
    """Check that what a user says of payloads concerns them, before anything is built for them.

    Raises:
        SchemaError: what is said of schemas concerns no payload.
        PayloadError: what is to be picked out of a payload is not there.
    """
    for payload in weighed if purpose.picks else ():
        choose(payload, purpose.picks or ())
    if purpose.typed is not None and purpose.typed.is_said:
        _require_some(weighed, purpose.typed)


def _require_some(weighed: Sequence[Payload], source: SchemaSource) -> None:
    problem: SchemaError | None = None
    for payload in weighed:
        try:
            source.schema_of(payload.documents)
        except UntypableError:
            return  # that its places are not typable is told of the payload
        except SchemaError as error:
            problem = problem or error
        else:
            return
    if problem is not None:
        raise problem


def prospect(weighed: Sequence[Payload], settings: Settings) -> str:
    """Say what a run will do for which nobody has named a payload, and how long it takes."""
    chosen = options.manifests(settings.selection, settings.baseline)
    languages = list(dict.fromkeys(manifest.title for manifest in chosen))
    longest = f"{settings.longest_s(len(languages)):g} s"
    return (
        f"No document was named: weighing {len(weighed)} of our own ({', '.join(one.name for one in weighed)}) in "
        f"{', '.join(languages)}. Measuring takes {longest} at most, checking before it some seconds; Ctrl-C ends it "
        "and keeps what is measured. To weigh your own: weighbridge run YOUR.json"
    )


def run(
    weighed: Sequence[Payload], settings: Settings, database: Path, watcher: Progress, *, installs: bool = False
) -> str:
    """Run a campaign; return the run's name.

    Args:
        weighed: the payloads.
        settings: how to measure.
        database: where the run is kept.
        watcher: told what happens.
        installs: whether packages of the system may be installed that a runner needs which is not ready.
    """
    chosen = settings.selection
    manifests = options.manifests(chosen, settings.baseline)
    chains = [[with_heap(one, settings.heap) for one in chain] for chain in _chains(manifests, weighed, settings)]
    prepare = Enlisting(installs=installs)
    if chosen.codecs or settings.baseline or settings.clock_hz is not None:
        # Whether there is what is named can be told once all are ready.
        participants = assemble_for([one for chain in chains for one in chain], chosen, watcher, prepare)
        return flow.weigh(weighed, Ready(participants), settings, database, watcher)
    _tell_unconfined(watcher)
    arrivals = Arrivals(chains, watcher, prepare, lambda ready: _welcome(ready, chosen, watcher), soonest_alone=True)
    return flow.weigh(weighed, arrivals, settings, database, watcher)


def _chains(manifests: Iterable[Manifest], weighed: Sequence[Payload], settings: Settings) -> list[list[Manifest]]:
    """Return runners, each with what is built for the payloads' types after it."""
    return [[one, *targets_of_types([one], weighed, settings.purpose)] for one in manifests]


def _welcome(ready: Participants, chosen: Selection, watcher: Progress) -> Participants:
    """Add lenders to runners that are ready, and tell who is not.

    Raises:
        SelectionError: no codec fits a pattern.
    """
    ready = _with_lenders(ready, watcher)
    remember(ready)
    for absence in ready.absent if ready.runners else ():  # else that is the error
        watcher.note(str(absence))
    names = {
        f"{name}/{codec.full_name}"
        for participant in ready.runners.values()
        for name in participant.manifest.names
        for codec in (*participant.description.codecs, *participant.description.missing)
    }
    if names:
        check_patterns(chosen.codecs, names)
    return ready


def _tell_unconfined(watcher: Progress) -> None:
    if unconfined := confinement.warning():
        watcher.note(unconfined)


def resume(name: str, database: Path, watcher: Progress) -> str:
    """Go on with a run; return its full name."""

    def assemble_again(names: Collection[str], weighed: Sequence[Payload], settings: Settings) -> Participants:
        every = find_targets(runners_root(), names)
        of_types = targets_of_types(every, weighed, settings.purpose)
        wanted = [with_heap(one, settings.heap) for one in (*every, *of_types) if one.participant in names]
        return _with_lenders(assemble(wanted, watcher), watcher)

    def await_others(names: Collection[str], weighed: Sequence[Payload], settings: Settings) -> Arrivals:
        chosen = settings.selection
        every = find_targets(runners_root(), names)
        chains = [
            [with_heap(one, settings.heap) for one in chain if one.participant in names]
            for chain in _chains(every, weighed, settings)
        ]
        return Arrivals(list(filter(None, chains)), watcher, complete=lambda ready: _welcome(ready, chosen, watcher))

    return flow.resume(name, assemble_again, await_others, database, watcher)


def status_of(run: Run) -> int:
    """Return the exit status that tells how a run went."""
    if run.record.status == "interrupted":
        return interruption.status()
    return TROUBLE if run.failures else DONE


def selected_participants(
    chosen: Selection,
    watcher: Progress,
    weighed: Sequence[Payload] = (),
    purpose: Purpose = TREES,
    baseline: str | None = None,
    heap: Heap = "fresh",
) -> Participants:
    """Build and ask the runners that a selection is about, and for typed operations those with the payloads' types."""
    manifests = options.manifests(chosen, baseline)
    every = (*manifests, *targets_of_types(manifests, weighed, purpose))
    return assemble_for([with_heap(one, heap) for one in every], chosen, watcher)


def targets_of_types(manifests: Sequence[Manifest], weighed: Sequence[Payload], purpose: Purpose) -> list[Manifest]:
    """Return the targets of runners that are built for the schemas of payloads; none where nothing is typed."""
    able = [manifest for manifest in manifests if manifest.typed]
    if purpose.typed is None or not able:
        return []
    found = (schema_of(payload, purpose.typed)[0] for payload in weighed)
    return typed_targets(able, [schema for schema in found if schema is not None])


def assemble_for(
    manifests: Sequence[Manifest], chosen: Selection, watcher: Progress, prepare: Prepare = BUILD
) -> Participants:
    """Build and ask runners, and check that their codecs are what a selection asks for.

    Raises:
        SelectionError: no codec fits a pattern.
        NobodyReady: none of them is.
    """
    _tell_unconfined(watcher)
    participants = _welcome(assemble(manifests, watcher, prepare), chosen, watcher)
    if not participants.runners:
        raise NobodyReady(participants)
    return participants


def remember(participants: Participants) -> None:
    """Keep the names of the codecs that runners offer, for the shell's Tab key."""
    completion.remember_codecs(
        {
            name: [codec.full_name for codec in participant.description.codecs]
            for name, participant in participants.runners.items()
        }
    )


def _with_lenders(participants: Participants, watcher: Progress) -> Participants:
    """Add the runners that lend reference codecs to formats that the participants has, and cannot lend itself."""
    own = {name for participant in participants.runners.values() for name in participant.manifest.references}
    lenders = lenders_of(participants.formats - own, find_manifests(runners_root()))
    if not lenders:
        return participants
    return dataclasses.replace(participants, lenders=tuple(assemble(lenders, watcher).runners.values()))


def sizes(weighed: Sequence[Payload], formats_wanted: Sequence[str], watcher: Progress) -> documents.SizesDocument:
    """Return the sizes of payloads in every format, or in those wanted. No runner is built for this."""
    # Without a schema's runner nothing can be said of what only its types read.
    wanted = formats_wanted or [form.name for form in all_formats() if form.name not in LENT_TYPED_FORMATS]
    # To see whether a runner is built takes reading all that it is made from: only of those that lend.
    built = [manifest for manifest in find_manifests(runners_root()) if manifest.references and is_built(manifest)]
    lenders = assemble(lenders_of(wanted, built), watcher).runners.values()
    with References(lenders) as known:
        ready = [name for name in wanted if known.find(name) is not None or name in TYPED_FORMATS]
        not_ready = [
            documents.NotReady(format=name, reason=known.why_not(name)) for name in set(wanted).difference(ready)
        ]
        typed = not TYPED_FORMATS.keys().isdisjoint(ready)
        references = [
            prepare_reference(payload, ready, known, Purpose(typed=INFERRED if typed else None)) for payload in weighed
        ]
    return documents.SizesDocument(
        payloads=tuple(map(weighed_payload, references)),
        sizes=tuple(record for reference in references for record in size_records(reference)),
        unrepresentable=tuple(
            documents.Unrepresentable(payload=reference.payload.name, format=name, reason=reason)
            for reference in references
            for name, reason in reference.unrepresentable.items()
        ),
        not_ready=tuple(sorted(not_ready, key=lambda entry: entry.format)),
    )


def verify(
    weighed: Sequence[Payload], chosen: Selection, purpose: Purpose, watcher: Progress
) -> tuple[int, documents.VerifyDocument]:
    """Verify cells without timing them; return the exit status and what was found.

    Args:
        weighed: the payloads.
        chosen: the codecs.
        purpose: what the payloads are prepared for.
        watcher: hears how it goes.
    """
    participants = selected_participants(chosen, watcher, weighed, purpose)
    with References(participants.everyone) as known:
        references = prepare_references(weighed, participants, known, watcher, purpose)
        cells = plan_cells(participants, weighed, chosen)
        verified = verify_cells(cells, participants, references, watcher, sized=False)
    rows = verified_rows(verified)
    document = documents.VerifyDocument(
        payloads=tuple(map(weighed_payload, references.values())),
        cells=tuple(row for row in rows if row.fidelity != "unsupported"),
        unsupported=tuple(row for row in rows if row.fidelity == "unsupported"),
        failures=failures_of((*participants.failures, *verified.failures)),
    )
    if document.failures:
        return TROUBLE, document
    return FAILED if any(row.fidelity == "failed" for row in rows) else DONE, document


def verified_rows(verified: Verified) -> list[documents.VerifiedCell]:
    """Return what was found of codecs."""
    return [
        documents.VerifiedCell.model_validate(cell.model_dump(include=set(documents.VerifiedCell.model_fields)))
        for cell in verified.cells
        if cell.role == "codec"
    ]


def weighed_payload(reference: Reference) -> documents.WeighedPayload:
    """Say what is weighed of a payload."""
    payload = reference.payload
    return documents.WeighedPayload(
        payload=payload.name,
        source=payload.source,
        documents=len(payload.documents),
        json_bytes=reference.json_bytes,
        whole_documents=payload.whole_documents,
        whole_bytes=payload.whole_bytes,
    )


def losses_table(codecs: Iterable[documents.ProbedCodec]) -> str:
    """Return what codecs lose as a table in Markdown."""
    return to_markdown(codecs, {manifest.participant: manifest.title for manifest in find_manifests(runners_root())})

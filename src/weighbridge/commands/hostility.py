"""The command that gives hostile bytes to decoders: attack."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import cache
from itertools import islice

import typer

from weighbridge.campaign.attacking import Attacked, attack
from weighbridge.campaign.lending import References
from weighbridge.campaign.plan import asked_cells
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import Selection, SelectionError
from weighbridge.commands.measurement import selected_participants
from weighbridge.commands.outcome import DONE, FAILED, TROUBLE
from weighbridge.formats.format import Unrepresentable
from weighbridge.formats.hostile import BROKEN, Input, hostile_inputs, read_written, written
from weighbridge.formats.registry import find_format
from weighbridge.payloads import Payload, built_in_payload
from weighbridge.report import document as documents
from weighbridge.report.failures import failures_of
from weighbridge_kit.values import Value

INPUTS = 2_000
"""How many inputs a decoder gets when nothing is said: some seconds' worth."""

_SPOILT = "websocket"
_EVERY_KIND: tuple[Value, ...] = (
    {"a": [None, True, False, 0, -1, 255, -32768, 2**31, -(2**63), 0.5, -1e300], "é": {"": "\N{EURO SIGN}𝄞\n"}},
    [{"key": "text of more than thirty-two bytes, for which formats have a longer head", "n": n} for n in range(3)],
    {"bytes": b"\0\xff" * 20, "u": 2**64 - 1},
)
"""Documents that are spoilt, beside a built-in one: small, and with every kind of value between them."""
_READERS = ("decode", "scan")


def attack_decoders(
    chosen: Selection, inputs: int, seed: int, given: str | None, watcher: Progress
) -> tuple[int, documents.AttackDocument]:
    """Give hostile bytes to the decoders that are selected; return the exit status and what they made of them.

    Args:
        chosen: the codecs.
        inputs: how many inputs each gets.
        seed: the same makes the same inputs.
        given: one input instead of these.
        watcher: hears how it goes.

    Raises:
        SelectionError: nothing that decodes is selected.
    """
    one = None if given is None else _read(given)
    participants = selected_participants(chosen, watcher)
    payload = built_in_payload(_SPOILT)
    cells = [
        cell
        for cell in asked_cells(participants, [payload], chosen)
        if cell.operation in _READERS and not find_format(cell.format or "").trusted_only
    ]
    if not cells:
        raise SelectionError(
            "nothing that is selected reads documents of unknown origin: choose codecs of another format, with the "
            "operation decode or scan"
        )
    with References(participants.everyone) as known:

        @cache
        def inputs_of(form: str) -> tuple[Input, ...]:
            if one is not None:
                return (Input("given", one),)
            return tuple(islice(hostile_inputs(form, _spoilt(form, payload, known), seed), inputs))

        found = attack(cells, participants, inputs_of, known.find, watcher)
        tried = {form: len(inputs_of(form)) for form in sorted({cell.format or "" for cell in cells})}
    document = documents.AttackDocument(
        seed=seed,
        inputs=tried,
        decoders=tuple(map(_row, found.attacked)),
        failures=failures_of((*participants.failures, *found.failures)),
    )
    broken = any(finding.outcome in BROKEN for one in found.attacked for finding in one.findings)
    return FAILED if broken else TROUBLE if document.failures else DONE, document


def _read(text: str) -> bytes:
    try:
        return read_written(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--bytes") from error


def _spoilt(form: str, payload: Payload, known: References) -> Sequence[bytes]:
    """Encode the documents that are spoilt; none where nobody can, so that chance alone makes the inputs."""
    reference = known.find(form)
    if reference is None:
        return ()
    encoded = []
    for value in (*_EVERY_KIND, *payload.documents[:1]):
        try:
            encoded.append(reference.encode(value))
        except Unrepresentable:
            continue
    return encoded


def _row(attacked: Attacked) -> documents.AttackedDecoder:
    cell = attacked.cell
    return documents.AttackedDecoder(
        language=cell.language,
        runner=cell.runner,
        target=cell.target,
        codec=cell.codec,
        variant=cell.variant,
        format=cell.format or "",
        library=cell.library or "",
        library_version=cell.library_version or "",
        operation=cell.operation,
        tried=sum(attacked.outcomes.values()),
        outcomes=dict(attacked.outcomes),
        findings=tuple(
            documents.AttackFinding(
                outcome=one.outcome,
                kind=one.kind,
                bytes=len(one.data),
                input=written(one.data),
                detail=one.detail,
                repeat=shlex.join(
                    (
                        *("weighbridge", "attack", "--codecs", f"{cell.participant}/{cell.name}"),
                        *("--operations", cell.operation, "--bytes", written(one.data)),
                    )
                ),
            )
            for one in attacked.findings
        ),
    )

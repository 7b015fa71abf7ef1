"""The commands that list what there is: codecs, formats, runners, payloads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weighbridge import extras, options
from weighbridge.campaign.arrivals import assemble
from weighbridge.campaign.enlisting import look_at, stale
from weighbridge.campaign.progress import Progress
from weighbridge.campaign.selection import Selection
from weighbridge.commands.measurement import remember
from weighbridge.formats.registry import all_formats
from weighbridge.payloads import built_in_descriptions, built_in_groups, built_in_payload
from weighbridge.report import document as documents
from weighbridge.runners.launch import runners_root
from weighbridge.runners.manifest import Manifest, find_manifests
from weighbridge_kit.values import to_text


def codecs(chosen: Selection, watcher: Progress) -> list[documents.CodecRow]:
    """Return every codec of every runner that is built, the missing ones included; what is not built is told."""
    participants = assemble(options.manifests(chosen), watcher, look_at)
    remember(participants)
    for participant in participants.runners.values():
        if participant.stale:
            watcher.note(f"{participant.manifest.title}: {stale(participant.manifest)}")
    for absence in participants.absent:
        watcher.note(str(absence))
    for failure in participants.failures:
        watcher.note(failure.message)
    rows = []
    for participant in participants.runners.values():
        description = participant.description
        for codec in sorted((*description.codecs, *description.missing), key=lambda codec: codec.full_name):
            if chosen.has_codec(
                runner=participant.manifest.names, codec=codec.codec, name=codec.full_name, form=codec.format
            ):
                rows.append(_codec_row(participant.manifest, codec))
    return rows


def _codec_row(manifest: Manifest, codec: Any) -> documents.CodecRow:
    content = codec.model_dump(include={"codec", "variant", "format", "library", "operations", "policies"})
    reason = getattr(codec, "reason", None)
    return documents.CodecRow(
        **{"policies": {}, **content},
        language=manifest.language,
        runner=manifest.name,
        target=manifest.target,
        library_version=getattr(codec, "version", None),
        installed=reason is None,
        reason=reason,
    )


def formats() -> list[documents.FormatRow]:
    """Return every format."""
    lenders = {
        name: f"{manifest.name}/{codec}"
        for manifest in reversed(find_manifests(runners_root()))
        for name, codec in manifest.references.items()
    }
    return [
        documents.FormatRow(
            format=form.name,
            title=form.title,
            endings=form.endings if form.is_readable else (),
            text=form.text,
            specification=form.specification,
            reference=form.library or lenders.get(form.name) or extras.lack(form.package) or "none here",
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
            by_default=manifest.by_default,
            folder=str(manifest.folder),
        )
        for manifest in find_manifests(runners_root())
    ]


def built_in() -> list[documents.PayloadRow]:
    """Return every built-in payload, and the groups of them."""
    return [_payload_row(name, text, [name]) for name, text in built_in_descriptions().items()] + [
        _payload_row(group.name, f"{group.description}: {', '.join(group.members)}", group.members)
        for group in built_in_groups().values()
    ]


def _payload_row(name: str, description: str, payloads: Sequence[str]) -> documents.PayloadRow:
    """Return what is said of a name that stands for built-in payloads."""
    members = [document for payload in payloads for document in built_in_payload(payload).documents]
    return documents.PayloadRow(
        payload=name,
        description=description,
        documents=len(members),
        json_bytes=sum(len(to_text(document).encode()) for document in members),
    )

"""The manifest of a runner: ``runners/<name>/runner.toml``."""

from __future__ import annotations

import datetime
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from weighbridge.runners.allocators import ALLOCATORS, FRESH_HEAP, HEAP_VARIABLE, Heap
from weighbridge.runners.shipped import packages_for


class ManifestError(ValueError):
    """A manifest that cannot be used; the message names the file and what is wrong in it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class _Source(_Strict):
    """Files out of a package that the build compiles as its own.

    Attributes:
        package: the package's name.
        files: globs inside the package; what matches is kept, with its path.
        into: the folder that they go into, relative to the runner's. It holds nothing else.
        provides: the library that they are of, as the descriptions of its codecs have it.
        copied: whether the package is another project's that carries a copy, so that its days are not the library's.
    """

    package: str
    files: tuple[str, ...]
    into: str
    provides: str
    copied: bool = False


class AptSource(_Source):
    """Files from a Debian package, of the newest release that one of Debian's suites can give.

    Attributes:
        at_least: the oldest version that will do.
        archive: for a source package, a glob for the tarball inside it; its top folder is stripped.
        binary: whether it is a binary package: for libraries that are headers and no more.
    """

    at_least: str = ""
    archive: str = "*.orig.tar.*"
    binary: bool = False


class PypiSource(_Source):
    """Files from a package of PyPI's that a library's authors publish, or that carries a newer library than Debian's.

    Attributes:
        version: its version: PyPI keeps them all.
        wheel: whether a wheel is taken, and not the source distribution, whose top folder is stripped.
    """

    version: str
    wheel: bool = False


_AnySource = TypeVar("_AnySource", AptSource, PypiSource)
_Member = TypeVar("_Member", bound=_Strict)


class Tool(_Strict):
    """A program that must be on PATH, and new enough, before the runner can be built or started.

    Attributes:
        command: its name.
        version: a command that prints its version: the first dotted number in what it prints.
        at_least: the oldest version that will do.
        apt: Debian packages that provide it, installed only where it is missing or too old.
        suite: where the release's own packages are too old, the Debian suite that has newer ones.
    """

    command: str
    version: tuple[str, ...] = ()
    at_least: str = Field(default="", pattern=r"^(\d+(\.\d+)*)?$")
    apt: tuple[str, ...] = ()
    suite: str | None = None


class Setup(_Strict):
    """What the runner needs on the machine.

    Attributes:
        commands: programs that must be on PATH before it can be built or started, in any version.
        tools: programs that people install in many ways, and whose version matters.
        libraries: shared libraries that must be where the system's loader finds them, as a linker is told their names.
        apt: Debian packages that provide the commands and libraries.
        apt_sources: files out of Debian's packages.
        pypi_sources: files out of PyPI's packages.
        hint: what to do where apt cannot help, in a sentence.
    """

    commands: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()
    libraries: tuple[str, ...] = ()
    apt: tuple[str, ...] = ()
    apt_sources: tuple[AptSource, ...] = ()
    pypi_sources: tuple[PypiSource, ...] = ()
    hint: str = ""

    @property
    def sources(self) -> tuple[AptSource | PypiSource, ...]:
        """All files that come out of packages."""
        return (*self.apt_sources, *self.pypi_sources)

    @property
    def programs(self) -> tuple[str, ...]:
        """The names of all programs that must be on PATH."""
        return (*self.commands, *(tool.command for tool in self.tools))

    def with_needs_of(self, other: Setup) -> Setup:
        """Return these needs and those of another, whose hint counts if it has one."""
        return Setup(
            commands=self.commands + other.commands,
            tools=self.tools + other.tools,
            libraries=self.libraries + other.libraries,
            apt=self.apt + other.apt,
            apt_sources=self.apt_sources + other.apt_sources,
            pypi_sources=self.pypi_sources + other.pypi_sources,
            hint=other.hint or self.hint,
        )


_NOTHING = Setup()


class Build(_Strict):
    """How to build it: commands run in order in the runner's folder.

    Attributes:
        commands: argument vectors. ``{python}`` stands for the Python that runs Weighbridge, ``{target}`` for the
            target's name, ``{packages}`` for the folder that `packages_for` tells of.
        inputs: globs, relative to the runner's folder, of the files whose change makes a build stale.
        variables: globs of the environment variables whose change does.
        leftovers: globs, relative to the runner's folder, of what an earlier build leaves and a later one may stumble
            over: removed before one that follows on other tools, an interruption, or a failure that nothing explains.
        timeout_s: when to give up.
        typical_s: how long it takes to get the runner ready from nothing, in seconds: a guess, until this machine's own
            time is known.
        confined: commands that come after those, and work on what was made of documents: they have no network, and open
            no files but those of the system, of the runners, of the tool chain, and what `reads` and `writes` say.
        reads: files and folders that they may read besides, as `Manifest.places` takes them.
        writes: those that they may write.
        prebuilt: globs of what it takes to start the runner where it was not built, for `weighbridge-runners`.
    """

    commands: tuple[tuple[str, ...], ...] = ()
    confined: tuple[tuple[str, ...], ...] = ()
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ("**/*",)
    variables: tuple[str, ...] = ()
    leftovers: tuple[str, ...] = ()
    timeout_s: float = 1800.0
    typical_s: float = 30.0
    prebuilt: tuple[str, ...] = ()


class Start(_Strict):
    """How to start it.

    Attributes:
        command: an argument vector, run in the runner's folder. ``{target}`` stands for the target's name, and
            ``{scratch}`` for a folder for temporary files.
        environment: variables added to its environment; ``{scratch}`` stands for the same there.
        inherits: whether it has the environment of whoever starts it, too.
        preload: a shared library whose functions stand in the place of others' of the same names, as a linker is told
            its name.
        bytes_per_s: the slowest pace at which what it is asked gets there.
        network: whether it needs a network, be it within this machine; others are cut off from it.
        reads: files and folders that it may read besides those of the system, of the runners and of its tool chain, as
            `Manifest.places` takes them.
        writes: those that it may write; a folder for temporary files is always there.
    """

    command: tuple[str, ...]
    environment: dict[str, str] = Field(default_factory=dict)
    inherits: bool = True
    preload: str = ""
    bytes_per_s: float = Field(default=1e6, gt=0)
    network: bool = False
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


class Warmup(_Strict):
    """How long the runtime takes until its speed is steady; the defaults are for code that is compiled ahead of time.

    Attributes:
        least_ms: a series of batches that took less than this is not believed to be steady: it may lie on a plateau.
        limit_ms: a cell is warmed up for no longer than this in a process, in milliseconds.
    """

    least_ms: float = Field(default=0.0, ge=0)
    limit_ms: float = Field(default=100.0, gt=0)


class Batches(_Strict):
    """How long a batch has to be at least, in milliseconds.

    Where memory is collected as garbage, it should hold a collection or several: the median of batches that are shorter
    than the time between two would leave them out of the price. Otherwise the core's own choice is best.
    """

    least_ms: float = Field(default=0.0, ge=0)


class Instructions(_Strict):
    """Whether the instructions that a codec takes can be counted, and how.

    Attributes:
        valgrind: whether the program that is started is native, and runs under valgrind.
        sources: whether it also tells of each instruction which source file it is of, so that it can be audited.
    """

    valgrind: bool = False
    sources: bool = True

    @property
    def needs(self) -> Setup:
        """What it takes on the machine."""
        return Setup(apt=("valgrind",)) if self.valgrind else Setup()


class Profile(_Strict):
    """What a target is known by among the others that run the same sources: reports compare those that differ in one.

    Attributes:
        compiler: the compiler with its options, in a word: ``gcc-os``.
        allocator: where memory comes from, in a word: ``jemalloc``.
    """

    compiler: str = ""
    allocator: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All that it is known by."""
        return tuple(filter(None, (self.compiler, self.allocator)))


_USUAL = Profile()


class _Target(_Strict):
    """A further place for the same runner: what it needs besides, and where it differs.

    Attributes:
        like: another target, which it is like where it says nothing; what it needs, it needs besides.
        profile: what it does not say is as the runner's.
        build: what it does not say is as the runner's.
    """

    like: str | None = None
    profile: Profile = Profile()
    title: str | None = None
    firmware: Firmware | None = None
    by_default: bool | None = None
    only_if_named: bool = False
    setup: Setup = Setup()
    build: Build | None = None
    start: Start | None = None
    warmup: Warmup | None = None
    batches: Batches | None = None
    instructions: Instructions | None = None
    released: dict[str, datetime.date] = Field(default_factory=dict)


class Typed(_Strict):
    """How the runner is built once more for the schemas of a run, where types are generated and compiled.

    ``{types}`` in a command stands for a folder, relative to the runner's, that belongs to these schemas alone: the
    core writes each there as ``FINGERPRINT.json``, and what is generated and built from them goes there too.

    Attributes:
        formats: those that need a schema in a language of theirs, which the core writes there too: as
            ``FINGERPRINT.proto``, ``FINGERPRINT.proto-compiled`` and the like.
        setup: what it needs besides.
        build: how to generate and build it. Its inputs are the generator's, and what the generated code is built with.
        start: how to start it.
        baseline: the codec that stands for plain JSON among the typed ones; the runner's own if empty.
        references: for formats of types that only a library itself can read, the codec that stands for the format.
    """

    formats: tuple[str, ...] = ()
    setup: Setup = Setup()
    build: Build
    start: Start
    baseline: str = ""
    references: dict[str, str] = Field(default_factory=dict)


class Firmware(_Strict):
    """The image that is written to a board.

    Attributes:
        image: the file, relative to the runner's folder. ``{target}`` stands for the target's name.
        build: how to build it for a real board, where that is another than the emulated one's: what this does not say
            is as there.
    """

    image: str
    build: Build | None = None


class Serial(_Strict):
    """That the runner's firmware runs on boards that are reached over a serial line.

    Attributes:
        title: what such a board is called, before the name of its port.
    """

    title: str


class _File(_Strict):
    """A ``runner.toml`` as it is written.

    Attributes:
        sources_of: for runners beside this one, the libraries that this one is built from too: it needs the sources
            that are in the other's folder, and they have the other's days of release.
        profile: of the runner itself, which those of its targets are compared with.
        allocators: which of `ALLOCATORS` can stand in the place of its own: for each it has a target of that name.
    """

    title: str
    language: str
    baseline: str
    by_default: bool = True
    sources_of: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    setup: Setup = Setup()
    build: Build = Build()
    start: Start | None = None
    warmup: Warmup = Warmup()
    batches: Batches = Batches()
    instructions: Instructions = Instructions()
    references: dict[str, str] = Field(default_factory=dict)
    released: dict[str, datetime.date] = Field(default_factory=dict)
    profile: Profile = Profile()
    allocators: tuple[str, ...] = ()
    targets: dict[str, _Target] = Field(default_factory=dict)
    typed: Typed | None = None
    serial: Serial | None = None
    firmware: Firmware | None = None
    sketch: Build | None = None


HOST = "host"
"""The target of a runner that names none: this machine."""


class Manifest(_Strict):
    """A runner on one target, as its ``runner.toml`` describes it.

    Attributes:
        name: the folder's name.
        title: the name for people.
        language: the language's name as results show it.
        baseline: the codec (``name`` or ``name[variant]``) that stands for plain JSON in this language.
        target: where it runs; ``host`` for this machine.
        by_default: whether it takes part in a run that does not name it. A language has one runner that does: the one
            that most people mean.
        with_runner: whether the runner's name means this target: one that takes part by default, or any where none of
            the runner's targets does.
        only_if_named: whether nothing but its own name has it set up, or has it take part, not even a wish for all.
        profile: what it is known by among the targets that run the same sources.
        setup: what it needs to be built and started.
        made_with: what of that its build depends on.
        build: how to build it; targets of a runner share this unless they say otherwise.
        start: how to start it.
        warmup: how long its runtime takes to become steady.
        batches: how long a batch has to be at least.
        instructions: whether they can be counted.
        references: for formats that the core has no library for, the codec here that stands for the format.
        released: when the version of each library that is measured was released, by the library's name in its codecs'
            descriptions. A library that is part of the runtime was released with it. A library whose date nobody
            knows is not in it. Targets share it, but for libraries that they have in another version.
        typed: how it is built for the schemas of a run; None where types are made as they are loaded, or not at all.
            Only the runner on this machine has it.
        serial: whether its firmware runs on boards on a serial line.
        sketch: how to write it as a sketch for Arduino's tools, into ``{folder}``.
        firmware: the image for its board.
        alone: whether there can be no second process of it beside the first: a board has one line.
        own_files: what tells the files of this build from those of others in the same folder.
        rests_on: the runner that is built before it, because it uses parts of that.
    """

    name: str
    title: str
    language: str
    baseline: str
    target: str = HOST
    by_default: bool = True
    with_runner: bool = True
    only_if_named: bool = False
    folder: Path = Field(exclude=True)
    profile: Profile = Profile()
    setup: Setup = Setup()
    made_with: Setup = Setup()
    build: Build = Build()
    start: Start
    warmup: Warmup = Warmup()
    batches: Batches = Batches()
    instructions: Instructions = Instructions()
    references: dict[str, str] = Field(default_factory=dict)
    released: dict[str, datetime.date] = Field(default_factory=dict)
    typed: Typed | None = None
    serial: Serial | None = None
    sketch: Build | None = None
    firmware: Firmware | None = None
    alone: bool = False
    own_files: str = ""
    rests_on: Manifest | None = Field(default=None, exclude=True)

    @property
    def participant(self) -> str:
        """The name that tells it from all others: ``php``, ``php:php-jit``."""
        return participant_name(self.name, self.target)

    def places(self, named: Iterable[str]) -> tuple[Path, ...]:
        """Return the paths of files and folders that are named relative to the runner's.

        ``~`` is the user's home, and ``$GOPATH`` what that variable says; where it is not set, there is no such place.
        """
        return tuple(self.folder / Path(os.path.expandvars(one)).expanduser() for one in named)

    @property
    def names(self) -> tuple[str, ...]:
        """What people may call it, its language included."""
        return names_of(language=self.language, runner=self.name, target=self.target, profile=self.profile)

    @property
    def means(self) -> tuple[str, ...]:
        """The names that are enough to have it take part."""
        return tuple(name for name in self.own_names if name != self.name or self.with_runner)

    @property
    def of_all(self) -> tuple[str, ...]:
        """The names that are enough where every runner is meant, on each of its targets."""
        return self.means if self.only_if_named else self.own_names

    @property
    def own_names(self) -> tuple[str, ...]:
        """What people may call it, but for its language, which others may have too."""
        return own_names_of(runner=self.name, target=self.target, profile=self.profile)


def participant_name(runner: str, target: str) -> str:
    """Return the name of a runner on a target."""
    return runner if target == HOST else f"{runner}:{target}"


def read_manifests(file: Path) -> list[Manifest]:
    """Read a ``runner.toml``: a manifest for each of its targets, this machine first.

    Raises:
        ManifestError: the file cannot be read, is not TOML, or lacks or misnames a member.
    """
    try:
        content = _File.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise ManifestError(f"{file}: {problems}") from error
    except (OSError, ValueError, RecursionError) as error:  # ValueError: not TOML, or not UTF-8
        raise ManifestError(f"{file}: {error}") from error
    content = _with_shared_sources(file, content)
    targets = {name: _completed(file, content, name) for name in content.targets} | _with_allocators(file, content)
    manifests = [_manifest(file, content, HOST, _Target())] if content.start else []
    manifests += [_manifest(file, content, name, target) for name, target in targets.items()]
    if not manifests:
        raise ManifestError(f"{file}: start: Field required, or a target that has one")
    return [
        manifest.model_copy(update={"with_runner": manifest.by_default or not any(m.by_default for m in manifests)})
        for manifest in manifests
    ]


def _with_shared_sources(file: Path, content: _File) -> _File:
    """Add what a runner is built from that others have fetched, or would fetch, into folders of theirs."""
    setup, released = content.setup, content.released
    for runner, libraries in content.sources_of.items():
        other = read_manifests(file.parent.parent / runner / file.name)[0]

        theirs = [source for source in other.setup.sources if source.provides in libraries]
        if unknown := set(libraries).difference(source.provides for source in theirs):
            raise ManifestError(f"{file}: sources_of.{runner}: it has no source of {', '.join(sorted(unknown))}")
        setup = setup.with_needs_of(
            Setup(
                apt_sources=tuple(_beside(runner, source) for source in theirs if isinstance(source, AptSource)),
                pypi_sources=tuple(_beside(runner, source) for source in theirs if isinstance(source, PypiSource)),
            )
        )
        released = {name: day for name, day in other.released.items() if name in libraries} | released
    return content.model_copy(update={"setup": setup, "released": released})


def _beside(runner: str, source: _AnySource) -> _AnySource:
    """Return files that go into the folder of another runner."""
    return source.model_copy(update={"into": f"../{runner}/{source.into}"})


def _completed(file: Path, content: _File, name: str) -> _Target:
    """Return a target with what it takes over from the one that it is like."""
    target = content.targets[name]
    if target.like is None:
        return target
    if target.like not in content.targets or content.targets[target.like].like == name:
        raise ManifestError(f"{file}: targets.{name}.like: it has no target {target.like} to be like")
    other = _completed(file, content, target.like)
    own = {field: getattr(target, field) for field in target.model_fields_set}
    return other.model_copy(update=own | {"setup": other.setup.with_needs_of(target.setup)})


def _with_allocators(file: Path, content: _File) -> dict[str, _Target]:
    """Return the targets whose memory comes from elsewhere than the runner's own, by name."""
    if unknown := set(content.allocators) - set(ALLOCATORS):
        raise ManifestError(f"{file}: allocators: {', '.join(sorted(unknown))} is none of {', '.join(ALLOCATORS)}")
    if not content.allocators:
        return {}
    own = content.targets.get(HOST, _Target())
    start = own.start or content.start
    if start is None:
        raise ManifestError(f"{file}: allocators: only a runner that starts on this machine can have them")

    def target(name: str, changed: Mapping[str, object], setup: Setup = _NOTHING) -> _Target:
        return own.model_copy(
            update={
                "title": f"{content.title} ({name})",
                "only_if_named": True,
                "profile": Profile(allocator=name),
                "start": start.model_copy(update=changed),
                "setup": own.setup.with_needs_of(setup),
            }
        )

    others = {name: ALLOCATORS[name] for name in content.allocators}
    return {
        name: target(name, {"preload": one.library}, Setup(libraries=(one.library,), apt=(one.package,)))
        for name, one in others.items()
    } | {FRESH_HEAP: target(FRESH_HEAP, {"environment": start.environment | {HEAP_VARIABLE: "fresh"}})}


def _manifest(file: Path, content: _File, name: str, target: _Target) -> Manifest:
    start = target.start or content.start
    if start is None:
        raise ManifestError(f"{file}: targets.{name}.start: Field required")
    words = {"{target}": name, "{packages}": packages_for(file.parent)}
    setup = content.setup.with_needs_of(target.setup)
    instructions = target.instructions or content.instructions
    build = _filled(_inherited(content.build, target.build), words)
    is_own = build != content.build
    firmware = target.firmware or content.firmware
    if firmware and firmware.build:
        firmware = firmware.model_copy(update={"build": _inherited(build, firmware.build)})
    return Manifest(
        name=file.parent.name,
        title=_named(target.title or content.title, words),
        language=content.language,
        baseline=content.baseline,
        target=name,
        by_default=not target.only_if_named
        and (content.by_default if target.by_default is None else target.by_default),
        only_if_named=target.only_if_named,
        profile=_filled(
            content.profile.model_copy(update=target.profile.model_dump(include=target.profile.model_fields_set)), words
        ),
        folder=file.parent,
        setup=setup.with_needs_of(instructions.needs),
        made_with=setup if is_own else content.setup,
        build=build,
        own_files=f"-{name}" if is_own else "",
        typed=content.typed if name == HOST else None,
        serial=content.serial,
        sketch=content.sketch,
        firmware=_filled(firmware, words) if firmware else None,
        start=_filled(start, words),
        warmup=target.warmup or content.warmup,
        batches=target.batches or content.batches,
        instructions=instructions,
        references=content.references,
        released=content.released | target.released,
    )


def _inherited(whole: Build, part: Build | None) -> Build:
    """Return a build that is as the whole one where the part says nothing."""
    return whole.model_copy(update={field: getattr(part, field) for field in part.model_fields_set}) if part else whole


def _filled(member: _Member, words: Mapping[str, str]) -> _Member:
    """Return a member of a manifest with what is meant wherever ``{target}`` and the like stand."""

    def fill(part: object) -> object:
        if isinstance(part, str):
            return _named(part, words)
        if isinstance(part, dict):
            return {key: fill(value) for key, value in part.items()}
        return [fill(element) for element in part] if isinstance(part, tuple | list) else part

    return type(member).model_validate(fill(member.model_dump()))


def _named(text: str, words: Mapping[str, str]) -> str:
    for word, meant in words.items():
        text = text.replace(word, meant)
    return text


def with_types(manifest: Manifest) -> Manifest:
    """Return a runner that also needs what its types are generated and built with, where it has some."""
    if manifest.typed is None:
        return manifest
    return manifest.model_copy(update={"setup": manifest.setup.with_needs_of(manifest.typed.setup)})


def with_heap(manifest: Manifest, heap: Heap) -> Manifest:
    """Return a runner that is told how its heap is to be, unless its target says so already."""
    environment = {HEAP_VARIABLE: heap} | manifest.start.environment
    return manifest.model_copy(update={"start": manifest.start.model_copy(update={"environment": environment})})


def names_of(*, language: str, runner: str, target: str, profile: Profile = _USUAL) -> tuple[str, ...]:
    """Return what people may call a runner on a target: its language, ``browser``, ``firefox``, ``browser:firefox``."""
    return tuple(dict.fromkeys((language, *own_names_of(runner=runner, target=target, profile=profile))))


def own_names_of(*, runner: str, target: str, profile: Profile = _USUAL) -> tuple[str, ...]:
    """Return the same without its language.

    The runner itself answers to its profile as well: people name compilers and allocators, whichever is usual.
    """
    return (runner, *(profile.names if target == HOST else (target, participant_name(runner, target))))


def find_manifests(root: Path) -> list[Manifest]:
    """Read every manifest under a folder of runners, sorted by name.

    Raises:
        ManifestError: one of them cannot be used.
    """
    return [manifest for file in sorted(root.glob("*/runner.toml")) for manifest in read_manifests(file)]

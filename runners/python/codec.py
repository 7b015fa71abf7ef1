"""What a codec file declares, and how its statements become the loops that are timed."""

from __future__ import annotations

import importlib.util
import json
import platform
import re
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(__file__).resolve().parent
PARAMETERS = {
    "encode": "value",
    "decode": "data",
    "scan": "data",
    "pick": "data, paths",
    "encode-typed": "value",
    "decode-typed": "data",
    "read-typed": "data",
    "pick-typed": "data, paths",
}
"""Each operation, with the names that its expression gives the document, and what is picked out of it."""
TYPED = frozenset({"encode-typed", "decode-typed", "read-typed", "pick-typed"})
PICKING = frozenset({"pick", "pick-typed"})
ENCODERS = frozenset({"encode", "encode-typed"})
VISITING = frozenset({"scan", "read-typed"})


class Unsupported(Exception):
    """The codec cannot do this by its nature."""


def attribute(operation: str) -> str:
    """Return the attribute of a codec that holds an operation's expression."""
    return operation.replace("-", "_")


# The library call stands in the loop itself, as `timeit` has it: a function of ours around it would cost what a small
# document costs. The result is dropped at once, which frees it inside the timed region.
_SOURCE = """
def _call(document, visitor):
    {parameters} = document
    return {expression}

def _loop(documents, visitor):
    wall = _wall()
    cpu = _cpu()
    for {parameters} in documents:
        {expression}
    cpu = _cpu() - cpu
    return _wall() - wall, cpu
"""


@dataclass(frozen=True)
class Codec:
    """One library's implementation of a format, as statements that are compiled when the codec is first used.

    Nothing of the library is needed to make one, so a codec whose library is absent can still be described.

    Attributes:
        name: the codec's name; with `variant`, unique in this runner.
        format: the format's name.
        library: the library's name on the package index.
        setup: statements that import the library; what they define, the expressions can use.
        encode: an expression that makes bytes from `value`, a natural tree.
        decode: an expression that makes a natural tree from `data`, bytes.
        scan: an expression that hands every value in `data`, bytes, to `visitor` (see visitor.py).
        pick: an expression that makes a sequence of the values at `paths` in `data`, bytes, with `ABSENT` (picking.py)
            where there is none; by default, what is decoded is read.
        paths: an expression that makes what `pick` has as `paths` of `steps`, a list of tuples of keys and indices.
        encode_typed: an expression that makes bytes from `value`, an object of the application's own types (typed.py).
        decode_typed: an expression that makes such an object from `data`, bytes.
        read_typed: an expression that hands every field in `data`, bytes, to `visitor` through the format's accessors.
        pick_typed: an expression like `pick`; by default, what is decoded is read.
        types: an expression that makes of `types` (typed.py) a dict of names which the typed expressions can use. With
            `build` and `plain` in it, as `types` has them, `value` is not the application's object but what the library
            has instead; with `paths`, it makes what `pick_typed` has as `paths` of such `steps`. A name that
            is `Unsupported` refuses the operations that use it.
        version: an expression for the version that runs; by default that of the installed library.
        api: which of the library's interfaces is used, in a word or two.
        documentation: the page that shows the calls used.
        homepage: the library's home page, where its package does not tell.
        licence: its SPDX identifier, where its package does not tell.
        cpython_only: whether it is built upon what CPython alone has.
        prepare: makes what `encode` is given of a natural tree, before the timing; the tree itself if it is None.
        starts_from: what `encode` starts from (docs/protocol.md, "Tares"): "events" if its statements walk the value.
        buffers, strings, utf8, access, threads: the other policies, as docs/protocol.md lists them.
    """

    name: str
    format: str
    library: str
    setup: str
    api: str
    documentation: str
    homepage: str | None = None
    licence: str | None = None
    variant: str | None = None
    encode: str | None = None
    decode: str | None = None
    scan: str | None = None
    pick: str | None = None
    paths: str | None = None
    encode_typed: str | None = None
    decode_typed: str | None = None
    read_typed: str | None = None
    pick_typed: str | None = None
    types: str | None = None
    version: str | None = None
    cpython_only: bool = False
    prepare: Callable[[Any], Any] | None = None
    buffers: str = "fresh"
    strings: str = "owned"
    utf8: str = "checked"
    access: str = "tree"
    starts_from: str = "native"
    threads: bool = False

    @property
    def selector(self) -> str:
        """The name by which a request names it: ``name`` or ``name[variant]``."""
        return f"{self.name}[{self.variant}]" if self.variant else self.name

    @property
    def operations(self) -> list[str]:
        return [operation for operation in PARAMETERS if self.expression(operation)]

    def expression(self, operation: str) -> str | None:
        """Return the expression of an operation; None where the codec has none."""
        own: str | None = getattr(self, attribute(operation))
        if own or operation not in PICKING:
            return own
        decode = self.decode if operation == "pick" else self.decode_typed
        # What a library has instead of the application's types, only its own file can read.
        return None if decode is None or self.variant == "own-types" else f"paths({decode})"

    @property
    def policies(self) -> dict[str, str | bool | None]:
        names = ("buffers", "strings", "utf8", "access", "api", "starts_from", "threads")
        policies = {name: getattr(self, name) for name in names}
        has_tree = self.encode or self.decode
        policies["map"] = "hash" if has_tree else None  # every tree here is of dicts
        return policies if self.encode else {**policies, "starts_from": None}

    def tare(self, operation: str) -> str:
        """Return the tare that is subtracted: it follows from what the operation starts from."""
        driven = operation == "encode" and self.starts_from == "events"
        return "visit" if operation in VISITING or driven else "call"


def distribution(codec: Codec) -> str:
    """Return the library's name as the lock file and Python 3.9 write it."""
    return re.sub(r"[-_.]+", "-", codec.library).lower()


@dataclass(frozen=True)
class Operation:
    """A compiled expression.

    Attributes:
        call: runs it once on a document, with a visitor, and returns its result.
        loop: runs it on each of an iterable of documents and returns wall and CPU time in nanoseconds.
    """

    call: Callable[[Any, Any], Any]
    loop: Callable[[Iterable[Any], Any], tuple[int, int | None]]


def words(expression: str) -> tuple[str, ...]:
    """Return the names that an expression uses."""
    return compile(expression, expression, "eval").co_names


def compile_operation(
    operation: str,
    expression: str,
    namespace: dict[str, Any],
    wall: Callable[[], int],
    cpu: Callable[[], int | None],
) -> Operation:
    """Compile an expression into a function and a timed loop that see the names in the namespace."""
    source = _SOURCE.format(parameters=PARAMETERS[operation], expression=expression)
    scope = {**namespace, "_wall": wall, "_cpu": cpu}
    exec(compile(source, f"<{operation}: {expression}>", "exec"), scope)
    return Operation(scope["_call"], scope["_loop"])


@dataclass(frozen=True, eq=False)
class Adapter:
    """A codec with its file, relative to the runner's folder, and the names which that file defines."""

    codec: Codec
    source: str
    names: dict[str, Any]

    def set_up(self) -> tuple[str, dict[str, Any]]:
        """Import the library.

        Returns:
            Its version, and the names that the codec's expressions may use.

        Raises:
            Exception: whatever the import of an absent or broken library raises.
        """
        scope = dict(self.names)
        exec(self.codec.setup, scope)
        if self.codec.version:
            return str(eval(self.codec.version, scope)), scope  # noqa: S307
        return metadata.version(distribution(self.codec)), scope


def facts(codec: Codec) -> dict[str, str]:
    """Return the home page and the licence of a codec's library, by default as its installed package tells them."""
    if codec.homepage and codec.licence:
        return {"homepage": codec.homepage, "licence": codec.licence}
    told = metadata.metadata(distribution(codec))
    urls = [url.split(", ", 1) for url in told.get_all("Project-URL") or []]
    pages = {label.lower(): address for label, address in [("Home-page", told["Home-page"] or ""), *urls]}
    found = (pages.get(label) for label in ("homepage", "home-page", "source", "source code", "repository"))
    return {
        "homepage": codec.homepage or next(filter(None, found)),
        "licence": codec.licence or told["License-Expression"],
    }


def find_adapters() -> dict[str, Adapter]:
    """Read every codec in the folder `codecs`, by selector."""
    adapters: dict[str, Adapter] = {}
    for file in sorted((FOLDER / "codecs").glob("*.py")):
        # A name of its own: the file json.py must not stand in for the module json.
        spec = importlib.util.spec_from_file_location(f"codec_{file.stem}", file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        names = vars(module)
        for codec in names.values():
            if isinstance(codec, Codec):
                adapters[codec.selector] = Adapter(codec, file.relative_to(FOLDER).as_posix(), names)
    return adapters


def import_without(extension: str) -> Any:
    """Import a package once more, as it is where its C extension was not built.

    Args:
        extension: the extension's full name; the package's is its first part.

    Returns:
        The package, apart from the one that others import.
    """
    package = extension.partition(".")[0]

    def modules() -> dict[str, Any]:
        return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == package}

    kept = modules()
    sys.modules[extension] = None  # type: ignore[assignment]  # which makes its import fail
    try:
        return importlib.import_module(package)
    finally:
        modules()
        sys.modules.update(kept)


def reason_missing(codec: Codec, error: Exception) -> str:
    """Say why a codec cannot be used, and how to get its library."""
    reason = f"{type(error).__name__}: {error}"
    if codec.cpython_only and platform.python_implementation() != "CPython":
        return f"it is built for CPython alone ({reason})"
    file = Path(sys.prefix) / "not-installed.json"
    notes = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    failure = notes.get("failures", {}).get(distribution(codec))
    if failure:
        reason += f"; its installation failed: {failure}"
    advice = notes.get("advice") or f"{sys.executable} -m pip install {codec.library}"
    return f"{reason}; try: {advice}"

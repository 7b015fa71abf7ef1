"""The runners' sources that an installed package holds, unfolded in the user's cache, where they are built.

There they lie as in a checkout: ``runners`` beside ``src/weighbridge_kit``. What is unfolded is never changed: another
version, or one from a changed checkout, has a folder of its own.
"""

from __future__ import annotations

import shutil
import tarfile
import tempfile
from functools import cache
from importlib.metadata import Distribution, distribution, version
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED = _PACKAGE / "shipped" / "sources.tar.xz"
_DIGITS = 12


def is_installed() -> bool:
    """Whether this is an installed package, and not a checkout."""
    return _SHIPPED.is_file()


def packages_for(runner: Path) -> str:
    """Return the folder of packages that a runner in Python takes its libraries from; nothing in a checkout.

    They are those that were installed beside Weighbridge: it weighs the versions that its user chose, and needs no
    network for it.
    """
    return str(_PACKAGE.parent) if is_unfolded(runner) else ""


def is_unfolded(runner: Path) -> bool:
    """Whether a runner's folder is one of those that an installed package unfolds."""
    return is_installed() and _unfolded() in runner.parents


def unfold() -> Path:
    """Return the folder of the runners, which is written if it is not there yet.

    Raises:
        OSError: it cannot be written.
    """
    place = _unfolded()
    if not place.is_dir():
        place.parent.mkdir(parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(prefix=".unfolding-", dir=place.parent))
        try:
            with tarfile.open(_SHIPPED) as archive:
                archive.extractall(half)  # noqa: S202 (our own)
            half.chmod(0o755)
            try:
                half.rename(place)
            except OSError:  # another process was sooner
                if not place.is_dir():
                    raise
        finally:
            shutil.rmtree(half, ignore_errors=True)
    return place / "runners"


@cache
def _unfolded() -> Path:
    return platformdirs.user_cache_path("weighbridge") / "sources" / f"{version('weighbridge')}-{digest()}"


def digest() -> str:
    """Return the digest of the sources that this package holds."""
    return digest_of(distribution("weighbridge"))


def digest_of(package: Distribution) -> str:
    """Return what tells the sources of one wheel from those of another: the digest that the wheel lists of them."""
    (digest,) = (file.hash.value for file in package.files or () if file.name == _SHIPPED.name and file.hash)
    return digest[:_DIGITS].replace("_", "-")

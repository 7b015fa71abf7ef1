"""What a run says beyond its cells, derived from them: again whenever cells are left out."""

from __future__ import annotations

from .approaches import with_approaches
from .document import RunDocument
from .profiled import with_profiles
from .savings import with_savings
from .sweeps import with_sweeps


def with_comparisons(document: RunDocument) -> RunDocument:
    """Return a run with what the comparison of its cells gives."""
    return with_savings(with_sweeps(with_profiles(with_approaches(document))))

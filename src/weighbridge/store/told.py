"""What reports and pages read of a run's settings and environment, which hold more than that, and whatever is known."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from weighbridge.printable import one_line
from weighbridge.runners.answers import Clocks, Memory
from weighbridge.runners.manifest import Profile

from .ranges import Amount, Fact, Line, Name, Open


class _Told(BaseModel):
    model_config = ConfigDict(extra="allow", allow_inf_nan=False, defer_build=True)


class _Settings(_Told):
    precision: float = Field(gt=0, lt=1)
    baseline: Name | None = None
    clock_hz: float | None = Field(default=None, gt=0, le=1e12)


class _Missing(_Told):
    codec: Name
    variant: Name | None
    reason: Line


class _Warmup(_Told):
    least_ms: float = Field(default=0.0, ge=0)
    limit_ms: float = Field(default=0.0, ge=0)


class _Runner(_Told):
    language: Name | None = None
    title: Name | None = None
    runtime: Line | None = None
    compiler: Line | None = None
    flags: Line | None = None
    clocks: Clocks | None = None
    memory: Memory | None = None
    profile: Profile = Profile()
    warmup: _Warmup = _Warmup()
    raised_priority: bool | None = None
    missing: list[_Missing] = []


class _Absent(_Told):
    title: Name
    reason: Line
    advice: Line


class _LeftOut(_Told):
    variants: Amount = 0
    runners: list[Name] = []


class _Environment(_Told):
    machine: dict[Name, Fact] = {}
    runners: dict[Name, _Runner] = {}
    awaited: list[Name] = []
    absent: list[_Absent] = []
    left_out: _LeftOut = _LeftOut()


def _read_as(kind: type[_Told]) -> AfterValidator:
    def check(content: dict[str, Any]) -> dict[str, Any]:
        try:
            kind.model_validate(content)
        except ValidationError as error:
            first = error.errors()[0]
            raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
        return content

    return AfterValidator(check)


def _in_lines(item: Any) -> Any:
    if isinstance(item, str):
        return one_line(item)
    if isinstance(item, dict):
        return {one_line(name): _in_lines(entry) for name, entry in item.items()}
    return [_in_lines(entry) for entry in item] if isinstance(item, (list, tuple)) else item


Settings = Annotated[Open, _read_as(_Settings)]
"""How a run was measured; what it picked, and what its types are called, is told to the letter."""
Environment = Annotated[Open, AfterValidator(_in_lines), _read_as(_Environment)]
"""The machine, the runners as they described themselves, and what was wanted and is not there."""

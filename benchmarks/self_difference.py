"""A/A: every codec is registered twice; how often does a run call it different from itself?"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.campaign import LongCampaign


@dataclass(frozen=True, slots=True)
class SelfDifference:
    """How the A/A pairs came out.

    Attributes:
        runs: short runs.
        pairs: A/A pairs in all runs together.
        different_95: those whose own 95 % interval of the ratio lacks 1: 5 % is right.
        different: those with the verdict "faster" or "slower", corrected for all pairs of the group.
        failed_self_checks: runs that would have said at the top of every table that their A/A failed.
        one_by_one_pairs: A/A pairs of the one-by-one protocol.
        one_by_one_different_95: those that a t test at 95 % of its runs calls different.
    """

    runs: int
    pairs: int
    different_95: int
    different: int
    failed_self_checks: int
    one_by_one_pairs: int
    one_by_one_different_95: int


def self_difference(campaign: LongCampaign) -> SelfDifference:
    """Count them."""
    twins = campaign.ground.twins
    analyses = [run.analysis for run in campaign.runs]
    intervals = [analysis.ratio(*pair) for analysis in analyses for pair in twins]
    bounds = [(found.low, found.high) for found in intervals if found is not None]
    return SelfDifference(
        runs=len(analyses),
        pairs=len(bounds),
        different_95=sum(low is not None and high is not None and not low <= 1 <= high for low, high in bounds),
        different=sum(not analysis.verdict(*pair).is_tie for analysis in analyses for pair in twins),
        failed_self_checks=sum(analysis.self_check.ok is False for analysis in analyses),
        one_by_one_pairs=len(campaign.slots) * len(twins),
        one_by_one_different_95=sum(slot.tells_apart(*pair) for slot in campaign.slots for pair in twins),
    )

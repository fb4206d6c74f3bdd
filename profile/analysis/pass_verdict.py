"""One pass of two captures: how its median changed, between which bounds that may lie, and what that means."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from framescope.profile.analysis.comparison import CONFIDENCE, PassComparison
from framescope.profile.analysis.frame_pairs import paired_ratios
from framescope.profile.analysis.grouping import PassKey
from framescope.profile.analysis.median_interval import MedianInterval, TooFewSamples, median_interval
from framescope.profile.analysis.pass_samples import Samples
from framescope.profile.analysis.percentiles import nearest_rank
from framescope.profile.sgpt.ticks import scale_ticks

__all__ = ["SAME_WITHIN", "compare_pass", "tail_of"]

SAME_WITHIN = 0.01
"""Two recordings of the same work differ by as much, surely, though nothing changed: no interval sees that."""

_WIDEST = 1.0  # an interval wider than this, of which 0 is part, says nothing
_SEED = 1


def tail_of(rows: int) -> float:
    """The ``tail`` of each of so many rows with which all of their intervals hold at once."""
    return (1 - CONFIDENCE) / 2 / rows


def compare_pass(key: PassKey, a: Samples, b: Samples, scales: tuple[float, float], tail: float) -> PassComparison:
    """Compare the times of one pass.

    Args:
        key: The pass.
        a: Its times in A.
        b: Its times in B.
        scales: Nanoseconds a tick of A, and of B.
        tail: How likely each median may lie below its interval, and how likely above.
    """
    medians = [
        scale_ticks(nearest_rank(np.sort(samples.ticks), 50), scale) if len(samples.ticks) else None
        for samples, scale in zip((a, b), scales, strict=True)
    ]
    row = PassComparison(
        path=key[0],
        attributed=key[1],
        a_n=len(a.frames),
        b_n=len(b.frames),
        a_median_ns=medians[0],
        b_median_ns=medians[1],
        change=_ratio(*medians),
        low=None,
        high=None,
        paired=False,
        verdict="too few samples",
    )
    try:
        ratios = paired_ratios(a, b)
        if ratios is not None:
            return _judged_by_pairs(row, median_interval(ratios, tail, _SEED), scales[1] / scales[0])
        return _judged(row, *(_interval(samples, scale, tail) for samples, scale in zip((a, b), scales, strict=True)))
    except TooFewSamples as error:
        return replace(row, reason=str(error), enough=error.enough)


def _ratio(a: int | None, b: int | None) -> float | None:
    return b / a - 1 if a and b is not None else None


def _interval(samples: Samples, scale: float, tail: float) -> MedianInterval:
    found = median_interval(samples.ticks.astype(np.float64), tail, _SEED)
    return MedianInterval(found.median * scale, found.low * scale, found.high * scale)


def _judged_by_pairs(row: PassComparison, ratios: MedianInterval, clocks: float) -> PassComparison:
    """From the frames' own changes; a tick of B lasts ``clocks`` times as long as one of A."""
    change, low, high = (ratio * clocks - 1 for ratio in (ratios.median, ratios.low, ratios.high))
    return _with_verdict(replace(row, change=change, low=low, high=high, paired=True), low, high)


def _judged(row: PassComparison, a: MedianInterval, b: MedianInterval) -> PassComparison:
    """From both medians with their intervals.

    The interval of the ratio is put together from theirs by recovering variances from confidence limits, on logarithms
    (Zou and Donner, "Construction of confidence limits about effect measures", 2008): a skewed interval stays skewed.
    """
    if not a.low or not b.low:  # a time of 0 has no logarithm
        return _judged_by_difference(row, a, b)
    change = math.log(b.median / a.median)
    low = change - math.hypot(math.log(b.median / b.low), math.log(a.high / a.median))
    high = change + math.hypot(math.log(b.high / b.median), math.log(a.median / a.low))
    low, high = math.expm1(low), math.expm1(high)
    return _with_verdict(replace(row, low=low, high=high), low, high)


def _judged_by_difference(row: PassComparison, a: MedianInterval, b: MedianInterval) -> PassComparison:
    change = b.median - a.median
    low = change - math.hypot(b.median - b.low, a.high - a.median)
    high = change + math.hypot(b.high - b.median, a.median - a.low)
    if not a.median:  # whatever a time of 0 grew to is no share of it
        return replace(row, verdict="slower" if low > 0 else "no change")
    low, high = max(low / a.median, -1.0), high / a.median
    return _with_verdict(replace(row, low=low, high=high), low, high)


def _with_verdict(row: PassComparison, low: float, high: float) -> PassComparison:
    if low > SAME_WITHIN or high < -SAME_WITHIN:
        return replace(row, verdict="slower" if low > 0 else "faster")
    if high - low > _WIDEST:
        enough = math.ceil(
            min(row.a_n, row.b_n) * ((high - low) / _WIDEST) ** 2
        )  # widths shrink as roots of numbers do
        return replace(row, reason="too wide", enough=enough)
    return replace(row, verdict="no change")

"""The median of a pass over the frames of one capture, and between which times it may lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.block_bootstrap import block_length, rank_error
from framescope.profile.analysis.percentiles import nearest_rank

__all__ = ["LEAST_BLOCKS", "LEAST_FRAMES", "MedianInterval", "TooFewSamples", "median_interval"]

LEAST_FRAMES = 20
LEAST_BLOCKS = 5


class TooFewSamples(ValueError):
    """The samples are too few for an interval; ``str()`` says what there is, short enough for a table."""


@dataclass(frozen=True, slots=True)
class MedianInterval:
    """A median with its interval, all in the unit of the samples."""

    median: int
    low: int
    high: int


def median_interval(ticks: npt.NDArray[np.uint64], tail: float, seed: int) -> MedianInterval:
    """The median of a series of times, and its interval.

    Args:
        ticks: A time a frame, in the order of the frames.
        tail: How likely the median may be below the interval, and how likely above.
        seed: Of the random numbers.

    Raises:
        TooFewSamples: Fewer than :data:`LEAST_FRAMES` frames, fewer than :data:`LEAST_BLOCKS` stretches of them that
            are independent of each other, or so few that the interval would reach beyond the shortest or longest time.
    """
    count = len(ticks)
    if count < LEAST_FRAMES:
        raise TooFewSamples(f"{count} frames")
    ascending = np.sort(ticks)
    median = nearest_rank(ascending, 50)
    sides = (ticks > median) * 0.5 - (ticks < median) * 0.5
    block = block_length(sides)
    if count < LEAST_BLOCKS * block:
        raise TooFewSamples(f"{count // block} independent")
    reach = _student_quantile(tail, count / block - 1) * rank_error(sides, block, seed)
    low, high = math.floor(count / 2 - reach) - 1, math.ceil(count / 2 + reach)
    if low < 0 or high >= count:
        raise TooFewSamples(f"{count // block} independent")
    return MedianInterval(median, int(ascending[low]), int(ascending[high]))


def _student_quantile(tail: float, freedom: float) -> float:
    """How many standard errors leave ``tail`` above them, by the expansion of Student's t about the normal quantile."""
    z = -NormalDist().inv_cdf(tail)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)

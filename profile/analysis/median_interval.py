"""The median of a series of frames, and between which values it may lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.block_bootstrap import block_length, rank_error

__all__ = ["LEAST_BLOCKS", "LEAST_FRAMES", "MedianInterval", "TooFewSamples", "median_interval", "sides_of_median"]

Values = npt.NDArray[np.float64]

LEAST_FRAMES = 20
LEAST_BLOCKS = 5


class TooFewSamples(ValueError):
    """The samples are too few for an interval; ``str()`` says what there is, short enough for a table.

    Attributes:
        enough: With how many frames there would be an interval, about.
    """

    def __init__(self, what: str, enough: int) -> None:
        super().__init__(what)
        self.enough = enough


@dataclass(frozen=True, slots=True)
class MedianInterval:
    """A median with its interval, all in the unit of the samples."""

    median: float
    low: float
    high: float


def sides_of_median(values: Values) -> Values:
    """For each value -0.5 below the median, 0 at it, 0.5 above; the median of an even number is the lower one."""
    median = np.partition(values, (len(values) - 1) // 2)[(len(values) - 1) // 2]
    sides: Values = (values > median) * 0.5 - (values < median) * 0.5
    return sides


def median_interval(values: Values, tail: float, seed: int) -> MedianInterval:
    """The median of a series, and its interval.

    Args:
        values: One a frame, in the order of the frames.
        tail: How likely the median may be below the interval, and how likely above.
        seed: Of the random numbers.

    Raises:
        TooFewSamples: Fewer than :data:`LEAST_FRAMES` frames, fewer than :data:`LEAST_BLOCKS` stretches of them that
            are independent of each other, or so few of these that not even all of the values are sure to surround it.
    """
    count = len(values)
    if count < LEAST_FRAMES:
        raise TooFewSamples(f"{count} frames", _enough_frames(tail))
    ascending, sides = np.sort(values), sides_of_median(values)
    block = block_length(sides)
    blocks = count / block
    enough = max(block * _enough_blocks(tail), _enough_frames(tail))
    if blocks < LEAST_BLOCKS:
        raise TooFewSamples(f"{int(blocks)} independent", enough)
    reach = _student_quantile(tail, blocks - 1) * rank_error(sides, block, seed)
    low, high = math.floor(count / 2 - reach) - 1, math.ceil(count / 2 + reach)
    if (low < 0 or high >= count) and 0.5**blocks > tail:  # all on one side of it: so likely, and no likelier
        raise TooFewSamples(f"{int(blocks)} independent", enough)
    median = ascending[(count - 1) // 2]
    return MedianInterval(float(median), float(ascending[max(low, 0)]), float(ascending[min(high, count - 1)]))


def _enough_blocks(tail: float) -> int:
    """With so many stretches it is unlikely enough that all of them lie on one side of the median."""
    return max(LEAST_BLOCKS, math.ceil(-math.log2(tail)))


def _enough_frames(tail: float) -> int:
    """How many frames that many stretches are at least: no stretch is shorter than the cube root of their number."""
    return max(LEAST_FRAMES, math.ceil(math.pow(_enough_blocks(tail), 1.5)))


def _student_quantile(tail: float, freedom: float) -> float:
    """How many standard errors leave ``tail`` above them, by the expansion of Student's t about the normal quantile."""
    z = -NormalDist().inv_cdf(tail)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)

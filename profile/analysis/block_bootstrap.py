"""How far the median of a series wanders from sample to sample, where neighbouring frames are alike.

Frames are no independent draws: a GPU's clock ramps, a scene's camera moves, the machine is busy for a while. Drawing
single frames again would see none of that and promise far too narrow an interval. So whole blocks of frames are drawn,
as long as neighbours stay alike: the circular block bootstrap, its block length chosen from the series itself.

The series that is drawn from holds no times but which side of the median each frame lies on. Its sum says by how many
ranks the median is off, which the times at these ranks turn into an interval. That holds for times with two modes, with
spikes or in coarse steps, where the spread of resampled medians themselves is far off.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

__all__ = ["RESAMPLES", "block_length", "rank_error"]

RESAMPLES = 1000
"""How often frames are drawn anew."""

_MOST_BLOCKS = 1000  # a resample: of longer series fewer are drawn than there are, and the error is scaled

Sides = npt.NDArray[np.float64]


def rank_error(sides: Sides, block: int, seed: int) -> float:
    """By how many ranks the median of such a series is off from sample to sample: one standard error.

    Args:
        sides: For each frame in order, -0.5 below the median, 0 at it, 0.5 above.
        block: How many neighbouring frames are drawn together; see :func:`block_length`.
        seed: Of the random numbers.

    Returns:
        At least ``√n / 2``, what independent frames would give: a bootstrap of few blocks errs low.
    """
    count = len(sides)
    drawn = min(math.ceil(count / block), _MOST_BLOCKS)
    reached = np.concatenate(([0.0], np.cumsum(np.concatenate((sides, sides[:block])))))
    of_block = reached[block : block + count] - reached[:count]
    starts = np.random.default_rng(seed).integers(0, count, (RESAMPLES, drawn))
    spread = float(of_block[starts].sum(axis=1).std()) * math.sqrt(count / (drawn * block))
    short = 1.0 - block / count  # blocks cut off what lies further apart than they are long
    return max(spread / math.sqrt(short) if short > 0 else math.inf, math.sqrt(count) / 2)


def block_length(sides: Sides) -> int:
    """For how many frames neighbours are drawn together.

    Half as many again as :func:`_best_length`, which is chosen for a small error of the variance and leaves intervals
    too narrow more often than they say; and at least the cube root of the number of frames, since likeness too weak to
    be seen in so many frames still widens the interval.
    """
    count = len(sides)
    least: int = math.ceil(count ** (1 / 3))
    return max(math.ceil(1.5 * _best_length(sides)), least)


def _best_length(sides: Sides) -> float:
    """The automatic choice for the circular bootstrap, 1 where no likeness shows.

    Politis and White, "Automatic block-length selection for the dependent bootstrap" (2004), in the version that
    Patton, Politis and White corrected (2009).
    """
    count = len(sides)
    covariance = _autocovariance(sides - sides.mean())
    last = _last_significant_lag(covariance, count)
    if last == 0 or covariance[0] == 0:
        return 1.0
    reach = min(2 * last, len(covariance) - 1)
    lags = np.arange(1, reach + 1)
    weighted = np.clip(2 * (1 - lags / reach), 0, 1) * covariance[1 : reach + 1]
    spectrum = float(covariance[0] + 2 * weighted.sum())
    if spectrum <= 0:
        return 1.0
    length: float = (1.5 * (2 * float((lags * weighted).sum()) / spectrum) ** 2 * count) ** (1 / 3)
    return min(max(1.0, math.ceil(length)), math.ceil(min(3 * math.sqrt(count), count / 3)))


def _quiet_lags(count: int) -> int:
    return max(5, math.ceil(math.sqrt(math.log10(count))))


def _autocovariance(centred: Sides) -> Sides:
    count = len(centred)
    lags = min(math.ceil(math.sqrt(count)) + _quiet_lags(count), count - 1)
    return np.array([centred[: count - lag] @ centred[lag:] / count for lag in range(lags + 1)])


def _last_significant_lag(covariance: Sides, count: int) -> int:
    """The lag behind which the next few are all as small as chance makes them."""
    significant = np.abs(covariance) >= 2 * math.sqrt(math.log10(count) / count) * covariance[0]
    quiet = _quiet_lags(count)
    lag = 0
    while significant[lag + 1 : lag + 1 + quiet].any():
        lag += 1
    return lag

"""How far the median of a series wanders from sample to sample, where neighbouring frames are alike.

Frames are no independent draws: a GPU's clock ramps, a scene's camera moves, the machine is busy for a while. Drawing
single frames again would see none of that and promise far too narrow an interval. So whole blocks of frames are drawn,
as long as neighbours stay alike: the circular block bootstrap, its block length chosen from the series itself.

The series that is drawn from holds no times but which side of the median each frame lies on. Its sum says by how many
ranks the median is off, which the times at these ranks turn into an interval. That holds for times with two modes, with
spikes or in coarse steps, where the spread of resampled medians themselves is far off.

Sums are of whole numbers and exact, and the others are added in order: the inspector's page, which does the same in
another language, comes to the same figures.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.seeded_draws import seeded_draws

__all__ = ["RESAMPLES", "block_length", "rank_error"]

RESAMPLES = 1000
"""How often frames are drawn anew."""

_MOST_BLOCKS = 1000  # a resample: of longer series fewer are drawn than there are, and the error is scaled
_QUIET_LAGS = 5  # max(5, √log10 n), which is 5 for fewer than 10^25 frames

Sides = npt.NDArray[np.float64]
Signs = npt.NDArray[np.int64]


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
    signs = _signs(sides)
    drawn = min(math.ceil(count / block), _MOST_BLOCKS)
    reached = np.concatenate(([0], np.cumsum(np.concatenate((signs, signs[:block])))))
    of_block = reached[block : block + count] - reached[:count]
    totals = of_block[seeded_draws(seed, count, (RESAMPLES, drawn))].sum(axis=1).tolist()
    squares = RESAMPLES * sum(total * total for total in totals) - sum(totals) ** 2
    spread = math.sqrt(float(squares)) / (2 * RESAMPLES) * math.sqrt(count / (drawn * block))
    short = 1.0 - block / count  # blocks cut off what lies further apart than they are long
    return max(spread / math.sqrt(short) if short > 0 else math.inf, math.sqrt(count) / 2)


def block_length(sides: Sides) -> int:
    """For how many frames neighbours are drawn together.

    Half as many again as :func:`_best_length`, which is chosen for a small error of the variance and leaves intervals
    too narrow more often than they say; and at least the cube root of the number of frames, since likeness too weak to
    be seen in so many frames still widens the interval.
    """
    least = 1
    while least**3 < len(sides):
        least += 1
    return max(math.ceil(1.5 * _best_length(_signs(sides))), least)


def _signs(sides: Sides) -> Signs:
    return (2 * sides).astype(np.int64)


def _best_length(signs: Signs) -> float:
    """The automatic choice for the circular bootstrap, 1 where no likeness shows.

    Politis and White, "Automatic block-length selection for the dependent bootstrap" (2004), in the version that
    Patton, Politis and White corrected (2009).
    """
    count = len(signs)
    covariance = _autocovariance(signs)
    last = _last_significant_lag(covariance, count)
    if last == 0 or covariance[0] == 0:
        return 1.0
    reach = min(2 * last, len(covariance) - 1)
    spectrum, slope = covariance[0], 0.0
    for lag in range(1, reach + 1):
        weighted = min(1.0, 2 * (1 - lag / reach)) * covariance[lag]
        spectrum += 2 * weighted
        slope += lag * weighted
    if spectrum <= 0:
        return 1.0
    length: float = (1.5 * (2 * slope / spectrum) ** 2 * count) ** (1 / 3)
    return min(max(1.0, math.ceil(length)), math.ceil(min(3 * math.sqrt(count), count / 3)))


def _autocovariance(signs: Signs) -> list[float]:
    """Of each lag, times ``4 n³``: a whole number, rounded once."""
    count, total = len(signs), int(signs.sum())
    lags = min(math.ceil(math.sqrt(count)) + _QUIET_LAGS, count - 1)
    reached = np.concatenate(([0], np.cumsum(signs))).tolist()
    doubles = signs.astype(np.float64)  # which multiply faster, and hold such sums exactly
    covariance = []
    for lag in range(lags + 1):
        products = int(doubles[: count - lag] @ doubles[lag:])
        ends = reached[count - lag] + total - reached[lag]
        covariance.append(float(count**2 * products - count * total * ends + (count - lag) * total**2))
    return covariance


def _last_significant_lag(covariance: list[float], count: int) -> int:
    """The lag behind which the next few are all as small as chance makes them."""
    least = 2 * math.sqrt(math.log10(count) / count) * covariance[0]
    significant = [abs(value) >= least for value in covariance]
    lag = 0
    while any(significant[lag + 1 : lag + 1 + _QUIET_LAGS]):
        lag += 1
    return lag

"""Percentiles by nearest rank, without interpolation, so that every language gives the same integer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.ticks import scale_ticks

__all__ = ["Distribution", "nearest_rank"]


@dataclass(frozen=True, slots=True)
class Distribution:
    """What is said of a set of durations; all integers of one unit, ticks or nanoseconds."""

    minimum: int
    median: int
    p95: int
    maximum: int
    total: int

    @classmethod
    def of(cls, values: npt.NDArray[np.integer]) -> Distribution | None:
        """The distribution of ``values``, which need no order; None when there are none."""
        if not len(values):
            return None
        ascending = np.sort(values)
        return cls(
            minimum=int(ascending[0]),
            median=nearest_rank(ascending, 50),
            p95=nearest_rank(ascending, 95),
            maximum=int(ascending[-1]),
            total=_sum(ascending),
        )

    def in_ns(self, ns_per_tick: float | None) -> Distribution | None:
        """A distribution of ticks in nanoseconds, each figure scaled once; None when the clock's unit is unknown."""
        if ns_per_tick is None:
            return None
        figures = (self.minimum, self.median, self.p95, self.maximum, self.total)
        return Distribution(*(scale_ticks(ticks, ns_per_tick) for ticks in figures))


def _sum(ascending: npt.NDArray[np.integer]) -> int:
    """The sum as it is, where 64 bits would wrap too: a driver's odd end tick makes a span of centuries."""
    if int(ascending[-1]) * len(ascending) < 1 << 63:
        return int(ascending.sum())
    return sum(ascending.tolist())


def nearest_rank(ascending: npt.NDArray[np.integer], percent: int) -> int:
    """The smallest value that at least ``percent`` % of the values do not exceed.

    Args:
        ascending: At least one integer, ascending.
        percent: 1 to 100. 50 of an even number of values is the lower of the middle two.

    Raises:
        ValueError: No values, or a percentage out of range.
    """
    if not 1 <= percent <= 100:
        raise ValueError(f"a percentile lies between 1 and 100, not at {percent}")
    if not len(ascending):
        raise ValueError("no values have no percentile")
    rank = (percent * len(ascending) + 99) // 100
    return int(ascending[rank - 1])

"""Percentiles by nearest rank, without interpolation, so that every language gives the same integer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.ticks import scale_ticks

__all__ = ["Distribution", "distributions", "nearest_rank"]

_TOGETHER = 1 << 20  # values in one matrix

_U32_MAX = np.uint64(0xFFFFFFFF)


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
        return cls.of_rows(values[None])[0] if len(values) else None

    @classmethod
    def of_rows(cls, rows: npt.NDArray[np.integer]) -> list[Distribution]:
        """The distribution of each row of a matrix with at least one column; one sort for all costs less than many."""
        ascending = _sorted(rows)
        last = ascending.shape[1] - 1
        places = (0, _rank(last + 1, 50), _rank(last + 1, 95), last)
        figures = (ascending[:, place].tolist() for place in places)
        return [cls(*row) for row in zip(*figures, _sums(ascending), strict=True)]

    def in_ns(self, ns_per_tick: float | None) -> Distribution | None:
        """A distribution of ticks in nanoseconds, each figure scaled once; None when the clock's unit is unknown."""
        if ns_per_tick is None:
            return None
        figures = (self.minimum, self.median, self.p95, self.maximum, self.total)
        return Distribution(*(scale_ticks(ticks, ns_per_tick) for ticks in figures))


def distributions(series: Sequence[npt.NDArray[np.integer]]) -> list[Distribution | None]:
    """The distribution of each series; those of one length are worked out together."""
    found: list[Distribution | None] = [None] * len(series)
    alike: dict[int, list[int]] = {}
    for place, values in enumerate(series):
        if len(values):
            alike.setdefault(len(values), []).append(place)
    for length, places in alike.items():
        step = max(1, _TOGETHER // length)
        for first in range(0, len(places), step):
            some = places[first : first + step]
            for place, distribution in zip(
                some, Distribution.of_rows(np.stack([series[i] for i in some])), strict=True
            ):
                found[place] = distribution
    return found


def _sorted(rows: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """Each row ascending; in half the width where they fit, which sorts several times as fast."""
    narrow = rows.dtype == np.uint64 and rows.max() <= _U32_MAX
    return np.sort(rows.astype(np.uint32) if narrow else rows, axis=1)


def _sums(ascending: npt.NDArray[np.integer]) -> list[int]:
    """The sum of each row as it is, where 64 bits would wrap too: a driver's odd end tick makes a span of centuries."""
    if int(ascending[:, -1].max()) * ascending.shape[1] < 1 << 63:
        sums: list[int] = ascending.sum(axis=1).tolist()
        return sums
    return [sum(row) for row in ascending.tolist()]


def _rank(count: int, percent: int) -> int:
    return (percent * count + 99) // 100 - 1


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
    return int(ascending[_rank(len(ascending), percent)])

"""Percentiles by nearest rank, without interpolation, so that every language gives the same integer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["nearest_rank"]


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

"""Nearest rank on integers."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.profile.analysis.percentiles import Distribution, distributions, nearest_rank


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([7], 1, 7),
        ([7], 100, 7),
        ([1, 2], 50, 1),
        ([1, 2, 3], 50, 2),
        ([1, 2, 3, 4], 50, 2),
        (list(range(1, 21)), 95, 19),
        (list(range(1, 22)), 95, 20),
        (list(range(1, 101)), 95, 95),
        (list(range(1, 101)), 99, 99),
        (list(range(1, 102)), 95, 96),
        ([2**63, 2**63 + 1], 50, 2**63),
    ],
)
def test_a_percentile_is_one_of_the_values(values: list[int], percent: int, expected: int) -> None:
    """The smallest value that so many percent do not exceed; the median of an even number is the lower one."""
    assert expected == nearest_rank(np.array(values, np.uint64), percent)


@pytest.mark.parametrize("percent", [0, 101, -5])
def test_a_percentage_out_of_range_is_refused(percent: int) -> None:
    """Below 1 or above 100 there is no rank."""
    with pytest.raises(ValueError, match="between 1 and 100"):
        nearest_rank(np.array([1]), percent)


def test_no_values_have_no_figures() -> None:
    """Nothing measured is None, not a row of zeros."""
    assert Distribution.of(np.zeros(0, np.uint64)) is None
    with pytest.raises(ValueError, match="no values"):
        nearest_rank(np.zeros(0, np.uint64), 50)


def test_a_distribution_is_scaled_figure_by_figure() -> None:
    """The total is scaled as a total: it is not a sum of rounded figures."""
    ticks = Distribution.of(np.array([3, 1, 1], np.uint64))
    assert ticks == Distribution(1, 1, 3, 3, 5)
    assert Distribution(0, 0, 2, 2, 2) == ticks.in_ns(0.5)
    assert ticks.in_ns(None) is None


def test_a_total_beyond_64_bits_does_not_wrap() -> None:
    """An end tick of all ones is a span of centuries; two of them are more, not less."""
    figures = Distribution.of(np.array([2**64 - 2, 2**64 - 2], np.uint64))
    assert figures is not None
    assert figures.total == 2 * (2**64 - 2)


def test_series_worked_out_together_have_the_figures_of_each() -> None:
    """Of one length or several, empty ones among them, narrow or wider than 32 bits."""
    lengths = [3, 0, 600, 3, 600, 1, 0, 3]
    rng = np.random.default_rng(5)
    narrow = [rng.integers(0, 2**20, length).astype(np.uint64) for length in lengths]
    for series in (narrow, [values << np.uint64(40) for values in narrow]):
        assert distributions(series) == [by_hand(sorted(values.tolist())) for values in series]


def by_hand(values: list[int]) -> Distribution | None:
    """The figures of ascending values."""
    if not values:
        return None
    count = len(values)
    return Distribution(values[0], values[(count - 1) // 2], values[-(count // 20) - 1], values[-1], sum(values))

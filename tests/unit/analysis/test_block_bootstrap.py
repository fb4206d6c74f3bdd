"""How far a median wanders, where neighbouring frames are alike."""

from __future__ import annotations

import math

import numpy as np
import pytest

from framescope.profile.analysis.block_bootstrap import block_length, rank_error


def sides(count: int, run: int) -> np.ndarray:
    """Frames that lie below and above the median in turn, in runs of a random length of about ``run`` frames."""
    rng = np.random.default_rng(7)
    switches = rng.random(count) < 1 / run
    return (np.cumsum(switches) % 2) - 0.5


@pytest.mark.parametrize(("run", "least", "most"), [(2, 13, 13), (10, 14, 90), (40, 45, 170)])
def test_blocks_are_as_long_as_neighbours_stay_alike(run: int, least: int, most: int) -> None:
    """Longer runs give longer blocks; without runs they are the cube root of the number of frames."""
    assert least <= block_length(sides(2000, run)) <= most


@pytest.mark.parametrize("series", [np.zeros(50), np.tile([0.5, -0.5], 25)], ids=["constant", "alternating"])
def test_a_series_without_runs_has_blocks_of_a_few_frames(series: np.ndarray) -> None:
    """A series that never changes, or changes with every frame, is no reason for an error."""
    assert 4 <= block_length(series) <= 26


def test_the_error_is_that_of_independent_frames_where_they_are() -> None:
    """The number of frames below the median of so many is binomial."""
    series = np.where(np.random.default_rng(1).random(1000) < 0.5, -0.5, 0.5)
    assert rank_error(series, 1, seed=1) == pytest.approx(math.sqrt(1000) / 2, rel=0.06)


def test_the_error_grows_with_the_runs() -> None:
    """Ten frames that are always alike tell as much as one."""
    series = np.repeat(np.where(np.random.default_rng(1).random(100) < 0.5, -0.5, 0.5), 10)
    assert rank_error(series, 10, seed=1) == pytest.approx(math.sqrt(100) / 2 * 10, rel=0.25)


def test_a_long_series_draws_fewer_blocks_to_the_same_error() -> None:
    """The time it takes stays bounded, the error does not depend on that."""
    series = np.where(np.random.default_rng(1).random(50_000) < 0.5, -0.5, 0.5)
    assert rank_error(series, 1, seed=1) == pytest.approx(math.sqrt(50_000) / 2, rel=0.06)


def test_a_seed_gives_one_error() -> None:
    """The same frames give the same figure, every time."""
    assert rank_error(sides(300, 5), 8, seed=3) == rank_error(sides(300, 5), 8, seed=3)

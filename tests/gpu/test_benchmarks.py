"""The benchmarks that only a graphics card can judge run anywhere, and their arithmetic holds."""

from __future__ import annotations

import pytest

from framescope.harness.bench.clock import bracket, doubling
from framescope.harness.bench.ratios import Ratio, alternate, median, ratio
from framescope.harness.bench.submit_cost import measure
from framescope.shade.adapter import open_graphics
from framescope.shade.graphics import GraphicsContext


def test_doubling_and_bracket_measure_real_passes(graphics: GraphicsContext) -> None:
    """Small kernels on any device: twice the work is longer, the passes fit in their bracket; ns where there are ns."""
    twice = doubling(graphics, work=50, rounds=15)  # many and short: the machine is not ours alone
    assert (twice.single_ns is None) == (graphics.ns_per_tick is None)
    assert twice.ratio > 1
    around = bracket(graphics, passes=3, work=20, rounds=3)
    assert 0 < around.sum_over_bracket <= 1


def test_submits_are_timed_with_recording_on_and_off() -> None:
    """Both arms submit, and the recorded one tells the GPU time of a frame where the clock's unit is known."""
    graphics = open_graphics()
    found, figures = measure(graphics, frames=14, blocks=1, passes=3, work=1, grid=8)
    told = {"submit_off_ns", "submit_on_ns"} | (set() if graphics.ns_per_tick is None else {"gpu_extent_ns"})
    graphics.close()
    assert found.median > 0
    assert set(figures) == told
    assert {type(figure) for figure in figures.values()} == {int}


def test_arms_take_turns_and_the_warm_up_is_dropped() -> None:
    """A machine that slows down half way slows every arm alike."""
    order: list[str] = []

    def arm(name: str) -> float:
        order.append(name)
        return float(len(order))

    samples = alternate({"a": lambda: arm("a"), "b": lambda: arm("b")}, rounds=2, warm_up=1)
    assert order == ["a", "b"] * 3
    assert samples == {"a": [3.0, 5.0], "b": [4.0, 6.0]}


def test_a_ratio_has_an_interval_around_it_and_a_verdict() -> None:
    """The interval of constant samples is a point; the bound decides."""
    found = ratio([3.0] * 9, [2.0] * 9, target=1.4)
    assert found == Ratio(1.5, 1.5, 1.5, 1.4)
    assert found.ok is False
    assert ratio([1.0], [1.0]).ok is None
    assert median([4.0, 1.0, 3.0, 2.0]) == 2.0


@pytest.mark.parametrize(("samples", "base"), [([], []), ([1.0], [1.0, 2.0])])
def test_a_ratio_needs_paired_rounds(samples: list[float], base: list[float]) -> None:
    """Arms of different lengths did not take turns."""
    with pytest.raises(ValueError, match="same number of rounds"):
        ratio(samples, base)

"""The benchmark of growth plans every shape at every count and relates the ends."""

from __future__ import annotations

from typing import Any

import pytest

from framescope.harness.bench.graph_scale import SHAPES, measure


def test_every_shape_is_planned_at_every_count() -> None:
    """A ratio for new and one for reused plans, held to a bound or told, and the figures behind them."""
    ratios, figures = measure(rounds=2, counts=(5, 20))

    names = [f"{shape}, {what}: per pass at 20 ÷ at 5" for shape in SHAPES for what in ("new plan", "reused plan")]
    assert list(ratios) == names
    assert [ratio.target for ratio in ratios.values()] == [1.5, None] * len(SHAPES)
    arms = [f"{what} {count}" for count in (5, 20) for what in ("record", "new plan", "reused plan")]
    assert {tuple(found["us_per_pass"]) for found in figures.values()} == {tuple(arms)}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_shape_has_the_passes_asked_for_and_keeps_them(shape: Any) -> None:
    """What is timed is planning for passes that run, as many as the figure says."""
    assert [len(shape(count).compile().passes) for count in (3, 450)] == [3, 450]

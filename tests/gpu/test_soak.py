"""Nothing grows: live objects, creations, memory, and objects that only the cycle collector could free."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from framescope.harness.bench.soak import soak
from framescope.shade.adapter import open_graphics
from framescope.shade.graphics import GraphicsContext


@pytest.fixture
def fresh() -> Iterator[GraphicsContext]:
    """A context whose device may be instrumented."""
    graphics = open_graphics()
    yield graphics
    graphics.close()


def test_recorded_frames_create_nothing_after_warm_up(fresh: GraphicsContext) -> None:
    """Once settled, frames create no query set, buffer or texture, and the live wgpu objects stay the same."""
    report = soak(fresh, frames=200, settled=60, passes=50)
    assert report.created_after == 0
    assert report.objects_end == report.objects_settled


@pytest.mark.parametrize("native", ["1", "0"])
def test_frames_leave_nothing_for_the_cycle_collector(native: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With gc off the number of Python objects stays flat: neither graph nor recorder makes cycles."""
    monkeypatch.setenv("FRAMESCOPE_NATIVE", native)
    graphics = open_graphics()
    soak(graphics, frames=30, settled=10, passes=10)
    counts = []
    for frames in (60, 160):
        gc.collect()
        soak(graphics, frames=frames, settled=20, passes=10, collect=False)
        gc.collect(0)  # what died young is gone; cycles that outlived a generation would still be there
        counts.append(len(gc.get_objects()))
    graphics.close()
    assert counts[1] - counts[0] < 50  # 100 more frames; one cycle a frame would be 100 at the least


@pytest.mark.campaign
@pytest.mark.parametrize("collect", [True, False])
def test_two_thousand_frames_grow_by_less_than_a_hundred_bytes_each(fresh: GraphicsContext, collect: bool) -> None:
    """Resident memory over frames 500 to 2000 grows by at most 100 bytes a frame, with and without the collector."""
    report = soak(fresh, frames=2000, settled=500, passes=50, collect=collect)
    assert report.rss_slope_bytes <= 100
    assert report.created_after == 0
    assert report.objects_end == report.objects_settled

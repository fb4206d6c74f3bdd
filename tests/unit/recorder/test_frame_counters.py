"""What the recorder counts besides the passes."""

from __future__ import annotations

from capture_builders import LOOSE, PASSES, make_work

from framescope.profile.frame_counters import drawn
from framescope.profile.sgpt.model import PassList


def test_draws_are_summed_over_the_render_passes() -> None:
    """A frame that has no render pass has no such counter, not zero."""
    assert drawn(make_work(PASSES, render=3)) == {"draws": 3}
    assert drawn(make_work(PassList((LOOSE,)))) == {}

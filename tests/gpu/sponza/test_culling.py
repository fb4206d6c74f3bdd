"""The GPU's culling against the CPU's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from framescope.scenes.sponza.assets.camera import LOOP_FRAMES, camera_at
from framescope.scenes.sponza.frustum import visible_draws

if TYPE_CHECKING:
    from .conftest import AtriumRig

POSITIONS = range(0, LOOP_FRAMES, LOOP_FRAMES // 10)


def seen_by(atrium: AtriumRig, matrix: np.ndarray) -> int:
    """Draws in the frustum of a matrix, by the CPU."""
    draws = atrium.scene.static.atrium.draws
    low, high = (np.array([getattr(draw, side) for draw in draws]) for side in ("bounds_min", "bounds_max"))
    return int(visible_draws(matrix, low, high).sum())


@pytest.mark.parametrize("index", POSITIONS)
def test_the_camera_sees_what_the_cpu_says(atrium: AtriumRig, index: int) -> None:
    """At ten places of the walk as many draws meet the frustum on the GPU as on the CPU."""
    atrium.frame(index)
    camera = camera_at(index, 160 / 90)
    assert atrium.counts("camera")[0] == seen_by(atrium, camera.projection @ camera.view)


@pytest.mark.parametrize("cascade", range(4))
def test_a_cascade_draws_what_the_cpu_says(atrium: AtriumRig, cascade: int) -> None:
    """The first frame draws every cascade, each with as many draws as meet its box on the CPU."""
    atrium.frame(100)
    expected = seen_by(atrium, atrium.scene._shadows.matrices[cascade])
    assert atrium.counts(f"cascade {cascade}")[:2] == [expected, expected]


def test_hidden_draws_are_left_out_and_come_back(atrium: AtriumRig) -> None:
    """After a cut some draws are hidden by the old picture's depth and revealed by the new one's: none is lost."""
    atrium.frame(360)
    atrium.frame(50)
    in_frustum, drawn, hidden, _ = atrium.counts("camera")
    _, revealed, still_hidden, _ = atrium.counts("revealed")
    assert (drawn + hidden, revealed + still_hidden) == (in_frustum, hidden)
    assert revealed > 0
    assert atrium.counts("all")[1] == drawn + revealed


def test_what_is_culled_is_not_missed(atrium: AtriumRig) -> None:
    """A frame with occlusion culling has the very pixels of one that knows nothing of the frame before it."""
    pictures = []
    for cut in (False, True):
        atrium.restart(taa=False)
        atrium.frame(360)
        if cut:
            atrium.scene.cut()
        pictures.append(atrium.frame(50, skip=frozenset({"exposure/adapt"})))
        assert (atrium.counts("camera")[2] == 0) == cut
    assert np.array_equal(*pictures)

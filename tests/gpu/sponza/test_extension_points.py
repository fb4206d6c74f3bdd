"""Extensions of the atrium on a device: what is published shows, what nobody reads does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from sample_extensions import added, blank, unread

from framescope.scenes.sponza.scene import SponzaScene

if TYPE_CHECKING:
    from .conftest import AtriumRig, Image

POINTS = [point.name for point in SponzaScene.points]


@pytest.mark.parametrize("point", POINTS)
def test_what_an_extension_publishes_shows(atrium: AtriumRig, point: str) -> None:
    """Black surfaces, black light or a black target make another picture, and the frame runs to its end."""
    plain = atrium.settle(10, 2).astype(int)
    atrium.restart()
    with added(atrium.scene, point, blank):
        changed = np.abs(atrium.settle(10, 2) - plain)[..., :3].max(axis=2)
    assert (changed > 4).mean() > 0.5


@pytest.mark.parametrize("point", POINTS)
def test_what_nobody_reads_leaves_the_picture_alone(atrium: AtriumRig, point: str) -> None:
    """To the last bit."""
    plain = atrium.settle(10, 2)
    atrium.restart()
    with added(atrium.scene, point, unread):
        assert np.array_equal(atrium.settle(10, 2), plain)


def test_what_is_published_before_tone_mapping_stays_out_of_the_history(atrium: AtriumRig) -> None:
    """The next frame mixes with what this one resolved, not with what an extension made of it."""

    def history() -> Image:
        atrium.settle(10, 1)
        return atrium.graphics.read_texture(atrium.scene.persistent.history.latest)

    plain = history()
    atrium.restart()
    with added(atrium.scene, "before-tone-mapping", blank):
        assert np.array_equal(history(), plain)
    assert plain[..., :3].any()

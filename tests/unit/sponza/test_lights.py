"""One sun and 24 point lights, each in its lamp."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.atrium import Atrium
from framescope.scenes.sponza.assets.lights import build_lights, sun_direction
from framescope.scenes.sponza.assets.palette import material


def test_there_are_24_point_lights() -> None:
    """Rows are position, radius, colour and intensity, all of use."""
    point = build_lights().point
    assert (point.shape, point.dtype.name) == ((24, 8), "float32")
    assert (point[:, 3:] > 0.0).all()


def test_every_light_sits_in_something_that_glows(atrium: Atrium) -> None:
    """Within 15 cm of each point light there is a vertex of the glowing material."""
    glowing = [draw for draw in atrium.draws if draw.material == material("ember")]
    used = np.concatenate(
        [
            atrium.positions[atrium.indices[d.first_index : d.first_index + d.index_count] + np.uint32(d.base_vertex)]
            for d in glowing
        ]
    )
    distances = np.linalg.norm(build_lights().point[:, None, :3] - used[None], axis=2).min(axis=1)
    assert distances.max() < 0.15


def test_the_resting_sun_rests() -> None:
    """Without movement the sun's direction is the same in every frame, unit, and downward."""
    directions = {sun_direction(frame, False).tobytes() for frame in (0, 1, 299, 10_000)}
    assert directions == {build_lights().sun_direction.tobytes()}
    assert np.linalg.norm(sun_direction(0, False)) == pytest.approx(1.0)
    assert sun_direction(0, False)[1] < -0.8


def test_the_moving_sun_moves_and_comes_back() -> None:
    """The moving sun begins where the resting one is, leaves it, and repeats after 600 frames."""
    assert sun_direction(0, True).tobytes() == sun_direction(0, False).tobytes()
    assert np.linalg.norm(sun_direction(150, True) - sun_direction(0, True)) > 0.1
    assert sun_direction(742, True).tobytes() == sun_direction(142, True).tobytes()

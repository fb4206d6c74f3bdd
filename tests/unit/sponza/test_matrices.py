"""Cascades cover their slices of the view without crawling."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.camera import Camera, camera_at
from framescope.scenes.sponza.assets.lights import sun_direction
from framescope.scenes.sponza.assets.matrices import cascade_matrices, frustum_corners

RESOLUTION = 256
SPLITS = np.array([2.72, 6.07, 12.5, 32.0], np.float32)


def _projected(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    clip = np.column_stack((points, np.ones(len(points)))) @ matrix.astype(float).T
    return clip[:, :3] / clip[:, 3:]


def _slice(camera: Camera, number: int) -> np.ndarray:
    starts = (camera.near, *SPLITS[:-1])
    return frustum_corners(camera.view, camera.projection, float(starts[number]), float(SPLITS[number]))


@pytest.mark.parametrize("frame", [0, 130, 350])
def test_cascades_hold_their_slice_of_the_view(frame: int) -> None:
    """Every corner of a slice lies inside its cascade's map, depth included."""
    camera = camera_at(frame, 16 / 9)
    cascades = cascade_matrices(camera, sun_direction(0, False), SPLITS, RESOLUTION)
    assert cascades.shape == (4, 4, 4)
    for number, matrix in enumerate(cascades):
        corners = _projected(matrix, _slice(camera, number))
        assert np.abs(corners[:, :2]).max() <= 1.0 + 2.0 / RESOLUTION
        assert 0.0 <= corners[:, 2].min() <= corners[:, 2].max() <= 1.0


def test_a_moving_camera_shifts_cascades_by_whole_texels() -> None:
    """A fixed world point moves by whole texels from frame to frame, so that shadow edges do not crawl."""
    sun, point = sun_direction(0, False), np.array([[1.0, 2.0, 3.0]])
    for frame in (10, 11, 40):
        here, there = (cascade_matrices(camera_at(f, 16 / 9), sun, SPLITS, RESOLUTION) for f in (frame, frame + 1))
        for a, b in zip(here, there, strict=True):
            moved = (_projected(b, point) - _projected(a, point))[0, :2] * RESOLUTION / 2.0
            assert moved == pytest.approx(np.round(moved), abs=0.01)


def test_depth_grows_away_from_the_sun() -> None:
    """A point farther along the sunlight has the larger depth."""
    sun = sun_direction(0, False)
    matrix = cascade_matrices(camera_at(0, 16 / 9), sun, SPLITS, RESOLUTION)[2]
    depths = _projected(matrix, np.stack((np.zeros(3), sun.astype(float))))[:, 2]
    assert depths[0] < depths[1]

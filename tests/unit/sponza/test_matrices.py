"""Matrices put points where WebGPU expects them, and cascades cover their slices without crawling."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.camera import Camera, camera_at
from framescope.scenes.sponza.assets.lights import sun_direction
from framescope.scenes.sponza.assets.matrices import (
    cascade_matrices,
    frustum_corners,
    look_at,
    orthographic,
    perspective,
    practical_splits,
)

RESOLUTION = 256
SPLITS = practical_splits(0.1, 32.0)


def _projected(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    clip = np.column_stack((points, np.ones(len(points)))) @ matrix.astype(float).T
    return clip[:, :3] / clip[:, 3:]


def test_look_at_puts_the_target_straight_ahead() -> None:
    """The eye becomes the origin, and what is looked at lies on -z."""
    view = look_at((1.0, 2.0, 3.0), (4.0, 2.0, 7.0))
    assert view @ (1.0, 2.0, 3.0, 1.0) == pytest.approx((0.0, 0.0, 0.0, 1.0), abs=1e-6)
    assert view @ (4.0, 2.0, 7.0, 1.0) == pytest.approx((0.0, 0.0, -5.0, 1.0), abs=1e-6)


def test_a_view_is_a_rotation() -> None:
    """Axes are unit, square to each other and right-handed."""
    axes = look_at((1.0, 2.0, 3.0), (-4.0, 5.0, 0.0))[:3, :3].astype(float)
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-6)
    assert np.linalg.det(axes) == pytest.approx(1.0)


@pytest.mark.parametrize(("distance", "depth"), [(0.1, 0.0), (60.0, 1.0)])
def test_perspective_depth_runs_from_0_to_1(distance: float, depth: float) -> None:
    """The near plane is depth 0 and the far plane is depth 1, as WebGPU has it."""
    projection = perspective(1.0, 1.5, 0.1, 60.0)
    assert _projected(projection, np.array([[0.0, 0.0, -distance]]))[0, 2] == pytest.approx(depth, abs=1e-5)


def test_perspective_fills_the_field_of_view() -> None:
    """A point on the upper edge of the field of view lands on y = 1, one on the right edge on x = 1."""
    projection = perspective(np.pi / 2, 2.0, 0.1, 60.0)
    assert _projected(projection, np.array([[2.0, 1.0, -1.0]]))[0, :2] == pytest.approx((1.0, 1.0), abs=1e-6)


def test_orthographic_maps_its_box_to_clip_space() -> None:
    """Opposite corners of the box are (-1, -1, 0) and (1, 1, 1)."""
    box = orthographic(-2.0, 4.0, 1.0, 3.0, 0.5, 10.5)
    corners = np.array([(-2.0, 1.0, -0.5), (4.0, 3.0, -10.5)])
    assert _projected(box, corners) == pytest.approx(np.array([(-1, -1, 0), (1, 1, 1)]), abs=1e-6)


def test_splits_grow_and_end_at_the_far_distance() -> None:
    """Cascade ends are strictly growing, and the last one is where shadows end."""
    assert (np.diff(SPLITS) > 0.0).all()
    assert SPLITS[-1] == np.float32(32.0)


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

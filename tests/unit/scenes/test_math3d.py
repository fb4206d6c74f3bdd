"""Matrices against what they mean: where points go."""

from __future__ import annotations

import math

import numpy as np
import pytest

from framescope.scenes.math3d import look_at, orthographic, perspective, upload


def transformed(matrix: np.ndarray, point: tuple[float, float, float]) -> np.ndarray:
    """A point through a matrix, divided by w."""
    clip = matrix @ np.array([*point, 1.0])
    return clip[:3] / clip[3]


@pytest.mark.parametrize(("z", "depth"), [(-0.5, 0.0), (-80.0, 1.0)])
def test_perspective_puts_its_planes_at_zero_and_one(z: float, depth: float) -> None:
    """WebGPU's depth runs from 0 at the near plane to 1 at the far plane."""
    matrix = perspective(math.radians(60), 1.5, 0.5, 80.0)
    assert transformed(matrix, (0.0, 0.0, z))[2] == pytest.approx(depth, abs=1e-5)


def test_perspective_sees_its_field_of_view() -> None:
    """A point on the edge of the field is on the edge of the picture, wider than high by the aspect."""
    matrix = perspective(math.radians(90), 2.0, 0.1, 10.0)
    assert transformed(matrix, (6.0, 3.0, -3.0))[:2] == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize(("z", "depth"), [(-1.0, 0.0), (-40.0, 1.0)])
def test_orthographic_puts_its_planes_at_zero_and_one(z: float, depth: float) -> None:
    """The same depth range, linear, and x and y scaled by the half extents."""
    matrix = orthographic(-4.0, 4.0, -2.0, 2.0, 1.0, 40.0)
    assert transformed(matrix, (4.0, -2.0, z)) == pytest.approx([1.0, -1.0, depth], abs=1e-6)


def test_orthographic_maps_its_box_to_clip_space() -> None:
    """Opposite corners of a box that is not centred are (-1, -1, 0) and (1, 1, 1)."""
    box = orthographic(-2.0, 4.0, 1.0, 3.0, 0.5, 10.5)
    assert transformed(box, (-2.0, 1.0, -0.5)) == pytest.approx([-1.0, -1.0, 0.0], abs=1e-6)
    assert transformed(box, (4.0, 3.0, -10.5)) == pytest.approx([1.0, 1.0, 1.0], abs=1e-6)


def test_a_view_is_a_rotation() -> None:
    """Axes are unit, square to each other and right-handed."""
    axes = look_at((1.0, 2.0, 3.0), (-4.0, 5.0, 0.0))[:3, :3].astype(float)
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-6)
    assert np.linalg.det(axes) == pytest.approx(1.0)


def test_look_at_puts_the_target_ahead_and_up_above() -> None:
    """The eye is the origin, the target lies on −z at its distance, what is above it has positive y."""
    view = look_at((3.0, 4.0, 0.0), (0.0, 0.0, 0.0))
    assert transformed(view, (3.0, 4.0, 0.0)) == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    assert transformed(view, (0.0, 0.0, 0.0)) == pytest.approx([0.0, 0.0, -5.0], abs=1e-5)
    assert transformed(view, (0.0, 1.0, 0.0))[1] > 0


def test_upload_is_column_by_column() -> None:
    """The translation of a matrix is in the last four floats."""
    view = look_at((0.0, 0.0, 7.0), (0.0, 0.0, 0.0))
    assert np.frombuffer(upload(view), np.float32)[12:] == pytest.approx([0.0, 0.0, -7.0, 1.0])

"""The cascades of the sun's shadow: slices of the view, each in a box that the sun looks through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from framescope.scenes.math3d import Matrix, look_at, orthographic
from framescope.scenes.sponza.assets.mesh import Floats

if TYPE_CHECKING:
    from framescope.scenes.sponza.assets.camera import Camera

__all__ = ["cascade_matrices", "frustum_corners"]

_CASTER_REACH = 40.0  # how far toward the sun a caster may stand from what it shades: the atrium's longest diagonal
_SNAP_GRAIN = 0.25  # cascade radii are rounded up to this many metres, so that rounding noise moves no texel


def frustum_corners(view: Matrix, projection: Matrix, near: float, far: float) -> Floats:
    """The eight corners, float64 (8, 3), of the slice of a perspective frustum between two distances."""
    half_y, half_x = 1.0 / float(projection[1, 1]), 1.0 / float(projection[0, 0])
    signs = np.array([(x, y) for y in (-1.0, 1.0) for x in (-1.0, 1.0)])
    corners = [np.column_stack((signs * (half_x * d, half_y * d), np.full(4, -d))) for d in (near, far)]
    axes = view[:3, :3].astype(np.float64)
    return (np.concatenate(corners) - view[:3, 3].astype(np.float64)) @ axes


def cascade_matrices(
    camera: Camera, sun_direction: Sequence[float] | Floats, splits: Sequence[float] | Floats, resolution: int
) -> Matrix:
    """World to clip of the sun for each cascade, fitted to a sphere around its slice and snapped to whole texels.

    A sphere does not change as the camera turns, and the snap moves the map by whole texels as it walks: shadow edges
    do not crawl.

    Args:
        camera: Whose view is to be shaded; the first cascade begins at its near plane.
        sun_direction: (3,), from the sun toward the ground.
        splits: Distances at which the cascades end.
        resolution: Texels along a side of one cascade's map.

    Returns:
        float32 (len(splits), 4, 4), depth 0 to 1 growing away from the sun.
    """
    direction = np.asarray(sun_direction, dtype=np.float64)
    direction = direction / np.linalg.norm(direction)
    light_view = look_at(np.zeros(3), direction, (0.0, 0.0, 1.0)).astype(np.float64)
    starts = [camera.near, *(float(split) for split in splits[:-1])]
    return np.stack(
        [
            _fitted(frustum_corners(camera.view, camera.projection, start, float(end)), light_view, resolution)
            for start, end in zip(starts, splits, strict=True)
        ]
    )


def _fitted(corners: Floats, light_view: Floats, resolution: int) -> Matrix:
    center = corners.mean(axis=0)
    radius = float(np.ceil(np.linalg.norm(corners - center, axis=1).max() / _SNAP_GRAIN) * _SNAP_GRAIN)
    texel = 2.0 * radius / resolution
    x, y, z = light_view[:3, :3] @ center
    x, y, z = np.round(x / texel) * texel, np.round(y / texel) * texel, np.round(z / texel) * texel
    box = orthographic(x - radius, x + radius, y - radius, y + radius, -z - radius - _CASTER_REACH, -z + radius)
    return (box.astype(np.float64) @ light_view).astype(np.float32)

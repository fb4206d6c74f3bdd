"""View and projection matrices, and the four cascades of the sun's shadow.

Matrices are (4, 4) arrays that multiply column vectors: ``clip = projection @ view @ world``. WGSL reads matrices by
columns, so upload the transpose (``matrix.T.tobytes()``). Depth runs forward, 0 at the near plane and 1 at the far one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.mesh import Floats

if TYPE_CHECKING:
    from framescope.scenes.sponza.assets.camera import Camera

__all__ = ["cascade_matrices", "frustum_corners", "look_at", "orthographic", "perspective", "practical_splits"]

Matrix = npt.NDArray[np.float32]

_CASTER_REACH = 40.0  # how far toward the sun a caster may stand from what it shades: the atrium's longest diagonal
_SNAP_GRAIN = 0.25  # cascade radii are rounded up to this many metres, so that rounding noise moves no texel


def look_at(
    eye: Sequence[float] | Floats, target: Sequence[float] | Floats, up: Sequence[float] = (0.0, 1.0, 0.0)
) -> Matrix:
    """World to view: the eye at the origin, looking along -z."""
    position = np.asarray(eye, dtype=np.float64)
    back = position - np.asarray(target, dtype=np.float64)
    back /= np.linalg.norm(back)
    right = np.cross(np.asarray(up, dtype=np.float64), back)
    right /= np.linalg.norm(right)
    axes = np.stack((right, np.cross(back, right), back))
    view = np.eye(4)
    view[:3, :3] = axes
    view[:3, 3] = -axes @ position
    return view.astype(np.float32)


def perspective(fov: float, aspect: float, near: float, far: float) -> Matrix:
    """View to clip with a vertical field of view of ``fov`` radians; depth 0 at ``near``, 1 at ``far``."""
    scale = 1.0 / np.tan(fov / 2.0)
    projection = np.zeros((4, 4))
    projection[0, 0], projection[1, 1] = scale / aspect, scale
    projection[2, 2], projection[2, 3] = far / (near - far), near * far / (near - far)
    projection[3, 2] = -1.0
    return projection.astype(np.float32)


def orthographic(left: float, right: float, bottom: float, top: float, near: float, far: float) -> Matrix:
    """View to clip without perspective; ``near`` and ``far`` are distances along -z."""
    projection = np.eye(4)
    projection[0, 0], projection[0, 3] = 2.0 / (right - left), -(right + left) / (right - left)
    projection[1, 1], projection[1, 3] = 2.0 / (top - bottom), -(top + bottom) / (top - bottom)
    projection[2, 2], projection[2, 3] = 1.0 / (near - far), near / (near - far)
    return projection.astype(np.float32)


def practical_splits(near: float, far: float, count: int = 4, uniformity: float = 0.3) -> npt.NDArray[np.float32]:
    """Distances that end each cascade: a blend of equal and of exponential steps (the practical split scheme).

    Returns:
        float32 (count,), growing, the last one ``far``.
    """
    share = np.arange(1, count + 1) / count
    exponential = near * (far / near) ** share
    return (uniformity * (near + (far - near) * share) + (1.0 - uniformity) * exponential).astype(np.float32)


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

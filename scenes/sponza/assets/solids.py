"""Quads, blocks and freely shaped sheets: what the mouldings of ``profiles`` do not draw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from framescope.scenes.sponza.assets.mesh import Floats, Mesh, grid, merged
from framescope.scenes.sponza.assets.profiles import profile, ring

__all__ = ["block", "rectangle", "sheet", "slab"]


def rectangle(
    corner: Sequence[float],
    side_u: Sequence[float],
    side_v: Sequence[float],
    metres: float,
    cells: tuple[int, int] = (1, 1),
) -> Mesh:
    """A flat rectangle that faces ``cross(side_u, side_v)``; u runs along ``side_u``, v along ``side_v``.

    Texture coordinates count metres from ``corner``'s own coordinates, so rectangles that touch continue each other's
    pattern as long as they lie along the axes.
    """
    origin, u, v = (np.asarray(vector, dtype=float) for vector in (corner, side_u, side_v))
    s, t = np.meshgrid(np.linspace(0.0, 1.0, cells[0] + 1), np.linspace(0.0, 1.0, cells[1] + 1), indexing="ij")
    points = origin + s[..., None] * u + t[..., None] * v
    normal = np.broadcast_to(np.cross(u, v), points.shape)
    axes = np.stack((u / np.linalg.norm(u), v / np.linalg.norm(v)), axis=1)
    return grid(points, normal, points @ axes / metres)


def slab(low: Sequence[float], high: Sequence[float], metres: float, faces: str = "nsewtb") -> Mesh:
    """A box without bevels.

    Args:
        low: Smallest corner.
        high: Largest corner.
        metres: Size of one repeat of the texture.
        faces: Which faces to make: e and w face +x and -x, t and b up and down, s and n +z and -z.
    """
    (x_0, y_0, z_0), (x_1, y_1, z_1) = low, high
    x, y, z = x_1 - x_0, y_1 - y_0, z_1 - z_0
    made = {
        "e": lambda: rectangle((x_1, y_0, z_1), (0, 0, -z), (0, y, 0), metres),
        "w": lambda: rectangle((x_0, y_0, z_0), (0, 0, z), (0, y, 0), metres),
        "t": lambda: rectangle((x_0, y_1, z_1), (x, 0, 0), (0, 0, -z), metres),
        "b": lambda: rectangle((x_0, y_0, z_0), (x, 0, 0), (0, 0, z), metres),
        "s": lambda: rectangle((x_0, y_0, z_1), (x, 0, 0), (0, y, 0), metres),
        "n": lambda: rectangle((x_1, y_0, z_0), (-x, 0, 0), (0, y, 0), metres),
    }
    return merged([made[face]() for face in faces])


def block(low: Sequence[float], high: Sequence[float], bevel: float, metres: float) -> Mesh:
    """A box whose horizontal edges are bevelled by ``bevel`` metres."""
    (x_0, y_0, z_0), (x_1, y_1, z_1) = low, high
    half_x, half_z = (x_1 - x_0) / 2.0, (z_1 - z_0) / 2.0
    outline = profile([(-bevel, y_0), (0.0, y_0 + bevel), (0.0, y_1 - bevel), (-bevel, y_1)])
    top = rectangle(
        (-half_x + bevel, y_1, half_z - bevel), (2 * (half_x - bevel), 0, 0), (0, 0, -2 * (half_z - bevel)), metres
    )
    bottom = rectangle(
        (-half_x + bevel, y_0, bevel - half_z), (2 * (half_x - bevel), 0, 0), (0, 0, 2 * (half_z - bevel)), metres
    )
    return merged([ring(outline, half_x, half_z, metres), top, bottom]).moved(x=(x_0 + x_1) / 2.0, z=(z_0 + z_1) / 2.0)


def sheet(points: Floats, uvs: Floats, facing: Sequence[float] | Floats, closed: bool = False) -> Mesh:
    """A smooth surface through (M, N, 3) points, its normals taken from its neighbours.

    Args:
        points: The samples.
        uvs: (M, N, 2), in repeats of the texture.
        facing: A vector, or one a sample, on the side the normals shall point to.
        closed: The last row is the first one again, so that the shading runs on across the seam.
    """
    turning: Floats
    if closed:
        once = points[:-1]
        turning = np.roll(once, -1, axis=0) - np.roll(once, 1, axis=0)
        turning = np.concatenate((turning, turning[:1]))
    else:
        turning = np.asarray(np.gradient(points, axis=0))
    normals = np.cross(turning, np.gradient(points, axis=1))
    side = np.broadcast_to(np.asarray(facing, float), points.shape)
    normals[np.einsum("ijk,ijk->ij", normals, side) < 0.0] *= -1.0
    collapsed = np.einsum("ijk,ijk->ij", normals, normals) < 1e-16  # all samples of the row at one point: a pole
    normals[collapsed] = side[collapsed]
    return grid(points, normals, uvs)

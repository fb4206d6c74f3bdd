"""One bay of an arcade: the arch's stones, and the wall around and above it."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Floats, Mesh, grid, merged
from framescope.scenes.sponza.assets.plan import ARCADE_HALF, BAY, Storey
from framescope.scenes.sponza.assets.solids import rectangle

__all__ = ["arch_stones", "spandrel"]

_GROOVE = 0.018  # depth and half width of the joint between two stones
_PROUD = 0.035  # how far the stones stand out of the wall


def arch_stones(storey: Storey, stones: int, metres: float) -> Mesh:
    """A round arch of separate wedge-shaped stones with grooved joints, in a bay's frame at its storey's height.

    Args:
        storey: Gives the springing line, the inner radius and the stones' depth.
        stones: How many stones the half circle has.
        metres: Size of one repeat of the texture.
    """
    outline, facing, joined = _section(storey)
    arc = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(outline, axis=0), axis=1)))) / metres
    step = np.pi / stones
    half = _GROOVE / storey.radius
    plain = np.array((half, step / 2.0, step - half))
    groove = np.array((step - half, step, step, step + half))
    depth = np.array((0.0, _GROOVE, _GROOVE, 0.0))
    lean = np.array((0.8, 0.8, -0.8, -0.8))
    starts = np.arange(stones)[:, None] * step
    parts = [_swept(outline, facing, arc, joined, starts + plain, np.zeros(3), np.zeros(3), storey, metres)]
    for pair in (slice(0, 2), slice(2, 4)):
        angles = (starts + groove[pair])[:-1]
        parts.append(_swept(outline, facing, arc, joined, angles, depth[pair], lean[pair], storey, metres))
    return merged(parts)


def _section(storey: Storey) -> tuple[Floats, Floats, Floats]:
    """The ring's section as (radius, z) points with normals, and which neighbours are joined: all flats creased."""
    inner, outer, face, bevel = storey.radius, storey.radius + storey.depth, ARCADE_HALF + _PROUD, 0.03
    line = np.array(
        [
            (outer, -ARCADE_HALF),
            (outer, -face),
            (inner + bevel, -face),
            (inner, -face + bevel),
            (inner, face - bevel),
            (inner + bevel, face),
            (outer, face),
            (outer, ARCADE_HALF),
        ]
    )
    steps = np.diff(line, axis=0)
    normals = np.stack((steps[:, 1], -steps[:, 0]), axis=1) / np.linalg.norm(steps, axis=1, keepdims=True)
    points = np.repeat(line, 2, axis=0)[1:-1]
    return points, -np.repeat(normals, 2, axis=0), np.arange(len(points) - 1) % 2 == 0


def _swept(
    outline: Floats,
    facing: Floats,
    arc: Floats,
    joined: Floats,
    angles: Floats,
    depth: Floats,
    lean: Floats,
    storey: Storey,
    metres: float,
) -> Mesh:
    """Sweep the section through each row of ``angles``, sunk by ``depth`` and its normals leaning along the arch."""
    rows, columns = angles.shape
    flat = angles.ravel()[:, None]
    sink = np.tile(depth, rows)[:, None]
    radius = outline[:, 0] - facing[:, 0] * sink
    z = outline[:, 1] - facing[:, 1] * sink
    points = np.stack(
        (radius * np.cos(flat), storey.spring + radius * np.sin(flat), np.broadcast_to(z, radius.shape)), 2
    )
    tilt = np.tile(lean, rows)[:, None]
    radial, across = facing[:, 0], np.broadcast_to(facing[:, 1], radius.shape)
    normals = np.stack(
        (radial * np.cos(flat) - tilt * np.sin(flat), radial * np.sin(flat) + tilt * np.cos(flat), across), axis=2
    )
    uvs = np.stack(
        (np.broadcast_to(flat * storey.radius / metres, radius.shape), np.broadcast_to(arc, radius.shape)), 2
    )
    same_stone = np.arange(rows * columns - 1) % columns != columns - 1
    return grid(points, normals, uvs, same_stone[:, None] & joined[None, :])


def spandrel(storey: Storey, segments: int, metres: float) -> Mesh:
    """The wall of one bay from the springing line to the cornice, both faces, with the arch's round hole left out."""
    radius = storey.radius + storey.depth - 0.01
    height = storey.wall_top - storey.spring
    corner = np.arctan2(height, BAY / 2.0)
    angles = np.unique(np.concatenate((np.linspace(0.0, np.pi, segments + 1), (corner, np.pi - corner))))
    direction = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    reach = np.minimum(
        BAY / 2.0 / np.maximum(np.abs(direction[:, 0]), 1e-9), height / np.maximum(direction[:, 1], 1e-9)
    )
    flat = np.stack((direction * radius, direction * reach[:, None]), axis=1)
    faces = []
    for side in (-1.0, 1.0):
        z = np.full(flat.shape[:2], side * ARCADE_HALF)
        points = np.stack((flat[..., 0], flat[..., 1] + storey.spring, z), axis=2)
        normals = np.broadcast_to((0.0, 0.0, side), points.shape)
        faces.append(grid(points, normals, np.stack((-side * points[..., 0], points[..., 1]), axis=2) / metres))
    top = rectangle((-BAY / 2.0, storey.wall_top, ARCADE_HALF), (BAY, 0, 0), (0, 0, -2 * ARCADE_HALF), metres)
    return merged([*faces, top])

"""One bay of an arcade: the arch's stones, and the wall around and above it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.mesh import Floats, Mesh, grid, merged
from framescope.scenes.sponza.assets.plan import ARCADE_HALF, BAY, Storey
from framescope.scenes.sponza.assets.solids import rectangle

__all__ = ["STONES_IN_TEXTURE", "arch_stones", "spandrel"]

STONES_IN_TEXTURE = 6

_GROOVE = 0.018  # depth and half width of the joint between two stones
_PROUD = 0.035  # how far the stones stand out of the wall


@dataclass(frozen=True, slots=True)
class _Section:
    """The section of an arch ring: (radius, z) points, where they go per metre sunk, normals, v, and what is a face."""

    points: Floats
    sinking: Floats
    normals: Floats
    v: Floats
    joined: npt.NDArray[np.bool_]


def arch_stones(storey: Storey, stones: int, metres: float) -> Mesh:
    """A round arch of separate wedge-shaped stones with grooved joints, in a bay's frame at its storey's height.

    Args:
        storey: Gives the springing line, the inner radius and the stones' depth.
        stones: How many stones the half circle has.
        metres: Size of one repeat of the texture, which shows ``STONES_IN_TEXTURE`` stones side by side.
    """
    section = _section(storey, metres)
    step = np.pi / stones
    half = _GROOVE / storey.radius
    starts = np.arange(stones)[:, None] * step
    faces = starts + np.array((half, step - half))
    faces[0, 0], faces[-1, 1] = 0.0, np.pi  # the outermost stones stand on the capitals without a joint
    flat = np.zeros(2)
    parts = [_swept(section, storey.spring, faces, flat, flat, step)]
    for sides, depth, lean in (
        ((step - half, step), (0.0, _GROOVE), (0.8, 0.8)),
        ((step, step + half), (_GROOVE, 0.0), (-0.8, -0.8)),
    ):
        joints = (starts + np.array(sides))[:-1]
        parts.append(_swept(section, storey.spring, joints, np.array(depth), np.array(lean), step))
    return merged(parts)


def _section(storey: Storey, metres: float) -> _Section:
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
    lengths = np.linalg.norm(steps, axis=1, keepdims=True)
    normals = np.stack((-steps[:, 1], steps[:, 0]), axis=1) / lengths
    mitre = (normals[:-1] + normals[1:]) / (1.0 + np.einsum("ij,ij->i", normals[:-1], normals[1:]))[:, None]
    sinking = -np.concatenate((normals[:1], np.repeat(mitre, 2, axis=0), normals[-1:]))
    points = np.repeat(line, 2, axis=0)[1:-1]  # every edge is creased
    arc = np.repeat(np.concatenate(([0.0], np.cumsum(lengths))), 2)[1:-1]
    return _Section(points, sinking, np.repeat(normals, 2, axis=0), arc / metres, np.arange(len(points) - 1) % 2 == 0)


def _swept(section: _Section, spring: float, angles: Floats, depth: Floats, lean: Floats, step: float) -> Mesh:
    """Sweep the section through each row of two angles, sunk by ``depth`` and its normals leaning along the arch."""
    rows = len(angles)
    turn, sink, tilt = angles.reshape(-1, 1), np.tile(depth, rows)[:, None], np.tile(lean, rows)[:, None]
    radial, across = section.normals.T
    radius, z = (section.points[:, axis] + section.sinking[:, axis] * sink for axis in (0, 1))
    cosine, sine = np.cos(turn), np.sin(turn)
    points = np.stack((radius * cosine, spring + radius * sine, z), axis=2)
    normals = np.stack(
        np.broadcast_arrays(radial * cosine - tilt * sine, radial * sine + tilt * cosine, across), axis=2
    )
    uvs = np.stack(np.broadcast_arrays(turn / (step * STONES_IN_TEXTURE), section.v), axis=2)
    within_a_row = np.arange(2 * rows - 1) % 2 == 0
    return grid(points, normals, uvs, within_a_row[:, None] & section.joined[None, :])


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

"""Moulding profiles, and the surfaces they draw when they are turned, pushed along a line, or led round a rectangle.

A profile is a polyline with the solid on its left, so that its normals point to the right of the direction of travel.
Corners sharper than the crease angle keep two normals; gentler ones are shaded smooth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.mesh import Floats, Mesh, grid, merged

__all__ = ["Profile", "extruded", "lathe", "profile", "ring"]


@dataclass(frozen=True, slots=True)
class Profile:
    """A polyline prepared for shading.

    Attributes:
        points: (N, 2): distance outward, height.
        normals: (N, 2), unit length.
        arc: (N,), length along the polyline in metres.
        joined: (N - 1,), False between the two copies of a creased corner.
    """

    points: Floats
    normals: Floats
    arc: Floats
    joined: npt.NDArray[np.bool_]


def profile(points: Sequence[tuple[float, float]], crease: float = 35.0) -> Profile:
    """Prepare a polyline of ``(outward, height)`` points; ``crease`` is the angle in degrees that stays sharp."""
    line = np.asarray(points, dtype=float)
    steps = np.diff(line, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    facing = np.stack((steps[:, 1], -steps[:, 0]), axis=1) / lengths[:, None]
    arc = np.concatenate(([0.0], np.cumsum(lengths)))
    smooth = np.einsum("ij,ij->i", facing[:-1], facing[1:]) > np.cos(np.radians(crease))
    order, normals, joined = [0], [facing[0]], []
    for corner in range(1, len(line) - 1):
        joined.append(True)
        if smooth[corner - 1]:
            order.append(corner)
            normals.append(facing[corner - 1] + facing[corner])
        else:
            order += [corner, corner]
            normals += [facing[corner - 1], facing[corner]]
            joined.append(False)
    order.append(len(line) - 1)
    normals.append(facing[-1])
    joined.append(True)
    stacked = np.array(normals)
    stacked /= np.linalg.norm(stacked, axis=1, keepdims=True)
    return Profile(line[order], stacked, arc[order], np.array(joined))


def lathe(outline: Profile, segments: int, metres: float) -> Mesh:
    """Turn ``outline`` (radius, height) about the y axis; ``metres`` is the size of one repeat of the texture."""
    angle = np.linspace(0.0, 2.0 * np.pi, segments + 1)
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    radius, height = outline.points.T
    points = np.stack((radius * cosine, np.broadcast_to(height, (segments + 1, len(height))), radius * sine), axis=2)
    out, up = outline.normals.T
    normals = np.stack((out * cosine, np.broadcast_to(up, points.shape[:2]), out * sine), axis=2)
    repeats = max(1.0, np.round(2.0 * np.pi * float(radius.max()) / metres))
    u = np.broadcast_to(-(angle / (2.0 * np.pi))[:, None] * repeats, points.shape[:2])
    uvs = np.stack((u, np.broadcast_to(outline.arc / metres, points.shape[:2])), axis=2)
    return grid(points, normals, uvs, np.broadcast_to(outline.joined, (segments, len(height) - 1)))


def extruded(
    outline: Profile,
    start: Sequence[float],
    end: Sequence[float],
    outward: Sequence[float],
    metres: float,
    mitres: tuple[float, float] = (0.0, 0.0),
    divisions: int = 1,
) -> Mesh:
    """Push ``outline`` from ``start`` to ``end``; its first axis points ``outward``, its second is up.

    Args:
        outline: The profile.
        start: Where the profile's origin begins, (3,).
        end: Where it ends, (3,).
        outward: Unit vector square to the line and to y.
        metres: Size of one repeat of the texture.
        mitres: How far each end moves along the line per unit of outward distance: ``(-1, 1)`` closes an outer corner.
        divisions: Number of pieces along the line.
    """
    origin, target, out = np.asarray(start, float), np.asarray(end, float), np.asarray(outward, float)
    length = float(np.linalg.norm(target - origin))
    along = (target - origin) / length
    share = np.linspace(0.0, 1.0, divisions + 1)[:, None]
    reach, height = outline.points.T
    travel = (mitres[0] * reach) * (1.0 - share) + (length + mitres[1] * reach) * share
    up = np.array((0.0, 1.0, 0.0))
    points = origin + travel[..., None] * along + (reach[:, None] * out + height[:, None] * up)[None]
    normals = np.broadcast_to(outline.normals[:, :1] * out + outline.normals[:, 1:] * up, points.shape)
    sense = 1.0 if np.dot(np.cross(out, up), along) < 0.0 else -1.0
    uvs = np.stack((sense * travel / metres, np.broadcast_to(outline.arc / metres, travel.shape)), axis=2)
    return grid(points, normals, uvs, np.broadcast_to(outline.joined, (divisions, len(reach) - 1)))


def ring(outline: Profile, half_x: float, half_z: float, metres: float, inward: bool = False) -> Mesh:
    """Lead ``outline`` round a rectangle about the origin, with mitred corners.

    Args:
        outline: Distances count outward from the rectangle, or into it when ``inward``.
        half_x: Half the rectangle's size along x.
        half_z: Half the rectangle's size along z.
        metres: Size of one repeat of the texture.
        inward: The mouldings face the rectangle's middle, as a room's cornice does.
    """
    sign = -1.0 if inward else 1.0
    corners = [(half_x, half_z), (half_x, -half_z), (-half_x, -half_z), (-half_x, half_z)]
    facings = [(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0)]
    sides = []
    for number, (facing_x, facing_z) in enumerate(facings):
        (x_0, z_0), (x_1, z_1) = corners[number], corners[(number + 1) % 4]
        outward = (sign * facing_x, 0.0, sign * facing_z)
        sides.append(extruded(outline, (x_0, 0.0, z_0), (x_1, 0.0, z_1), outward, metres, (-sign, sign)))
    return merged(sides)

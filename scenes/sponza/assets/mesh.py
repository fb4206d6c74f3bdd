"""Triangle meshes as plain arrays, and the few operations every part of the atrium is put together with.

A part is modelled once in a local frame and placed with ``moved`` and ``turned``. Both keep the handedness, so a
mesh whose triangles face outward keeps facing outward wherever it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Floats", "Mesh", "grid", "merged", "tangents_of"]

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Mesh:
    """Indexed triangles.

    Attributes:
        positions: float64 (V, 3), metres.
        normals: float64 (V, 3), unit length.
        uvs: float64 (V, 2), in repeats of the texture.
        triangles: uint32 (T, 3), counter-clockwise seen from the side the normals point to.
    """

    positions: Floats
    normals: Floats
    uvs: Floats
    triangles: npt.NDArray[np.uint32]

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
        """This mesh moved by an offset in metres."""
        return Mesh(self.positions + np.array((x, y, z)), self.normals, self.uvs, self.triangles)

    def turned(self, degrees: float, axis: str = "y") -> Mesh:
        """Turned about an axis through the origin: ``"x"``, ``"y"`` or ``"z"``; positive is anticlockwise."""
        first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        matrix = np.eye(3)
        matrix[first, first] = matrix[second, second] = cosine
        matrix[first, second], matrix[second, first] = -sine, sine
        return Mesh(self.positions @ matrix.T, self.normals @ matrix.T, self.uvs, self.triangles)

    def scaled(self, factor: float) -> Mesh:
        """This mesh scaled about the origin by one positive factor; texture coordinates stay as they are."""
        return Mesh(self.positions * factor, self.normals, self.uvs, self.triangles)

    def reversed(self) -> Mesh:
        """The same surface seen from its other side."""
        return Mesh(self.positions, -self.normals, self.uvs, self.triangles[:, ::-1])


def merged(meshes: Sequence[Mesh]) -> Mesh:
    """One mesh that holds all the given ones.

    Raises:
        ValueError: ``meshes`` is empty.
    """
    starts = np.cumsum([0, *(len(mesh.positions) for mesh in meshes)])
    return Mesh(
        np.concatenate([mesh.positions for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.uvs for mesh in meshes]),
        np.concatenate([mesh.triangles + np.uint32(start) for mesh, start in zip(meshes, starts, strict=False)]),
    )


def grid(points: Floats, normals: Floats, uvs: Floats, joined: npt.NDArray[np.bool_] | None = None) -> Mesh:
    """A surface sampled on a grid, its triangles turned to the side its normals point to.

    Args:
        points: (M, N, 3) positions.
        normals: (M, N, 3); need not be unit length.
        uvs: (M, N, 2).
        joined: (M - 1, N - 1), False where neighbouring samples are no cell (a crease, or a gap); None joins all.

    Returns:
        A mesh without the triangles that collapse to a line or a point.
    """
    rows, columns = points.shape[:2]
    number = np.arange(rows * columns, dtype=np.uint32).reshape(rows, columns)
    corners = [number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]]
    a, b, c, d = (corner.ravel() if joined is None else corner[joined] for corner in corners)
    triangles = np.concatenate([np.stack((a, b, c), axis=1), np.stack((a, c, d), axis=1)])
    flat_points, flat_normals = points.reshape(-1, 3), normals.reshape(-1, 3)
    flat_normals = flat_normals / np.maximum(np.linalg.norm(flat_normals, axis=1, keepdims=True), 1e-12)
    p, q, r = (flat_points[triangles[:, corner]] for corner in range(3))
    facing = np.cross(q - p, r - p)
    solid = np.einsum("ij,ij->i", facing, facing) > 1e-16
    backwards = np.einsum("ij,ij->i", facing, flat_normals[triangles].sum(axis=1)) < 0.0
    triangles[backwards] = triangles[backwards][:, ::-1]
    return Mesh(flat_points, flat_normals, uvs.reshape(-1, 2), triangles[solid])


def tangents_of(positions: Floats, normals: Floats, uvs: Floats, triangles: npt.NDArray[np.uint32]) -> Floats:
    """Tangents that follow the direction of growing u, with the handedness of the bitangent.

    Returns:
        float32 (V, 4): unit tangent orthogonal to the normal, and +1 or -1 so that
        ``bitangent = w * cross(normal, tangent)`` follows growing v.
    """
    p, uv = positions[triangles], uvs[triangles]
    edge_1, edge_2 = p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]
    (u_1, v_1), (u_2, v_2) = (uv[:, 1] - uv[:, 0]).T, (uv[:, 2] - uv[:, 0]).T
    sign = np.where(u_1 * v_2 - u_2 * v_1 < 0.0, -1.0, 1.0)[:, None]
    along_u = _accumulated((edge_1 * v_2[:, None] - edge_2 * v_1[:, None]) * sign, triangles, len(positions))
    along_v = _accumulated((edge_2 * u_1[:, None] - edge_1 * u_2[:, None]) * sign, triangles, len(positions))
    tangent = along_u - normals * np.einsum("ij,ij->i", along_u, normals)[:, None]
    length = np.linalg.norm(tangent, axis=1)
    lost = length < 1e-9
    spare = np.cross(normals, np.where(np.abs(normals[:, 1:2]) < 0.9, (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)))
    tangent[lost], length[lost] = spare[lost], np.linalg.norm(spare[lost], axis=1)
    hand = np.where(np.einsum("ij,ij->i", np.cross(normals, tangent), along_v) < 0.0, -1.0, 1.0)
    return np.concatenate((tangent / length[:, None], hand[:, None]), axis=1).astype(np.float32)


def _accumulated(per_triangle: Floats, triangles: npt.NDArray[np.uint32], vertex_count: int) -> Floats:
    corners = triangles.ravel()
    columns = [np.bincount(corners, np.repeat(per_triangle[:, axis], 3), vertex_count) for axis in range(3)]
    return np.stack(columns, axis=1)

"""Big vases and what grows in them."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, merged
from framescope.scenes.sponza.assets.mouldings import VASE
from framescope.scenes.sponza.assets.profiles import lathe, profile
from framescope.scenes.sponza.assets.solids import sheet

__all__ = ["plant", "soil", "vase"]

SOIL_HEIGHT = 1.04


def vase(around: int, metres: float) -> Mesh:
    """A vase 1.19 m high on the y axis, with a gadrooned belly."""
    body = lathe(profile(VASE, 40.0), around, metres)
    height, angle = body.positions[:, 1], np.arctan2(body.positions[:, 2], body.positions[:, 0])
    belly = np.clip((height - 0.28) / 0.1, 0.0, 1.0) * np.clip((0.69 - height) / 0.08, 0.0, 1.0)
    lobes = 1.0 + 0.045 * belly * np.abs(np.cos(angle * 4.0))
    positions = body.positions * np.column_stack((lobes, np.ones_like(lobes), lobes))
    slant = 0.18 * belly * np.sign(np.cos(angle * 4.0)) * np.sin(angle * 4.0)
    around_it = np.column_stack((-np.sin(angle), np.zeros_like(angle), np.cos(angle)))
    normals = body.normals + slant[:, None] * around_it
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(positions, normals, body.uvs, body.triangles)


def soil(around: int, metres: float) -> Mesh:
    """A mound of earth in the vase's mouth."""
    return lathe(
        profile([(0.29, SOIL_HEIGHT), (0.18, SOIL_HEIGHT + 0.03), (0.001, SOIL_HEIGHT + 0.05)], 60.0), around, metres
    )


def plant(leaves: int, segments: int, seed: int) -> Mesh:
    """Long leaves that rise from the vase's mouth and bend outward; each is one sheet, seen from both sides.

    Args:
        leaves: How many.
        segments: Pieces along each.
        seed: Which plant.
    """
    random = np.random.default_rng(seed)
    t = np.linspace(0.0, 1.0, segments + 1)[None, :, None]
    side = np.array((-1.0, 0.0, 1.0))[:, None, None]
    parts = []
    for number in range(leaves):
        rise = number / leaves  # the first leaves stand upright, the last ones hang over the rim
        turn = number * 2.399963 + random.uniform(-0.2, 0.2)
        length, width = random.uniform(0.75, 1.05) * (1.15 - 0.35 * rise), random.uniform(0.07, 0.11)
        lean = 0.12 + 1.0 * rise
        bend = lean + (0.5 + 1.1 * rise) * t
        out = 0.05 + 0.12 * rise + length * t * np.sin(bend * 0.8)
        up = SOIL_HEIGHT + 0.02 + length * t * np.cos(bend * 0.8)
        radial, across = np.array((np.cos(turn), 0.0, np.sin(turn))), np.array((-np.sin(turn), 0.0, np.cos(turn)))
        keel = width * 0.35 * np.abs(side) * np.array((0.0, 1.0, 0.0))
        points = out * radial + up * np.array((0.0, 1.0, 0.0)) + side * width * across + keel
        uvs = np.concatenate(np.broadcast_arrays(0.5 + 0.5 * side, t), axis=2)
        parts.append(sheet(points, uvs, (0.0, 1.0, 0.0) - 0.6 * radial))
    return merged(parts)

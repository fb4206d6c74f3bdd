"""The whole atrium: every part built, placed, and packed into vertex arrays, indices and a list of draws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.arches import arch_stones, spandrel
from framescope.scenes.sponza.assets.columns import base_and_capital, shaft
from framescope.scenes.sponza.assets.mesh import Mesh, tangents_of
from framescope.scenes.sponza.assets.palette import MATERIALS, Alpha, material
from framescope.scenes.sponza.assets.plan import COURT_X, COURT_Z, GALLERY, STOREYS, bay_places, column_places, placed
from framescope.scenes.sponza.assets.solids import rectangle

__all__ = ["Atrium", "Draw", "build_atrium"]


@dataclass(frozen=True, slots=True)
class Draw:
    """One indexed draw: ``draw_indexed(index_count, 1, first_index, base_vertex, 0)``.

    Attributes:
        first_index: Offset into ``Atrium.indices``.
        index_count: Three times the triangles.
        base_vertex: Added to each index.
        material: Number in ``palette.MATERIALS``.
        bounds_min: Smallest corner of the world-space box, float32 (3,).
        bounds_max: Largest corner.
        name: What it is, unique.
        alpha: How its material's alpha is used.
    """

    first_index: int
    index_count: int
    base_vertex: int
    material: int
    bounds_min: npt.NDArray[np.float32]
    bounds_max: npt.NDArray[np.float32]
    name: str
    alpha: Alpha


@dataclass(frozen=True, slots=True)
class Atrium:
    """The scene's geometry. Metres, y up, right-handed, front faces counter-clockwise.

    Attributes:
        positions: float32 (V, 3).
        normals: float32 (V, 3), unit.
        tangents: float32 (V, 4): unit, and the handedness of the bitangent.
        uvs: float32 (V, 2), in repeats of the texture; v grows with the texture's rows.
        indices: uint32 (I,), relative to each draw's ``base_vertex``.
        draws: Opaque draws first, then masked, then blended.
    """

    positions: npt.NDArray[np.float32]
    normals: npt.NDArray[np.float32]
    tangents: npt.NDArray[np.float32]
    uvs: npt.NDArray[np.float32]
    indices: npt.NDArray[np.uint32]
    draws: tuple[Draw, ...]


def _metres(name: str) -> float:
    return MATERIALS[material(name)].metres


def _parts(detail: float) -> list[tuple[str, str, Mesh]]:
    parts: list[tuple[str, str, Mesh]] = []
    for level, storey in enumerate(STOREYS):
        radius = (0.28, 0.2)[level]
        carved, low, high = base_and_capital(storey.column_base, storey.spring, radius, 24, _metres("carved_stone"))
        stem = shaft(low, high, radius, 16, (0.0, 0.75)[level], 4, 12, _metres("shaft_stone"))
        stones, wall = arch_stones(storey, 13, _metres("arch_stone")), spandrel(storey, 24, _metres("ashlar"))
        for number, (x, z, _) in enumerate(column_places()):
            parts.append((f"column {level}.{number} shaft", "shaft_stone", stem.moved(x=x, z=z)))
            parts.append((f"column {level}.{number} capital", "carved_stone", carved.moved(x=x, z=z)))
        for side, number, offset in bay_places():
            parts.append((f"arch {level}.{side}.{number}", "arch_stone", placed(stones, side, offset)))
            parts.append((f"spandrel {level}.{side}.{number}", "ashlar", placed(wall, side, offset)))
    x, z = COURT_X + GALLERY, COURT_Z + GALLERY
    parts.append(("floor", "court_flags", rectangle((-x, 0, z), (2 * x, 0, 0), (0, 0, -2 * z), 1.8)))
    for side in range(4):
        half = (x, z)[side % 2]
        wall = rectangle((half, 0, 0), (-2 * half, 0, 0), (0, 13, 0), 2.7).moved(z=(z, x)[side % 2]).turned(90 * side)
        parts.append((f"wall {side}", "plaster", wall))
    return parts


def build_atrium(detail: float = 1.0) -> Atrium:
    """Build the atrium; equal arguments give equal bytes.

    Args:
        detail: Scales the tessellation; 1 gives about 260 000 triangles.
    """
    parts = sorted(
        _parts(detail), key=lambda part: ("opaque", "mask", "blend").index(MATERIALS[material(part[1])].alpha)
    )
    return _packed(parts)


def _packed(parts: list[tuple[str, str, Mesh]]) -> Atrium:
    starts = np.cumsum([0, *(len(mesh.positions) for _, _, mesh in parts)])
    positions, normals, uvs = (
        np.concatenate([getattr(mesh, field) for _, _, mesh in parts]).astype(np.float32)
        for field in ("positions", "normals", "uvs")
    )
    triangles = np.concatenate(
        [mesh.triangles + np.uint32(start) for (_, _, mesh), start in zip(parts, starts, strict=False)]
    )
    draws, first = [], 0
    for (name, material_name, mesh), start in zip(parts, starts, strict=False):
        own = positions[start : start + len(mesh.positions)]
        number, count = material(material_name), 3 * len(mesh.triangles)
        draws.append(
            Draw(first, count, int(start), number, own.min(axis=0), own.max(axis=0), name, MATERIALS[number].alpha)
        )
        first += count
    indices = np.concatenate([mesh.triangles.ravel() for _, _, mesh in parts])
    tangents = tangents_of(positions, normals, uvs, triangles)
    return Atrium(positions, normals, tangents, uvs, indices, tuple(draws))

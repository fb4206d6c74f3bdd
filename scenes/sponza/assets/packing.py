"""From named parts to what the GPU is given: vertex arrays, one index array, and a list of draws with their boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.mesh import Mesh, merged, tangents_of
from framescope.scenes.sponza.assets.palette import MATERIALS, Alpha, material

__all__ = ["Atrium", "Draw", "Parts"]

_ORDER: tuple[Alpha, ...] = ("opaque", "mask", "blend")


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
        name: What it is; unique.
        alpha: How its material's alpha is used. ``"opaque"`` draws are seen from the front alone: cull their back
            faces. ``"mask"`` and ``"blend"`` draws are single sheets seen from both sides: do not cull
            them, and turn the normal on back faces.
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
        draws: Opaque draws first, then masked, then blended; by material within each.
    """

    positions: npt.NDArray[np.float32]
    normals: npt.NDArray[np.float32]
    tangents: npt.NDArray[np.float32]
    uvs: npt.NDArray[np.float32]
    indices: npt.NDArray[np.uint32]
    draws: tuple[Draw, ...]


class Parts:
    """Collects meshes; those added under one name and material become one draw.

    Args:
        detail: Scales the samples along every curve.
    """

    __slots__ = ("_detail", "_meshes")

    def __init__(self, detail: float = 1.0) -> None:
        self._detail = detail
        self._meshes: dict[tuple[int, str], list[Mesh]] = {}

    def samples(self, count: int) -> int:
        """How many samples a curve has that has ``count`` at a detail of 1; never fewer than 3."""
        return max(3, round(count * self._detail))

    def add(self, name: str, material_name: str, mesh: Mesh) -> None:
        """Add a mesh, placed in the world, to the draw of that name and material."""
        self._meshes.setdefault((material(material_name), name), []).append(mesh)

    def packed(self) -> Atrium:
        """Everything added so far."""
        keys = sorted(self._meshes, key=lambda key: (_ORDER.index(MATERIALS[key[0]].alpha), key))
        meshes = [merged(self._meshes[key]) for key in keys]
        vertex_starts = np.cumsum([0, *(len(mesh.positions) for mesh in meshes)])
        index_starts = np.cumsum([0, *(3 * len(mesh.triangles) for mesh in meshes)])
        whole = merged(meshes)
        positions = whole.positions.astype(np.float32)
        boxes = np.minimum.reduceat(positions, vertex_starts[:-1]), np.maximum.reduceat(positions, vertex_starts[:-1])
        draws = [
            Draw(
                first_index=int(index_starts[order]),
                index_count=3 * len(mesh.triangles),
                base_vertex=int(vertex_starts[order]),
                material=number,
                bounds_min=boxes[0][order],
                bounds_max=boxes[1][order],
                name=f"{name} {MATERIALS[number].name}",
                alpha=MATERIALS[number].alpha,
            )
            for order, ((number, name), mesh) in enumerate(zip(keys, meshes, strict=True))
        ]
        return Atrium(
            positions=positions,
            normals=whole.normals.astype(np.float32),
            tangents=tangents_of(whole.positions, whole.normals, whole.uvs, whole.triangles),
            uvs=whole.uvs.astype(np.float32),
            indices=np.concatenate([mesh.triangles.ravel() for mesh in meshes]),
            draws=tuple(draws),
        )

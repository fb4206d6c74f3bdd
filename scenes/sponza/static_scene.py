"""The atrium on the device: vertex, index and draw buffers, material textures, lamps. Written once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import wgpu

from framescope.scenes.sponza.assets.atrium import Atrium, build_atrium
from framescope.scenes.sponza.assets.lights import Lights, build_lights
from framescope.scenes.sponza.assets.materials import MaterialSet, build_materials
from framescope.scenes.sponza.assets.mips import mip_chain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from framescope.scenes.sponza.settings import Sizes
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ATTRIBUTE_LAYOUT", "POSITION_LAYOUT", "DrawClasses", "StaticScene"]

POSITION_LAYOUT = {
    "array_stride": 12,
    "step_mode": "vertex",
    "attributes": [{"format": "float32x3", "offset": 0, "shader_location": 0}],
}
ATTRIBUTE_LAYOUT = {
    "array_stride": 28,
    "step_mode": "vertex",
    "attributes": [
        {"format": "snorm16x4", "offset": 0, "shader_location": 1},
        {"format": "snorm16x4", "offset": 8, "shader_location": 2},
        {"format": "float32x2", "offset": 16, "shader_location": 3},
        {"format": "uint32", "offset": 24, "shader_location": 4},
    ],
}
_ATTRIBUTES = np.dtype([("normal", "<i2", 4), ("tangent", "<i2", 4), ("uv", "<f4", 2), ("material", "<u4")])
_DRAW = np.dtype(
    [
        ("low", "<f4", 3), ("first_index", "<u4"), ("high", "<f4", 3), ("index_count", "<u4"),
        ("base_vertex", "<i4"), ("class_begin", "<u4"), ("class_end", "<u4"), ("pad", "<u4"),
    ]
)  # fmt: skip
_LAMP = np.dtype([("position", "<f4", 3), ("radius", "<f4"), ("colour", "<f4", 3), ("phase", "<f4")])


@dataclass(frozen=True, slots=True)
class DrawClasses:
    """Draw numbers ``range(begin, end)`` of each kind of alpha; the atrium's draws are sorted so."""

    opaque: range
    masked: range
    blended: range

    @classmethod
    def of(cls, atrium: Atrium) -> DrawClasses:
        """The classes of an atrium's draws."""
        kinds = [draw.alpha for draw in atrium.draws]
        first_masked, first_blended = kinds.count("opaque"), len(kinds) - kinds.count("blend")
        assert kinds == sorted(kinds, key=("opaque", "mask", "blend").index)
        return cls(range(first_masked), range(first_masked, first_blended), range(first_blended, len(kinds)))

    def around(self, number: int) -> range:
        """The class that draw ``number`` belongs to."""
        return next(members for members in (self.opaque, self.masked, self.blended) if number in members)


class StaticScene:
    """Everything of the scene that no frame changes.

    Args:
        graphics: The device.
        sizes: Which texture size to paint.

    Attributes:
        atrium: The geometry on the CPU; its draws and bounds are what culling is checked against.
        classes: Draw numbers by alpha.
        lights: The sun and the lamps.
        material_set: Materials as painted.
    """

    def __init__(self, graphics: GraphicsContext, sizes: Sizes) -> None:
        self._graphics = graphics
        self.atrium: Atrium = build_atrium()
        self.classes = DrawClasses.of(self.atrium)
        self.lights: Lights = build_lights()
        self.material_set: MaterialSet = build_materials(sizes.texture)
        positions = self.atrium.positions
        self.bounds: NDArray[np.float32] = np.stack((positions.min(axis=0), positions.max(axis=0)))
        vertex, index, read = wgpu.BufferUsage.VERTEX, wgpu.BufferUsage.INDEX, wgpu.BufferUsage.STORAGE
        self.positions = self._buffer("positions", positions, vertex)
        self.attributes = self._buffer("vertex attributes", self._packed_attributes(), vertex)
        self.indices = self._buffer("indices", self.atrium.indices, index)
        self.draws = self._buffer("draws", self._packed_draws(), read)
        self.lamps = self._buffer("lamps", self._packed_lamps(), read)
        self.parameters = self._buffer("material parameters", self.material_set.parameters, read)
        materials, cutoffs = self.material_set, self.material_set.parameters[:, 6]
        colours = mip_chain(materials.base_color, "color", cutoffs)
        self.base_colour = self._texture("base colour", "rgba8unorm-srgb", colours)
        self.normal = self._texture("normal maps", "rgba8unorm", mip_chain(materials.normal, "normal"))
        self.surface = self._texture("surface maps", "rgba8unorm", mip_chain(materials.surface, "linear"))

    @property
    def triangles(self) -> int:
        """Triangles of the whole atrium."""
        return len(self.atrium.indices) // 3

    def retire(self) -> None:
        """Give every resource back."""
        for resource in (
            self.positions, self.attributes, self.indices, self.draws, self.lamps, self.parameters,
            self.base_colour, self.normal, self.surface,
        ):  # fmt: skip
            self._graphics.retire(resource)

    def _buffer(self, label: str, data: NDArray[Any], usage: int) -> Any:
        contents = np.ascontiguousarray(data).tobytes()
        return self._graphics.create_buffer_with_data(label=label, data=contents, usage=usage)

    def _texture(self, label: str, texture_format: str, levels: list[NDArray[np.uint8]]) -> Any:
        layers, size = levels[0].shape[:2]
        texture = self._graphics.create_texture(
            label=label,
            size=(size, size, layers),
            format=texture_format,
            usage=wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_DST,
            mip_level_count=len(levels),
        )
        for level, texels in enumerate(levels):
            for layer in range(layers):
                self._graphics.write_texture(texture, np.ascontiguousarray(texels[layer]), level, layer)
        return texture

    def _packed_attributes(self) -> NDArray[Any]:
        atrium = self.atrium
        packed = np.zeros(len(atrium.positions), _ATTRIBUTES)
        packed["normal"][:, :3] = np.round(atrium.normals * 32767.0)
        packed["tangent"] = np.round(atrium.tangents * 32767.0)
        packed["uv"] = atrium.uvs
        packed["material"] = self._material_of_each_vertex()
        return packed

    def _material_of_each_vertex(self) -> NDArray[np.uint32]:
        """A vertex carries its material, so that indirect draws need no ``indirect-first-instance``."""
        material = np.full(len(self.atrium.positions), 0xFFFFFFFF, np.uint32)
        for draw in self.atrium.draws:
            own = self.atrium.indices[draw.first_index : draw.first_index + draw.index_count] + draw.base_vertex
            if np.any((material[own] != 0xFFFFFFFF) & (material[own] != draw.material)):
                raise ValueError(f"draw {draw.name!r} shares vertices with a draw of another material")
            material[own] = draw.material
        return material

    def _packed_draws(self) -> NDArray[Any]:
        packed = np.zeros(len(self.atrium.draws), _DRAW)
        for number, draw in enumerate(self.atrium.draws):
            members = self.classes.around(number)
            packed[number] = (
                draw.bounds_min, draw.first_index, draw.bounds_max, draw.index_count,
                draw.base_vertex, members.start, members.stop, 0,
            )  # fmt: skip
        return packed

    def _packed_lamps(self) -> NDArray[Any]:
        point = self.lights.point
        packed = np.zeros(len(point), _LAMP)
        packed["position"], packed["radius"] = point[:, :3], point[:, 3]
        packed["colour"] = point[:, 4:7] * point[:, 7:8]
        packed["phase"] = np.arange(len(point)) * 1.7
        return packed

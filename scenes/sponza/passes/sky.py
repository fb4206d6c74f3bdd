"""The sky: a map of its radiance, its irradiance in nine coefficients, and the picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage_texture, storage_write, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.render import HDR_FORMAT, RenderKernel, add_fullscreen_pass, depth
from framescope.shade.descriptors import TextureDescriptor

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Sky", "SkyLight"]

_MAP_SIZE = (64, 32)
_COEFFICIENTS = 9


class SkyLight:
    """Radiance map and irradiance of the sky."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._map = ComputeKernel(graphics, "sky map", ("frame", "sky_model", "sky_map"))
        shaders = ("frame", "sky_model", "spherical_harmonics", "sky_irradiance")
        self._irradiance = ComputeKernel(graphics, "sky irradiance", shaders)

    def add(self, frame: Frame) -> None:
        """Sets ``frame.sky_map`` and ``frame.sky_coefficients``."""
        empty = frame.graph.create_texture("sky map", TextureDescriptor((*_MAP_SIZE, 1), HDR_FORMAT))
        table = {0: uniform(frame.constants), 1: storage_texture(empty)}
        step = Step("sky map", self._map, table, self._map.groups_for(*_MAP_SIZE))
        frame.sky_map = add_compute_pass(frame.graph, "sky map", [step])[empty]
        sums = frame.buffer("sky coefficients", 16 * _COEFFICIENTS)
        table = {1: sampled(frame.sky_map), 2: storage_write(sums)}
        step = Step("sky irradiance", self._irradiance, table, (_COEFFICIENTS, 1, 1))
        frame.sky_coefficients = add_compute_pass(frame.graph, "sky irradiance", [step])[sums]


class Sky:
    """The sky wherever no surface is."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._sampler = graphics.sampler(
            label="sky",
            mag_filter="linear",
            min_filter="linear",
            address_mode_u="repeat",
            address_mode_v="clamp-to-edge",
        )
        self._kernel = RenderKernel(
            graphics,
            "sky",
            ("frame", "fullscreen", "sky_model", "sky"),
            targets=[{"format": HDR_FORMAT}],
            depth_stencil=depth("less-equal", write=False),
        )

    def add(self, frame: Frame) -> None:
        """Draws on ``frame.hdr``."""
        table = {0: uniform(frame.constants), 1: sampled(frame.sky_map), 2: self._sampler}
        frame.hdr = add_fullscreen_pass(frame, "sky", self._kernel, table, frame.hdr, keep=True, tested=frame.depth)

"""Deferred lighting: sun, lamps, sky and bounce light on every pixel of the G-buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import Table, sampled, storage, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.render import HDR_FORMAT

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["LIGHT_SHADERS", "Lighting", "shadow_sampler"]

LIGHT_SHADERS = ("shadow", "clusters", "surface", "bounce", "spherical_harmonics", "ambient")


def shadow_sampler(graphics: GraphicsContext) -> Any:
    """The sampler that compares depths, with bilinear weights."""
    return graphics.sampler(label="shadow", mag_filter="linear", min_filter="linear", compare="less-equal")


class Lighting:
    """G-buffer → radiance."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._kernel = ComputeKernel(graphics, "lighting", ("frame", *LIGHT_SHADERS, "lighting"))
        self._compare = shadow_sampler(graphics)

    def add(self, frame: Frame) -> None:
        """Sets ``frame.hdr``."""
        empty = frame.texture("radiance", HDR_FORMAT)
        table: Table = {
            0: uniform(frame.constants),
            1: sampled(frame.distances),
            2: sampled(frame.albedo),
            3: sampled(frame.normal),
            4: sampled(frame.surface),
            5: sampled(frame.occlusion),
            6: sampled(frame.contact),
            7: sampled(frame.atlas),
            8: self._compare,
            9: storage(frame.lights),
            10: storage(frame.list_ranges),
            11: storage(frame.light_list),
            12: storage(frame.sky_coefficients),
            13: storage(frame.probes),
            14: storage_texture(empty),
        }
        step = Step("lighting", self._kernel, table, self._kernel.groups_for(*frame.size))
        frame.hdr = add_compute_pass(frame.graph, "lighting", [step])[empty]

"""Short shadows that the atlas is too coarse for, traced through the depth buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ContactShadows"]


class ContactShadows:
    """How much of the sun reaches each pixel past what is close to it."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._kernel = ComputeKernel(graphics, "contact shadows", ("frame", "contact_shadows"))

    def add(self, frame: Frame) -> None:
        """Sets ``frame.contact``."""
        empty = frame.texture("contact shadows", "r32float")
        table = {
            0: uniform(frame.constants),
            1: sampled(frame.distances),
            2: sampled(frame.normal),
            3: storage_texture(empty),
        }
        step = Step("contact shadows", self._kernel, table, self._kernel.groups_for(*frame.size))
        frame.contact = add_compute_pass(frame.graph, "contact shadows", [step])[empty]

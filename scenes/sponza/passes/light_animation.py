"""The lamps of this frame: their flames waver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import storage, storage_write, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["LightAnimation"]

_LAMP_BYTES = 32


class LightAnimation:
    """Lamps as built → lights of the frame."""

    def __init__(self, graphics: GraphicsContext, lamps: int) -> None:
        self._kernel = ComputeKernel(graphics, "animate lights", ("frame", "clusters", "animate_lights"))
        self._lamps = lamps

    def add(self, frame: Frame) -> None:
        """Sets ``frame.lights``."""
        lights = frame.buffer("lights", self._lamps * _LAMP_BYTES)
        table = {0: uniform(frame.constants), 1: storage(frame.lamps), 2: storage_write(lights)}
        step = Step("animate lights", self._kernel, table, self._kernel.groups_for(self._lamps))
        frame.lights = add_compute_pass(frame.graph, "animate lights", [step])[lights]

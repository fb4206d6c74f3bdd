"""Ambient occlusion from the depth buffer, and the two directions of its blur."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["AmbientOcclusion"]


class AmbientOcclusion:
    """How much of the surroundings each pixel sees."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._trace = ComputeKernel(graphics, "ambient occlusion", ("frame", "ambient_occlusion"))
        self._blurs = [
            ComputeKernel(graphics, f"occlusion blur, {axis}", ("frame", "occlusion_blur"), axis)
            for axis in ("horizontal", "vertical")
        ]

    def add(self, frame: Frame) -> None:
        """Sets ``frame.occlusion``."""
        with frame.graph.scope("ambient occlusion"):
            self._add_trace(frame)
            for kernel in self._blurs:
                self._add_blur(frame, kernel)

    def _add_trace(self, frame: Frame) -> None:
        raw = frame.texture("raw occlusion", "r32float")
        table = {
            0: uniform(frame.constants),
            1: sampled(frame.distances),
            2: sampled(frame.normal),
            3: storage_texture(raw),
        }
        step = Step("ambient occlusion", self._trace, table, self._trace.groups_for(*frame.size))
        frame.occlusion = add_compute_pass(frame.graph, "occlusion", [step])[raw]

    def _add_blur(self, frame: Frame, kernel: ComputeKernel) -> None:
        label = kernel.descriptor.label
        blurred = frame.texture(label, "r32float")
        table = {
            0: uniform(frame.constants),
            1: sampled(frame.distances),
            2: sampled(frame.occlusion),
            3: storage_texture(blurred),
        }
        step = Step(label, kernel, table, kernel.groups_for(*frame.size))
        frame.occlusion = add_compute_pass(frame.graph, label, [step])[blurred]

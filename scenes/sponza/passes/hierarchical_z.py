"""The depth pyramid: one graph pass that opens a compute pass for each mip level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["HierarchicalZ"]


class HierarchicalZ:
    """Depth → farthest distances at half the size, a quarter, and so on down to one texel."""

    def __init__(self, graphics: GraphicsContext) -> None:
        shaders = ("frame", "hierarchical_z")
        self._first = ComputeKernel(graphics, "hierarchical z from depth", shaders, "from_depth")
        self._next = ComputeKernel(graphics, "hierarchical z from finer level", shaders, "from_finer")

    def add(self, frame: Frame) -> None:
        """Makes the next version of ``frame.pyramid``."""
        width, height = frame.size_over(2)
        levels = max(width, height).bit_length()
        steps = [self._step(frame, level, (max(1, width >> level), max(1, height >> level))) for level in range(levels)]
        frame.pyramid = add_compute_pass(frame.graph, "hierarchical z", steps)[frame.pyramid]

    def _step(self, frame: Frame, level: int, size: tuple[int, int]) -> Step:
        target = storage_texture(frame.pyramid, level)
        if level == 0:
            table = {0: uniform(frame.constants), 1: sampled(frame.depth), 3: target}
            return Step("hierarchical z mip 0", self._first, table, self._first.groups_for(*size))
        finer = sampled(frame.pyramid, level - 1)
        return Step(f"hierarchical z mip {level}", self._next, {2: finer, 3: target}, self._next.groups_for(*size))

"""Automatic exposure: a histogram of the picture's luminance, and the exposure that follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage, storage_write, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["AutoExposure"]

_BINS = 128  # as in shaders/exposure.wgsl


class AutoExposure:
    """Half-size picture → exposure."""

    def __init__(self, graphics: GraphicsContext) -> None:
        shaders = ("frame", "exposure", "histogram")
        self._clear = ComputeKernel(graphics, "clear histogram", shaders, "clear")
        self._count = ComputeKernel(graphics, "count luminance", shaders, "count")
        self._adapt = ComputeKernel(graphics, "adapt exposure", ("frame", "exposure", "adapt_exposure"))

    def add(self, frame: Frame) -> None:
        """Sets ``frame.bins`` and makes the next version of ``frame.exposure``."""
        with frame.graph.scope("exposure"):
            empty = frame.buffer("histogram", _BINS * 4)
            picture = frame.bloom_levels[0]
            steps = [
                Step("clear histogram", self._clear, {2: storage_write(empty)}, (1, 1, 1)),
                Step(
                    "count luminance",
                    self._count,
                    {1: sampled(picture), 2: storage_write(empty, "preserve")},
                    self._count.groups_for(*frame.size_over(2)),
                ),
            ]
            frame.bins = add_compute_pass(frame.graph, "histogram", steps)[empty]
            table = {0: uniform(frame.constants), 1: storage(frame.bins), 2: storage_write(frame.exposure, "preserve")}
            step = Step("adapt exposure", self._adapt, table, (1, 1, 1))
            frame.exposure = add_compute_pass(frame.graph, "adapt", [step])[frame.exposure]

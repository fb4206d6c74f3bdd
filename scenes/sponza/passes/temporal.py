"""Temporal anti-aliasing: motion widened to the edges of what is in front, then this frame mixed into the history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import sampled, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["TemporalAntiAliasing", "clamp_sampler"]


def clamp_sampler(graphics: GraphicsContext) -> Any:
    """Bilinear, clamped at the edges: how one picture reads another."""
    return graphics.sampler(label="picture", mag_filter="linear", min_filter="linear")


class TemporalAntiAliasing:
    """Radiance and history → the next history."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._dilate = ComputeKernel(graphics, "dilate motion", ("frame", "dilate_motion"))
        self._resolve = ComputeKernel(graphics, "temporal anti-aliasing", ("frame", "temporal"))
        self._sampler = clamp_sampler(graphics)

    def add(self, frame: Frame) -> None:
        """Makes the next version of ``frame.resolved``; from here on it is ``frame.hdr``."""
        with frame.graph.scope("temporal anti-aliasing"):
            empty = frame.texture("dilated motion", "rg32float")
            table = {
                0: uniform(frame.constants),
                1: sampled(frame.distances),
                2: sampled(frame.motion),
                3: storage_texture(empty),
            }
            step = Step("dilate motion", self._dilate, table, self._dilate.groups_for(*frame.size))
            motion = add_compute_pass(frame.graph, "dilate motion", [step])[empty]
            history = frame.hdr if frame.history is None else frame.history  # bound all the same, and not looked at
            table = {
                0: uniform(frame.constants), 1: sampled(frame.hdr), 2: sampled(history), 3: sampled(motion),
                4: self._sampler, 5: storage_texture(frame.resolved),
            }  # fmt: skip
            step = Step("resolve", self._resolve, table, self._resolve.groups_for(*frame.size))
            frame.hdr = frame.resolved = add_compute_pass(frame.graph, "resolve", [step])[frame.resolved]

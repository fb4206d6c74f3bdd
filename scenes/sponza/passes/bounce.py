"""Light that sunlit stone throws back into the atrium: points from the last cascade, gathered by a grid of probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage, storage_write, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Bounce"]

_POINTS = (24, 24)  # POINTS and PROBES of shaders/bounce.wgsl
_POINT_BYTES = 32
_PROBES = 12 * 6 * 8
_PROBE_BYTES = 96


class Bounce:
    """Sunlit points and light probes."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._points = ComputeKernel(graphics, "sunlit points", ("frame", "bounce", "bounce_points"))
        self._probes = ComputeKernel(graphics, "bounce probes", ("frame", "bounce", "bounce_probes"))

    def add(self, frame: Frame) -> None:
        """Sets ``frame.bounce_points`` and ``frame.probes``."""
        with frame.graph.scope("bounce light"):
            points = frame.buffer("sunlit points", _POINTS[0] * _POINTS[1] * _POINT_BYTES)
            table = {0: uniform(frame.constants), 1: sampled(frame.atlas), 2: storage_write(points)}
            step = Step("sunlit points", self._points, table, self._points.groups_for(*_POINTS))
            frame.bounce_points = add_compute_pass(frame.graph, "sunlit points", [step])[points]
            probes = frame.buffer("bounce probes", _PROBES * _PROBE_BYTES)
            table = {0: uniform(frame.constants), 1: storage(frame.bounce_points), 2: storage_write(probes)}
            step = Step("bounce probes", self._probes, table, self._probes.groups_for(_PROBES))
            frame.probes = add_compute_pass(frame.graph, "probes", [step])[probes]

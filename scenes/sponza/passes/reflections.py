"""Screen-space reflections on polished stone: rays through the depth buffer, then their light added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.render import ADDED, HDR_FORMAT, RenderKernel, add_fullscreen_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Reflections"]


class Reflections:
    """What smooth surfaces mirror of the rest of the picture."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._trace = ComputeKernel(graphics, "trace reflections", ("frame", "reflections"))
        self._apply = RenderKernel(
            graphics,
            "apply reflections",
            ("frame", "fullscreen", "clusters", "surface", "apply_reflections"),
            targets=[{"format": HDR_FORMAT, "blend": ADDED}],
        )

    def add(self, frame: Frame) -> None:
        """Adds to ``frame.hdr``."""
        with frame.graph.scope("reflections"):
            empty = frame.texture("traced reflections", HDR_FORMAT)
            table = {
                0: uniform(frame.constants), 1: sampled(frame.distances), 2: sampled(frame.normal),
                3: sampled(frame.surface), 4: sampled(frame.hdr), 5: storage_texture(empty),
            }  # fmt: skip
            step = Step("trace reflections", self._trace, table, self._trace.groups_for(*frame.size))
            traced = add_compute_pass(frame.graph, "trace", [step])[empty]
            table = {
                0: uniform(frame.constants), 1: sampled(frame.distances), 2: sampled(frame.albedo),
                3: sampled(frame.normal), 4: sampled(frame.surface), 5: sampled(traced),
            }  # fmt: skip
            frame.hdr = add_fullscreen_pass(frame, "apply", self._apply, table, frame.hdr, keep=True)

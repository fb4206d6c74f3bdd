"""From light to display: exposure, bloom and curve, then a little sharpening on the way to the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import Table, sampled, storage, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.passes.temporal import clamp_sampler
from framescope.scenes.sponza.render import RenderKernel, add_fullscreen_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ToneMapping"]


class ToneMapping:
    """Radiance → the target's pixels."""

    def __init__(self, graphics: GraphicsContext, target_format: str) -> None:
        self._map = ComputeKernel(graphics, "tone mapping", ("frame", "exposure", "tone_mapping"))
        self._sampler = clamp_sampler(graphics)
        self._sharpen = RenderKernel(
            graphics,
            "sharpen",
            ("frame", "fullscreen", "sharpen"),
            targets=[{"format": target_format}],
            constants={"LINEAR_TARGET": float(target_format.endswith("-srgb"))},
        )

    def add(self, frame: Frame) -> None:
        """Sets ``frame.display`` and draws ``frame.target``."""
        empty = frame.texture("display", "rgba8unorm")
        table: Table = {
            0: uniform(frame.constants),
            1: sampled(frame.hdr),
            2: sampled(frame.bloom),
            3: self._sampler,
            4: storage(frame.exposure),
            5: storage_texture(empty),
        }
        step = Step("tone mapping", self._map, table, self._map.groups_for(*frame.size))
        frame.display = add_compute_pass(frame.graph, "tone mapping", [step])[empty]
        table = {0: uniform(frame.constants), 1: sampled(frame.display)}
        frame.target = add_fullscreen_pass(frame, "sharpen", self._sharpen, table, frame.target, keep=False)

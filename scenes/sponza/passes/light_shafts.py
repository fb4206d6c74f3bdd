"""Sun and lamps in the dusty air, at half the picture's size: marched, blurred twice, laid over the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import Table, sampled, storage, storage_texture, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.passes.lighting import shadow_sampler
from framescope.scenes.sponza.render import HDR_FORMAT, LAID_OVER, RenderKernel, add_fullscreen_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graph.handles import TextureHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["LightShafts"]


class LightShafts:
    """Light that the air scatters towards the eye."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._march = ComputeKernel(graphics, "light shafts", ("frame", "shadow", "clusters", "light_shafts"))
        self._blurs = [
            ComputeKernel(graphics, f"shaft blur, {axis}", ("frame", "shaft_blur"), axis)
            for axis in ("horizontal", "vertical")
        ]
        self._apply = RenderKernel(
            graphics,
            "apply light shafts",
            ("frame", "fullscreen", "apply_shafts"),
            targets=[{"format": HDR_FORMAT, "blend": LAID_OVER}],
        )
        self._compare = shadow_sampler(graphics)

    def add(self, frame: Frame) -> None:
        """Draws on ``frame.hdr``."""
        with frame.graph.scope("light shafts"):
            air = self._add_march(frame)
            for kernel in self._blurs:
                air = self._add_blur(frame, kernel, air)
            table = {0: uniform(frame.constants), 1: sampled(frame.distances), 2: sampled(air)}
            frame.hdr = add_fullscreen_pass(frame, "apply", self._apply, table, frame.hdr, keep=True)

    def _add_march(self, frame: Frame) -> TextureHandle:
        empty = frame.texture("lit air", HDR_FORMAT, divisor=2)
        table: Table = {
            0: uniform(frame.constants),
            1: sampled(frame.distances),
            2: sampled(frame.atlas),
            3: self._compare,
            4: storage(frame.lights),
            5: storage_texture(empty),
        }
        step = Step("march", self._march, table, self._march.groups_for(*frame.size_over(2)))
        marched: TextureHandle = add_compute_pass(frame.graph, "march", [step])[empty]
        return marched

    def _add_blur(self, frame: Frame, kernel: ComputeKernel, source: TextureHandle) -> TextureHandle:
        label = kernel.descriptor.label
        empty = frame.texture(label, HDR_FORMAT, divisor=2)
        table = {
            0: uniform(frame.constants), 1: sampled(frame.distances), 2: sampled(source), 3: storage_texture(empty),
        }  # fmt: skip
        step = Step(label, kernel, table, kernel.groups_for(*frame.size_over(2)))
        blurred: TextureHandle = add_compute_pass(frame.graph, label, [step])[empty]
        return blurred

"""The shadow atlas: one graph pass for each cascade that is drawn in this frame; the others keep what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.passes.culling import LISTS
from framescope.scenes.sponza.passes.depth_drawing import DepthDrawing, DepthRun
from framescope.scenes.sponza.render import RenderKernel, depth

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.scenes.sponza.static_scene import DrawClasses
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ShadowCascades"]

_SLOPE_BIAS = 1.8


class ShadowCascades:
    """Draws cascades into their tiles of the atlas.

    Args:
        graphics: The device.
        classes: Draw numbers by alpha.
        sampler: Of the material textures.
        tile: Texels along a side of one cascade.
    """

    def __init__(self, graphics: GraphicsContext, classes: DrawClasses, sampler: Any, tile: int) -> None:
        self._drawing = DepthDrawing(graphics, classes, sampler, _SLOPE_BIAS)
        self._tile = tile
        self._clear = RenderKernel(
            graphics, "clear shadow tile", ("depth_only",), vertex="clear_tile", fragment=None,
            depth_stencil=depth("always", write=True),
        )  # fmt: skip

    def add(self, frame: Frame) -> None:
        """Makes the next versions of ``frame.atlas``."""
        with frame.graph.scope("shadows"):
            for cascade in frame.cascades:
                self._add_cascade(frame, cascade)

    def _add_cascade(self, frame: Frame, cascade: int) -> None:
        name = f"cascade {cascade}"
        draws = DepthRun(self._drawing, frame, LISTS[name], frame.cascade_arguments[cascade])

        def open_tile(context: Any, label: str, atlas: Any) -> Any:
            attachment = {"view": atlas, "depth_load_op": "load", "depth_store_op": "store"}
            gpu_pass = context.begin_render_pass(
                label=f"{name}, {label}", color_attachments=[], depth_stencil_attachment=attachment
            )
            self._set_tile(gpu_pass, cascade)
            return gpu_pass

        def run(resources: Any, context: Any) -> None:
            with open_tile(context, "opaque", resources.view(atlas)) as gpu_pass:
                gpu_pass.set_pipeline(self._clear.pipeline)
                gpu_pass.draw(3)
                draws.draw_opaque(gpu_pass, resources, context.graphics)
            with open_tile(context, "cut-out", resources.view(atlas)) as gpu_pass:
                draws.draw_cut_out(gpu_pass, resources, context.graphics)

        builder = frame.graph.add(name, kind="render", execute=run)
        draws.declare(builder)
        atlas = frame.atlas = builder.attach(frame.atlas, load_op="load")
        frame.draw_calls += draws.calls + 1

    def _set_tile(self, gpu_pass: Any, cascade: int) -> None:
        x, y = cascade % 2 * self._tile, cascade // 2 * self._tile
        gpu_pass.set_viewport(x, y, self._tile, self._tile, 0.0, 1.0)
        gpu_pass.set_scissor_rect(x, y, self._tile, self._tile)

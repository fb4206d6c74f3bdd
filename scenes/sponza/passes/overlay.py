"""The debug overlay: seven small pictures of what the frame's passes made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import declare, resolve, sampled, storage, uniform
from framescope.scenes.sponza.render import RenderKernel, color

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Overlay"]

_PANELS = 7  # as in shaders/overlay.wgsl


class Overlay:
    """Shadow atlas, depth pyramid, albedo, normals, occlusion, lights per cluster, histogram."""

    def __init__(self, graphics: GraphicsContext, target_format: str) -> None:
        self._kernel = RenderKernel(
            graphics, "overlay", ("frame", "clusters", "exposure", "overlay"), targets=[{"format": target_format}]
        )

    def add(self, frame: Frame) -> None:
        """Draws on ``frame.target``."""
        table = {
            0: uniform(frame.constants),
            1: sampled(frame.atlas),
            2: sampled(frame.pyramid),
            3: sampled(frame.albedo),
            4: sampled(frame.normal),
            5: sampled(frame.occlusion),
            6: storage(frame.list_ranges),
            7: storage(frame.bins),
            8: storage(frame.exposure),
            9: sampled(frame.distances),
        }

        def run(resources: Any, context: Any) -> None:
            group = context.graphics.bind_group(self._kernel.layout, resolve(resources, table, {}), "overlay")
            attachments = [color(resources.view(target), "load")]
            with context.begin_render_pass(label="overlay", color_attachments=attachments) as gpu_pass:
                gpu_pass.set_pipeline(self._kernel.pipeline)
                gpu_pass.set_bind_group(0, group)
                gpu_pass.draw(6, _PANELS)

        builder = frame.graph.add("overlay", kind="render", execute=run)
        declare(builder, table, {})
        target = frame.target = builder.attach(frame.target, load_op="load")
        frame.draw_calls += 1

"""The gauze curtains, blended over what is behind them from the farthest to the nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import declare, resolve, sampled, storage
from framescope.scenes.sponza.passes.depth_drawing import declare_geometry, draw_list, set_geometry
from framescope.scenes.sponza.passes.g_buffer import material_table
from framescope.scenes.sponza.passes.lighting import LIGHT_SHADERS, shadow_sampler
from framescope.scenes.sponza.render import HDR_FORMAT, RenderKernel, color, depth
from framescope.scenes.sponza.static_scene import ATTRIBUTE_LAYOUT, POSITION_LAYOUT

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.scenes.sponza.static_scene import DrawClasses
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Curtains"]

_BLEND = {
    "color": {"src_factor": "src-alpha", "dst_factor": "one-minus-src-alpha", "operation": "add"},
    "alpha": {"src_factor": "zero", "dst_factor": "one", "operation": "add"},
}


class Curtains:
    """Forward-lit transparent geometry."""

    def __init__(self, graphics: GraphicsContext, classes: DrawClasses, sampler: Any) -> None:
        self._classes = classes
        self._sampler = sampler
        self._compare = shadow_sampler(graphics)
        self._kernel = RenderKernel(
            graphics,
            "curtains",
            ("frame", "materials", *LIGHT_SHADERS, "curtains"),
            vertex="scene_vertex",
            fragment="gauze",
            targets=[{"format": HDR_FORMAT, "blend": _BLEND}],
            buffers=[POSITION_LAYOUT, ATTRIBUTE_LAYOUT],
            depth_stencil=depth("less", write=False),
            cull="back",
        )

    def add(self, frame: Frame) -> None:
        """Draws on ``frame.hdr``."""
        arguments = frame.main_arguments.all_seen
        table = {
            **material_table(frame, self._sampler),
            6: sampled(frame.atlas),
            7: self._compare,
            8: storage(frame.lights),
            9: storage(frame.sky_coefficients),
            10: storage(frame.probes),
        }
        del table[3]  # gauze is rough all over: its shader reads no surface map

        def run(resources: Any, context: Any) -> None:
            group = context.graphics.bind_group(self._kernel.layout, resolve(resources, table, {}), "curtains")
            tested = {"view": resources.view(frame.depth), "depth_read_only": True}
            attachment = color(resources.view(target), "load")
            with context.begin_render_pass(
                label="curtains", color_attachments=[attachment], depth_stencil_attachment=tested
            ) as gpu_pass:
                gpu_pass.set_pipeline(self._kernel.pipeline)
                gpu_pass.set_bind_group(0, group)
                set_geometry(gpu_pass, resources, frame.geometry, attributes=True)
                draw_list(gpu_pass, resources.buffer(arguments), self._classes.blended)

        builder = frame.graph.add("curtains", kind="render", execute=run)
        declare(builder, table, {})
        declare_geometry(builder, frame.geometry, arguments)
        builder.read(frame.depth, "texture-depth-read")
        target = frame.hdr = builder.attach(frame.hdr, load_op="load")
        frame.draw_calls += len(self._classes.blended)

"""The G-buffer: albedo, normal, surface and motion of the nearest surface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import declare, resolve, sampled_array, storage, uniform
from framescope.scenes.sponza.passes.depth_drawing import declare_geometry, draw_list, set_geometry
from framescope.scenes.sponza.render import RenderKernel, color, depth
from framescope.scenes.sponza.static_scene import ATTRIBUTE_LAYOUT, POSITION_LAYOUT

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.scenes.sponza.static_scene import DrawClasses
    from framescope.shade.graphics import GraphicsContext

__all__ = ["GBuffer", "material_table"]

_FORMATS = {"albedo": "rgba8unorm-srgb", "normal": "rgb10a2unorm", "surface": "rgba8unorm", "motion": "rg16float"}


def material_table(frame: Frame, sampler: Any) -> dict[int, Any]:
    """The bindings of ``shaders/materials.wgsl``."""
    materials = frame.materials
    return {
        0: uniform(frame.constants),
        1: sampled_array(materials.base_colour),
        2: sampled_array(materials.normal),
        3: sampled_array(materials.surface),
        4: sampler,
        5: storage(materials.parameters),
    }


class GBuffer:
    """Draws every visible surface once more where it equals the pre-pass's depth."""

    def __init__(self, graphics: GraphicsContext, classes: DrawClasses, sampler: Any) -> None:
        self._classes = classes
        self._sampler = sampler
        self._opaque = self._kernel(graphics, "opaque")
        self._cut_out = self._kernel(graphics, "cut_out")

    def _kernel(self, graphics: GraphicsContext, fragment: str) -> RenderKernel:
        return RenderKernel(
            graphics,
            f"g-buffer, {fragment}",
            ("frame", "materials", "g_buffer"),
            vertex="scene_vertex",
            fragment=fragment,
            targets=[{"format": texture_format} for texture_format in _FORMATS.values()],
            buffers=[POSITION_LAYOUT, ATTRIBUTE_LAYOUT],
            depth_stencil=depth("equal", write=False),
            cull="back",
        )

    def add(self, frame: Frame) -> None:
        """Sets ``frame.albedo``, ``frame.normal``, ``frame.surface`` and ``frame.motion``."""
        table = material_table(frame, self._sampler)
        arguments = frame.main_arguments.all_seen

        def draw(context: Any, resources: Any, label: str, load_op: str, kernel: RenderKernel, members: range) -> None:
            attachments = {
                "color_attachments": [color(resources.view(target), load_op) for target in targets],
                "depth_stencil_attachment": {"view": resources.view(frame.depth), "depth_read_only": True},
            }
            group = context.graphics.bind_group(kernel.layout, resolve(resources, table, {}), label)
            with context.begin_render_pass(label=label, **attachments) as gpu_pass:
                gpu_pass.set_pipeline(kernel.pipeline)
                gpu_pass.set_bind_group(0, group)
                set_geometry(gpu_pass, resources, frame.geometry, attributes=True)
                draw_list(gpu_pass, resources.buffer(arguments), members)

        def run(resources: Any, context: Any) -> None:
            draw(context, resources, "g-buffer, opaque", "clear", self._opaque, self._classes.opaque)
            draw(context, resources, "g-buffer, cut-out", "load", self._cut_out, self._classes.masked)

        builder = frame.graph.add("g-buffer", kind="render", execute=run)
        declare(builder, table, {})
        declare_geometry(builder, frame.geometry, arguments)
        builder.read(frame.depth, "texture-depth-read")
        fresh = [frame.texture(name, texture_format) for name, texture_format in _FORMATS.items()]
        targets = [builder.attach(texture, load_op="clear") for texture in fresh]
        frame.albedo, frame.normal, frame.surface, frame.motion = targets
        frame.draw_calls += len(self._classes.opaque) + len(self._classes.masked)

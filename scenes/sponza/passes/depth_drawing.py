"""What every pass that draws depth alone shares: its two pipelines, and the draws of one list of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import Table, declare, resolve, sampled_array, uniform
from framescope.scenes.sponza.frame_constants import VIEW_STRIDE
from framescope.scenes.sponza.passes.culling import ARGUMENT_BYTES
from framescope.scenes.sponza.render import RenderKernel, depth
from framescope.scenes.sponza.static_scene import ATTRIBUTE_LAYOUT, POSITION_LAYOUT

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame, Geometry
    from framescope.scenes.sponza.static_scene import DrawClasses
    from framescope.shade.graph.handles import BufferHandle
    from framescope.shade.graph.pass_builder import PassBuilder
    from framescope.shade.graphics import GraphicsContext

__all__ = ["DepthDrawing", "DepthRun", "declare_geometry", "draw_list", "material_sampler", "set_geometry"]


def material_sampler(graphics: GraphicsContext, anisotropy: int) -> Any:
    """The sampler of material textures: trilinear, repeating."""
    return graphics.sampler(
        label="materials",
        mag_filter="linear",
        min_filter="linear",
        mipmap_filter="linear",
        address_mode_u="repeat",
        address_mode_v="repeat",
        max_anisotropy=anisotropy,
    )


def declare_geometry(builder: PassBuilder, geometry: Geometry, arguments: BufferHandle) -> None:
    """Declare the buffers that indirect draws of the atrium read."""
    builder.read(geometry.positions, "buffer-vertex")
    builder.read(geometry.attributes, "buffer-vertex")
    builder.read(geometry.indices, "buffer-index")
    builder.read(arguments, "buffer-indirect")


def set_geometry(gpu_pass: Any, resources: Any, geometry: Geometry, attributes: bool) -> None:
    """Bind the atrium's index buffer, its positions, and its other attributes where a shader wants them."""
    gpu_pass.set_index_buffer(resources.buffer(geometry.indices), "uint32")
    gpu_pass.set_vertex_buffer(0, resources.buffer(geometry.positions))
    if attributes:
        gpu_pass.set_vertex_buffer(1, resources.buffer(geometry.attributes))


def draw_list(gpu_pass: Any, arguments: Any, members: range) -> None:
    """Draw ``members`` of a list of arguments, one call each; those that culling dropped draw nothing."""
    draw = gpu_pass.draw_indexed_indirect
    for offset in range(members.start * ARGUMENT_BYTES, members.stop * ARGUMENT_BYTES, ARGUMENT_BYTES):
        draw(arguments, offset)


class DepthDrawing:
    """The pipelines that draw opaque and cut-out geometry into a depth attachment.

    Args:
        graphics: The device.
        classes: Draw numbers by alpha.
        sampler: Of the material textures.
        slope_bias: Depth bias by slope; above 0 for shadow maps.

    Attributes:
        classes: As given.
        sampler: As given.
        opaque: Reads positions alone.
        cut_out: Reads the colour's alpha too.
    """

    def __init__(self, graphics: GraphicsContext, classes: DrawClasses, sampler: Any, slope_bias: float) -> None:
        self.classes = classes
        self.sampler = sampler
        state = depth("less", write=True, slope_bias=slope_bias)
        name = "shadow" if slope_bias > 0.0 else "depth"
        self.opaque = RenderKernel(
            graphics, f"{name}, opaque", ("depth_only",), vertex="opaque", fragment=None,
            buffers=[POSITION_LAYOUT], depth_stencil=state, cull="back",
        )  # fmt: skip
        self.cut_out = RenderKernel(
            graphics, f"{name}, cut-out", ("depth_only",), vertex="cut_out", fragment="keep_opaque_texels",
            buffers=[POSITION_LAYOUT, ATTRIBUTE_LAYOUT], depth_stencil=state, cull="back",
        )  # fmt: skip


class DepthRun:
    """One list of draws through one view: declared once, then encoded opaque first, cut-out second.

    Args:
        drawing: The pipelines.
        frame: The frame being recorded.
        slot: Which of the culling views to look through.
        arguments: The list that culling wrote for it.
    """

    def __init__(self, drawing: DepthDrawing, frame: Frame, slot: int, arguments: BufferHandle) -> None:
        view = uniform(frame.views, (slot * VIEW_STRIDE, VIEW_STRIDE))
        self._drawing = drawing
        self._geometry = frame.geometry
        self._arguments = arguments
        self._opaque: Table = {0: view}
        self._cut_out: Table = {0: view, 1: sampled_array(frame.materials.base_colour), 2: drawing.sampler}

    @property
    def calls(self) -> int:
        """Draw calls that it encodes."""
        return len(self._drawing.classes.opaque) + len(self._drawing.classes.masked)

    def declare(self, builder: PassBuilder) -> None:
        """Declare everything that the draws read."""
        declare_geometry(builder, self._geometry, self._arguments)
        declare(builder, self._cut_out, {})

    def draw_opaque(self, gpu_pass: Any, resources: Any, graphics: GraphicsContext) -> None:
        """Encode the opaque draws."""
        self._bind(gpu_pass, resources, graphics, self._drawing.opaque, self._opaque)
        set_geometry(gpu_pass, resources, self._geometry, attributes=False)
        draw_list(gpu_pass, resources.buffer(self._arguments), self._drawing.classes.opaque)

    def draw_cut_out(self, gpu_pass: Any, resources: Any, graphics: GraphicsContext) -> None:
        """Encode the cut-out draws."""
        self._bind(gpu_pass, resources, graphics, self._drawing.cut_out, self._cut_out)
        set_geometry(gpu_pass, resources, self._geometry, attributes=True)
        draw_list(gpu_pass, resources.buffer(self._arguments), self._drawing.classes.masked)

    def _bind(self, gpu_pass: Any, resources: Any, graphics: Any, kernel: RenderKernel, table: Table) -> None:
        gpu_pass.set_pipeline(kernel.pipeline)
        entries = resolve(resources, table, {})
        gpu_pass.set_bind_group(0, graphics.bind_group(kernel.layout, entries, kernel.descriptor.label))

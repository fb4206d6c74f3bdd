"""What every pass that draws depth alone shares: its two pipelines, and the draws of one list of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import Table, Versions, declare, resolve, sampled_array, uniform
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

__all__ = ["DepthDrawing", "declare_geometry", "draw_list", "material_sampler", "set_geometry"]


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
    """Draws opaque and cut-out geometry into a depth attachment, a GPU pass for each.

    Args:
        graphics: The device.
        classes: Draw numbers by alpha.
        sampler: Of the material textures.
        slope_bias: Depth bias by slope; above 0 for shadow maps.
    """

    def __init__(self, graphics: GraphicsContext, classes: DrawClasses, sampler: Any, slope_bias: float) -> None:
        self._classes = classes
        self._sampler = sampler
        state = depth("less", write=True, slope_bias=slope_bias)
        name = "shadow" if slope_bias > 0.0 else "depth"
        self._opaque = RenderKernel(
            graphics, f"{name}, opaque", ("depth_only",), vertex="opaque", fragment=None,
            buffers=[POSITION_LAYOUT], depth_stencil=state, cull="back",
        )  # fmt: skip
        self._cut_out = RenderKernel(
            graphics, f"{name}, cut-out", ("depth_only",), vertex="cut_out", fragment="keep_opaque_texels",
            buffers=[POSITION_LAYOUT, ATTRIBUTE_LAYOUT], depth_stencil=state, cull="back",
        )  # fmt: skip

    @property
    def calls(self) -> int:
        """Draw calls of one run."""
        return len(self._classes.opaque) + len(self._classes.masked)

    def tables(self, frame: Frame, slot: int) -> tuple[Table, Table]:
        """What the opaque and the cut-out pass bind for the view in ``slot``."""
        view = uniform(frame.views, (slot * VIEW_STRIDE, VIEW_STRIDE))
        return {0: view}, {0: view, 1: sampled_array(frame.materials.base_colour), 2: self._sampler}

    def declare(self, builder: PassBuilder, frame: Frame, slot: int, arguments: BufferHandle) -> None:
        """Declare what a run reads."""
        declare_geometry(builder, frame.geometry, arguments)
        declare(builder, self.tables(frame, slot)[1], {})

    def draw_opaque(self, gpu_pass: Any, context: Any, resources: Any, frame: Frame, slot: int, arguments: BufferHandle) -> None:
        """Encode the opaque draws."""
        self._draw(gpu_pass, context, resources, frame, self._opaque, self.tables(frame, slot)[0], arguments, self._classes.opaque)

    def draw_cut_out(self, gpu_pass: Any, context: Any, resources: Any, frame: Frame, slot: int, arguments: BufferHandle) -> None:
        """Encode the cut-out draws."""
        self._draw(gpu_pass, context, resources, frame, self._cut_out, self.tables(frame, slot)[1], arguments, self._classes.masked)

    def _draw(
        self, gpu_pass: Any, context: Any, resources: Any, frame: Frame, kernel: RenderKernel, table: Table, arguments: BufferHandle, members: range
    ) -> None:
        made: Versions = {}
        gpu_pass.set_pipeline(kernel.pipeline)
        gpu_pass.set_bind_group(0, context.graphics.bind_group(kernel.layout, resolve(resources, table, made), kernel.descriptor.label))
        set_geometry(gpu_pass, resources, frame.geometry, attributes=kernel is self._cut_out)
        draw_list(gpu_pass, resources.buffer(arguments), members)

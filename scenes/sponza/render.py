"""Render work of the frame: pipelines with their bind group layout, and graph passes of one full-screen triangle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from framescope.scenes.sponza.bindings import Table, Versions, declare, resolve
from framescope.scenes.sponza.shader_library import shader_text
from framescope.shade.pipelines.render import RenderPipelineDescriptor

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graph.handles import TextureHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ADDED", "DEPTH_FORMAT", "HDR_FORMAT", "LAID_OVER", "RenderKernel", "add_fullscreen_pass", "color", "depth"]

DEPTH_FORMAT = "depth32float"
HDR_FORMAT = "rgba16float"

_KEPT_ALPHA = {"src_factor": "zero", "dst_factor": "one", "operation": "add"}
ADDED: Mapping[str, Any] = {
    "color": {"src_factor": "one", "dst_factor": "one", "operation": "add"},
    "alpha": _KEPT_ALPHA,
}
"""Blend state that adds light."""
LAID_OVER: Mapping[str, Any] = {
    "color": {"src_factor": "one", "dst_factor": "one-minus-src-alpha", "operation": "add"},
    "alpha": _KEPT_ALPHA,
}
"""Blend state of light that comes with the share of what is behind that it hides."""


class RenderKernel:
    """A render pipeline and the layout of its one bind group.

    Args:
        graphics: The device.
        label: The pipeline's.
        shaders: Files of ``shaders/``, in order.
        vertex: Vertex entry point.
        fragment: Fragment entry point, or None where depth alone is written.
        targets: Colour target states.
        buffers: Vertex buffer layouts.
        depth_stencil: Depth state, or None where there is no depth attachment.
        cull: Which faces are left out.
        constants: Values of overrides.
    """

    __slots__ = ("descriptor", "layout", "pipeline")

    def __init__(
        self,
        graphics: GraphicsContext,
        label: str,
        shaders: tuple[str, ...],
        *,
        vertex: str = "vertex",
        fragment: str | None = "fragment",
        targets: Sequence[Mapping[str, Any]] = (),
        buffers: Sequence[Mapping[str, Any] | None] = (),
        depth_stencil: Mapping[str, Any] | None = None,
        cull: str = "none",
        constants: Mapping[str | int, float] | None = None,
    ) -> None:
        self.descriptor = RenderPipelineDescriptor(
            label,
            shader_text(*shaders),
            vertex_entry=vertex,
            fragment_entry=fragment,
            targets=targets,
            buffers=buffers,
            depth_stencil=depth_stencil,
            primitive={"topology": "triangle-list", "cull_mode": cull, "front_face": "ccw"},
            constants=constants,
        )
        self.pipeline = graphics.render_pipeline(self.descriptor)
        self.layout = self.pipeline.get_bind_group_layout(0)


def depth(compare: str, write: bool, slope_bias: float = 0.0) -> dict[str, Any]:
    """A depth state of the scene's depth format."""
    return {
        "format": DEPTH_FORMAT,
        "depth_compare": compare,
        "depth_write_enabled": write,
        "depth_bias_slope_scale": slope_bias,
    }


def color(view: Any, load_op: str, clear: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)) -> dict[str, Any]:
    """A stored colour attachment."""
    return {"view": view, "load_op": load_op, "store_op": "store", "clear_value": clear}


def add_fullscreen_pass(
    frame: Frame,
    label: str,
    kernel: RenderKernel,
    table: Table,
    target: TextureHandle,
    *,
    keep: bool,
    tested: TextureHandle | None = None,
) -> TextureHandle:
    """Add a graph pass that covers ``target`` with one triangle.

    Args:
        frame: The frame being recorded.
        label: Of the graph pass and of its GPU pass.
        kernel: What draws.
        table: What it binds.
        target: What it draws on.
        keep: Whether it blends with what is there; otherwise it writes every pixel.
        tested: Depth buffer to test against, not written.

    Returns:
        The new version of ``target``.
    """
    made: Versions = {}

    def run(resources: Any, context: Any) -> None:
        attachments: dict[str, Any] = {"color_attachments": [color(resources.view(new), "load" if keep else "clear")]}
        if tested is not None:
            attachments["depth_stencil_attachment"] = {"view": resources.view(tested), "depth_read_only": True}
        group = context.graphics.bind_group(kernel.layout, resolve(resources, table, made), label)
        with context.begin_render_pass(label=label, **attachments) as gpu_pass:
            gpu_pass.set_pipeline(kernel.pipeline)
            gpu_pass.set_bind_group(0, group)
            gpu_pass.draw(3)

    builder = frame.graph.add(label, kind="render", execute=run, stacklevel=2)
    declare(builder, table, made, stacklevel=2)
    if tested is not None:
        builder.read(tested, "texture-depth-read", stacklevel=2)
    new = builder.attach(target, load_op="load" if keep else "clear", stacklevel=2)
    frame.draw_calls += 1
    return new

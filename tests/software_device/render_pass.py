"""Render pass encoders and render bundles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import wgpu

from software_device.arguments import check_choice, check_label, check_struct, handle, unsigned
from software_device.calls import recorded
from software_device.errors import refuse
from software_device.passes import BindingScope, SoftwarePass
from software_device.resources import SoftwareRenderBundle

if TYPE_CHECKING:
    from software_device.command_encoder import SoftwareCommandEncoder

__all__ = ["SoftwareRenderBundleEncoder", "SoftwareRenderPassEncoder"]


class _RenderCommands(BindingScope):
    """What passes and bundles draw with."""

    _pipeline_kind = "Render"

    @recorded
    def set_pipeline(self, pipeline: Any) -> None:
        """Bind a render pipeline."""
        self._bind_pipeline(pipeline)

    @recorded
    def set_index_buffer(self, buffer: Any, index_format: str, offset: int = 0, size: int | None = None) -> None:
        """Bind indices; size 0 and None both mean the rest."""
        handle(buffer)
        check_choice("IndexFormat", index_format)
        if self._enter("SetIndexBuffer"):
            self._use(buffer, wgpu.BufferUsage.INDEX)

    @recorded
    def set_vertex_buffer(self, slot: int, buffer: Any, offset: int = 0, size: int | None = None) -> None:
        """Bind vertices; size 0 and None both mean the rest."""
        handle(buffer)
        if self._enter("SetVertexBuffer"):
            self._use(buffer, wgpu.BufferUsage.VERTEX)

    @recorded
    def draw(self, vertex_count: int, instance_count: int = 1, first_vertex: int = 0, first_instance: int = 0) -> None:
        """Draw."""
        for number in (vertex_count, instance_count, first_vertex, first_instance):
            unsigned(number)
        if self._enter("Draw"):
            self._check_ready()

    @recorded
    def draw_indexed(
        self,
        index_count: int,
        instance_count: int = 1,
        first_index: int = 0,
        base_vertex: int = 0,
        first_instance: int = 0,
    ) -> None:
        """Draw with indices; ``base_vertex`` may be negative."""
        for number in (index_count, instance_count, first_index, first_instance):
            unsigned(number)
        if self._enter("DrawIndexed"):
            self._check_ready()

    @recorded
    def draw_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Draw with arguments from a buffer."""
        self._draw_from("DrawIndirect", indirect_buffer)

    @recorded
    def draw_indexed_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Draw with indices and arguments from a buffer."""
        self._draw_from("DrawIndexedIndirect", indirect_buffer)

    def _draw_from(self, function: str, *buffers: Any) -> None:
        for buffer in buffers:
            handle(buffer)
        if self._enter(function):
            self._check_ready()
            for buffer in buffers:
                self._use(buffer, wgpu.BufferUsage.INDIRECT)


class SoftwareRenderPassEncoder(_RenderCommands, SoftwarePass, wgpu.GPURenderPassEncoder):
    """Shaped like ``wgpu.GPURenderPassEncoder``, with the multi-draws of wgpu-py's extras."""

    _function_prefix = "wgpuRenderPassEncoder"

    def __init__(
        self, label: str, encoder: SoftwareCommandEncoder, valid: bool, size: tuple[int, int], occlusion: Any
    ) -> None:
        super().__init__(label, object(), encoder._device)
        self._start_pass(encoder, valid)
        self._size = size
        self._occlusion = occlusion

    @recorded
    def set_viewport(self, x: float, y: float, width: float, height: float, min_depth: float, max_depth: float) -> None:
        """Set the viewport; NaN is accepted, as the library accepts it."""
        for number in (x, y, width, height, min_depth, max_depth):
            float(number)
        self._enter("SetViewport")

    @recorded
    def set_scissor_rect(self, x: int, y: int, width: int, height: int) -> None:
        """Set the scissor rectangle, which has to lie inside the attachments."""
        x, y, width, height = (unsigned(int(number)) for number in (x, y, width, height))
        if self._enter("SetScissorRect") and (x + width > self._size[0] or y + height > self._size[1]):
            self._defer(f"Scissor Rect {(x, y, width, height)} is not contained in the render target {self._size}")

    @recorded
    def set_blend_constant(self, color: Any) -> None:
        """Set the blend constant from a 4-tuple or a dict."""
        if isinstance(color, dict):
            check_struct("Color", color)
        elif len(color) < 4:
            raise IndexError("tuple index out of range")
        self._enter("SetBlendConstant")

    @recorded
    def set_stencil_reference(self, reference: int) -> None:
        """Set the stencil reference."""
        unsigned(int(reference))
        self._enter("SetStencilReference")

    @recorded
    def execute_bundles(self, bundles: Sequence[Any]) -> None:
        """Run bundles."""
        for bundle in bundles:
            handle(bundle)
        if self._enter("ExecuteBundles"):
            for bundle in bundles:
                for resource, usage in bundle.descriptor["uses"]:
                    self._use(resource, usage)

    @recorded
    def begin_occlusion_query(self, query_index: int) -> None:
        """Begin an occlusion query in the set given when the pass was begun."""
        unsigned(int(query_index))
        if self._enter("BeginOcclusionQuery") and self._occlusion is None:
            self._defer("missing occlusion query set")

    @recorded
    def end_occlusion_query(self) -> None:
        """End the occlusion query."""
        self._enter("EndOcclusionQuery")

    @recorded
    def _multi_draw_indirect(self, buffer: Any, offset: int, count: int) -> None:
        self._draw_from("MultiDrawIndirect", buffer)

    @recorded
    def _multi_draw_indexed_indirect(self, buffer: Any, offset: int, count: int) -> None:
        self._draw_from("MultiDrawIndexedIndirect", buffer)

    @recorded
    def _multi_draw_indirect_count(
        self, buffer: Any, offset: int, count_buffer: Any, count_buffer_offset: int, max_count: int
    ) -> None:
        self._draw_from("MultiDrawIndirectCount", buffer, count_buffer)

    @recorded
    def _multi_draw_indexed_indirect_count(
        self, buffer: Any, offset: int, count_buffer: Any, count_buffer_offset: int, max_count: int
    ) -> None:
        self._draw_from("MultiDrawIndexedIndirectCount", buffer, count_buffer)


class SoftwareRenderBundleEncoder(_RenderCommands, wgpu.GPURenderBundleEncoder):
    """Shaped like ``wgpu.GPURenderBundleEncoder``."""

    def __init__(self, label: str, device: Any) -> None:
        super().__init__(label, object(), device)
        self._start_binding()
        self._finished = False
        self._reason: str | None = None
        self._uses: list[tuple[Any, int | None]] = []

    def _enter(self, function: str) -> bool:
        if self._finished:
            refuse("wgpuRenderBundleEncoder" + function, "Encoding must not have ended")
        return True

    def _defer(self, reason: str) -> None:
        self._reason = self._reason if self._reason is not None else reason

    def _use(self, resource: Any, usage: int | None = None) -> None:
        self._uses.append((resource, usage))

    @recorded
    def finish(self, *, label: str = "") -> SoftwareRenderBundle:
        """The bundle, or the first mistake made in it."""
        check_label(label)
        self._enter("Finish")
        self._finished = True
        self._check_groups()
        if self._reason is not None:
            refuse("wgpuRenderBundleEncoderFinish", self._reason)
        return SoftwareRenderBundle(label, self._device, uses=tuple(self._uses))

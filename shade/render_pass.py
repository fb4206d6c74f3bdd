"""The render pass decorator (the pass encoder proposal §3.3).

Known blind spot: draws inside a ``GPURenderBundle`` given to ``execute_bundles`` were encoded elsewhere and are
not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wgpu.backends.wgpu_native import extras

from framescope.shade.pass_encoder import PassEncoder

if TYPE_CHECKING:
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.profiling import PassWork

__all__ = ["ShadeGPURenderPassEncoder"]


class ShadeGPURenderPassEncoder(PassEncoder):
    """A render pass. Only the draw methods tally; the rest forwards exactly what it was given.

    What is refused at the call is not counted.
    """

    __slots__ = ()

    kind = "render"

    def __init__(self, context: ShadeGPUCommandContext, gpu_pass: Any, work: PassWork | None, label: str) -> None:
        super().__init__(context, gpu_pass, work, label)
        self._hot = context.graphics.hot_render(gpu_pass)

    # --- state ----------------------------------------------------------------------------------

    def set_viewport(self, x: float, y: float, width: float, height: float, min_depth: float, max_depth: float) -> None:
        """Set the viewport, in pixels and depth 0 to 1."""
        self._pass.set_viewport(x, y, width, height, min_depth, max_depth)

    def set_scissor_rect(self, x: int, y: int, width: int, height: int) -> None:
        """Set the scissor rectangle, in pixels."""
        self._pass.set_scissor_rect(x, y, width, height)

    def set_blend_constant(self, color: Any) -> None:
        """Set the blend constant."""
        self._pass.set_blend_constant(color)

    def set_stencil_reference(self, reference: int) -> None:
        """Set the stencil reference."""
        self._pass.set_stencil_reference(reference)

    def set_index_buffer(self, buffer: Any, index_format: str, *args: Any, **kwargs: Any) -> None:
        """Bind the index buffer; ``offset`` and ``size`` only if given: a size left out is "the rest"."""
        self._name(buffer)
        self._pass.set_index_buffer(buffer, index_format, *args, **kwargs)

    def set_vertex_buffer(self, slot: int, buffer: Any, *args: Any, **kwargs: Any) -> None:
        """Bind a vertex buffer; ``offset`` and ``size`` only if given: a size left out is "the rest"."""
        self._name(buffer)
        self._pass.set_vertex_buffer(slot, buffer, *args, **kwargs)

    def begin_occlusion_query(self, query_index: int) -> None:
        """Begin an occlusion query."""
        self._pass.begin_occlusion_query(query_index)

    def end_occlusion_query(self) -> None:
        """End the occlusion query."""
        self._pass.end_occlusion_query()

    def execute_bundles(self, bundles: Sequence[Any]) -> None:
        """Run render bundles; their draws are not counted."""
        self._pass.execute_bundles(bundles)

    # --- draws ----------------------------------------------------------------------------------

    def draw(self, vertex_count: int, instance_count: int = 1, first_vertex: int = 0, first_instance: int = 0) -> None:
        """Draw without an index buffer."""
        self._hot.draw(vertex_count, instance_count, first_vertex, first_instance)
        if self._work is not None:
            self._work.draw(vertex_count, instance_count)

    def draw_indexed(
        self,
        index_count: int,
        instance_count: int = 1,
        first_index: int = 0,
        base_vertex: int = 0,
        first_instance: int = 0,
    ) -> None:
        """Draw with the bound index buffer."""
        self._hot.draw_indexed(index_count, instance_count, first_index, base_vertex, first_instance)
        if self._work is not None:
            self._work.draw_indexed(index_count, instance_count)

    def draw_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Draw with arguments from a buffer; the counts are unknown here."""
        self._name(indirect_buffer)
        self._hot.draw_indirect(indirect_buffer, indirect_offset)
        self._tally_indirect(1)

    def draw_indexed_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Draw indexed with arguments from a buffer; the counts are unknown here."""
        self._name(indirect_buffer)
        self._hot.draw_indexed_indirect(indirect_buffer, indirect_offset)
        self._tally_indirect(1)

    # --- wgpu-native's multi draws ----------------------------------------------------------------

    def multi_draw_indirect(self, buffer: Any, *, offset: int = 0, count: int) -> None:
        """``count`` indirect draws with one call."""
        self._name(buffer)
        extras.multi_draw_indirect(self._pass, buffer, offset=offset, count=count)
        self._tally_indirect(count)

    def multi_draw_indexed_indirect(self, buffer: Any, *, offset: int = 0, count: int) -> None:
        """``count`` indexed indirect draws with one call."""
        self._name(buffer)
        extras.multi_draw_indexed_indirect(self._pass, buffer, offset=offset, count=count)
        self._tally_indirect(count)

    def multi_draw_indirect_count(
        self, buffer: Any, *, offset: int = 0, count_buffer: Any, count_buffer_offset: int = 0, max_count: int
    ) -> None:
        """Up to ``max_count`` indirect draws, the count in a buffer; tallied as ``max_count``, an upper bound."""
        self._name(count_buffer)
        self._name(buffer)
        where = {"offset": offset, "count_buffer": count_buffer, "count_buffer_offset": count_buffer_offset}
        extras.multi_draw_indirect_count(self._pass, buffer, max_count=max_count, **where)
        self._tally_indirect(max_count)

    def multi_draw_indexed_indirect_count(
        self, buffer: Any, *, offset: int = 0, count_buffer: Any, count_buffer_offset: int = 0, max_count: int
    ) -> None:
        """Up to ``max_count`` indexed indirect draws; tallied as ``max_count``, an upper bound."""
        self._name(count_buffer)
        self._name(buffer)
        where = {"offset": offset, "count_buffer": count_buffer, "count_buffer_offset": count_buffer_offset}
        extras.multi_draw_indexed_indirect_count(self._pass, buffer, max_count=max_count, **where)
        self._tally_indirect(max_count)

    def _tally_indirect(self, count: int) -> None:
        if self._work is not None:
            self._work.draw_indirect(count)

"""The compute pass decorator (the pass encoder proposal §3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.shade.pass_encoder import PassEncoder

if TYPE_CHECKING:
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.profiling import PassWork

__all__ = ["ShadeGPUComputePassEncoder"]


class ShadeGPUComputePassEncoder(PassEncoder):
    """A compute pass. Only the two dispatch methods tally, and only what was not refused at the call."""

    __slots__ = ()

    kind = "compute"

    def __init__(self, context: ShadeGPUCommandContext, gpu_pass: Any, work: PassWork | None, label: str) -> None:
        super().__init__(context, gpu_pass, work, label)
        self._hot = context.graphics.hot_compute(gpu_pass)

    def dispatch_workgroups(
        self, workgroup_count_x: int, workgroup_count_y: int = 1, workgroup_count_z: int = 1
    ) -> None:
        """Dispatch x·y·z workgroups."""
        self._hot.dispatch_workgroups(workgroup_count_x, workgroup_count_y, workgroup_count_z)
        work = self._work
        if work is not None:
            work.dispatch(workgroup_count_x, workgroup_count_y, workgroup_count_z)

    def dispatch_workgroups_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Dispatch as many workgroups as ``indirect_buffer`` says on the GPU; the number is unknown here."""
        self._name(indirect_buffer)
        self._pass.dispatch_workgroups_indirect(indirect_buffer, indirect_offset)
        work = self._work
        if work is not None:
            work.dispatch_indirect()

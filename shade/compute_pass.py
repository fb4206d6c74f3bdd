"""The compute pass decorator (the pass encoder proposal, section 3.3)."""

from __future__ import annotations

from typing import Any

from framescope.shade.pass_encoder import PassEncoder

__all__ = ["ShadeGPUComputePassEncoder"]


class ShadeGPUComputePassEncoder(PassEncoder):
    """A compute pass. Only the two dispatch methods tally."""

    __slots__ = ()

    kind = "compute"

    def dispatch_workgroups(
        self, workgroup_count_x: int, workgroup_count_y: int = 1, workgroup_count_z: int = 1
    ) -> None:
        """Dispatch x·y·z workgroups."""
        work = self._work
        if work is not None:
            work.dispatch(workgroup_count_x, workgroup_count_y, workgroup_count_z)
        self._pass.dispatch_workgroups(workgroup_count_x, workgroup_count_y, workgroup_count_z)

    def dispatch_workgroups_indirect(self, indirect_buffer: Any, indirect_offset: int) -> None:
        """Dispatch as many workgroups as ``indirect_buffer`` says on the GPU; the number is unknown here."""
        self._name(indirect_buffer)
        work = self._work
        if work is not None:
            work.dispatch_indirect()
        self._pass.dispatch_workgroups_indirect(indirect_buffer, indirect_offset)

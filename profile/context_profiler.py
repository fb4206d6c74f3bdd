"""Everything one command context needs to be profiled (the pass encoder proposal §3.4).

The profiler opens the passes itself. Two values are needed at two instants, the timestamp writes before the
encoder exists and the work record after; made and used inside one method, neither has to be carried across a gap
in a hidden field.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from framescope.profile.attachments import attachment_keys
from framescope.profile.errors import SessionError
from framescope.profile.sgpt.model import SpanState
from framescope.profile.timer_array import GPUTimerArray, Ticks
from framescope.profile.timer_lease import TimerLease
from framescope.shade.compute_pass import ShadeGPUComputePassEncoder
from framescope.shade.readback import Readback
from framescope.shade.render_pass import ShadeGPURenderPassEncoder

if TYPE_CHECKING:
    from framescope.profile.frame_recorder import GPUFrameRecorder
    from framescope.profile.timer_pool import GPUTimerPool
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ShadeGPUContextProfiler"]

_Claim = tuple[GPUTimerArray | None, int, SpanState]


class ShadeGPUContextProfiler:
    """Times the passes of one command context and counts what they encode.

    Args:
        graphics: The context's device; pumped by whoever waits for :attr:`absorbed`.
        recorder: Where the passes are noted and the ticks go.
        pool: Where timer arrays come from and go back to.
    """

    __slots__ = ("_absorbed", "_array", "_lease", "_lease_index", "_leases", "_pool", "_reading", "_recorder")

    def __init__(self, graphics: GraphicsContext, recorder: GPUFrameRecorder, pool: GPUTimerPool) -> None:
        self._recorder = recorder
        self._pool = pool
        self._absorbed = Readback(graphics.pump)
        self._leases: list[TimerLease] = []
        self._reading = 0
        self._take(None)

    def _take(self, array: GPUTimerArray | None) -> None:
        self._array = array
        self._lease = TimerLease(array)
        self._leases.append(self._lease)
        self._lease_index = self._recorder.spans.add_lease(self._lease)

    @property
    def absorbed(self) -> Readback:
        """Resolves to ``(status, reason)`` when the timestamps were read back or given up."""
        return self._absorbed

    # --- passes ---------------------------------------------------------------------------------

    def begin_compute_pass(
        self, context: ShadeGPUCommandContext, descriptor: Mapping[str, Any]
    ) -> ShadeGPUComputePassEncoder:
        """Open a compute pass, timed if a slot is free, and note it."""
        array, slot, state = self._claim(descriptor)
        try:
            if array is None:
                gpu_pass = context.gpu_encoder.begin_compute_pass(**descriptor)
            else:
                gpu_pass = context.gpu_encoder.begin_compute_pass(
                    **{**descriptor, "timestamp_writes": array.compute_writes[slot]}
                )
        except BaseException:
            if array is not None:
                array.unclaim(slot)
            raise
        label = descriptor.get("label") or ""  # a label of None is the empty one to wgpu too
        work = self._recorder.note_pass_slot("compute", label, (), self._lease_index, state)
        return ShadeGPUComputePassEncoder(context, gpu_pass, work, label)

    def begin_render_pass(
        self, context: ShadeGPUCommandContext, descriptor: Mapping[str, Any]
    ) -> ShadeGPURenderPassEncoder:
        """Open a render pass, timed if a slot is free, and note it."""
        array, slot, state = self._claim(descriptor)
        try:
            if array is None:
                gpu_pass = context.gpu_encoder.begin_render_pass(**descriptor)
            else:
                gpu_pass = context.gpu_encoder.begin_render_pass(
                    **{**descriptor, "timestamp_writes": array.render_writes[slot]}
                )
        except BaseException:
            if array is not None:
                array.unclaim(slot)
            raise
        label = descriptor.get("label") or ""
        attachments = attachment_keys(descriptor) if self._recorder.workload else ()
        work = self._recorder.note_pass_slot("render", label, attachments, self._lease_index, state)
        return ShadeGPURenderPassEncoder(context, gpu_pass, work, label)

    def _claim(self, descriptor: Mapping[str, Any]) -> _Claim:
        """A slot for the pass of ``descriptor``, or why there is none. The descriptor is not written to."""
        if descriptor.get("timestamp_writes") is not None:
            return None, 0, SpanState.OWN_WRITES
        array = self._array
        if array is not None:
            try:
                slot = array.claim()
            except SessionError:  # closed: the session was stopped, and the pass runs all the same
                return None, 0, SpanState.NO_ARRAY_FREE
            if slot is not None:
                return array, slot, SpanState.TIMED
        return self._claim_from_next_array()

    def _claim_from_next_array(self) -> _Claim:
        pool, held = self._pool, self._recorder.arrays_held
        if not pool.supported:
            return None, 0, SpanState.NO_FEATURE
        if self._array is not None and not pool.may_hold(held + 1):
            return None, 0, SpanState.ARRAY_FULL
        array = pool.acquire(held)
        if array is None:
            return None, 0, SpanState.NO_ARRAY_FREE
        self._recorder.arrays_held = held + 1
        self._take(array)
        array.claim()  # an array from the pool is empty: slot 0
        return array, 0, SpanState.TIMED

    # --- the way to the queue -------------------------------------------------------------------

    def resolve(self, context: ShadeGPUCommandContext) -> None:
        """Resolve and copy the slots that were written, in the context's own command buffer."""
        self._recorder.encode_ended()
        for lease in self._leases:
            array = lease.array
            if array is None:
                continue
            context.given.extend(array.resources)
            if array.closed:  # the session was stopped meanwhile: nobody asks for the ticks any more
                self._give_back(lease)
            else:
                array.resolve(context.gpu_encoder)

    def submitted(self, context: ShadeGPUCommandContext) -> None:
        """Start reading every array back. Never blocks and never raises: a failed readback is a result."""
        self._recorder.submitted()
        held = [lease for lease in self._leases if lease.array is not None]
        self._reading = len(held)
        for lease in self._leases:
            lease.state = SpanState.NOT_ABSORBED
        for lease, array in zip(held, self._arrays(), strict=True):
            array.read(functools.partial(self._read, lease))
        if not held:
            self._settle("ok", None)

    def _arrays(self) -> list[GPUTimerArray]:
        return [lease.array for lease in self._leases if lease.array is not None]

    def _read(self, lease: TimerLease, ticks: Ticks | None, reason: str | None) -> None:
        """One array's ticks arrived, or never will."""
        lease.ticks = ticks
        if ticks is None:
            lease.state = SpanState.READBACK_FAILED
            lease.reason = reason
        self._give_back(lease)
        self._recorder.absorbed_ns = time.perf_counter_ns()
        self._reading -= 1
        if self._reading == 0:
            failed = [lease.reason for lease in self._leases if lease.state is SpanState.READBACK_FAILED]
            self._settle("failed" if failed else "ok", failed[0] if failed else None)

    def abandoned(self, context: ShadeGPUCommandContext | None, reason: str) -> None:
        """The context will never be submitted; its arrays were never in flight and go back at once."""
        for lease in self._leases:
            self._give_back(lease)
        self._settle("failed", f"never submitted: {reason}")

    @property
    def submitted_or_abandoned(self) -> bool:
        """False as long as the context may still be finished."""
        return self._absorbed.done or self._leases[0].state is not SpanState.NOT_SUBMITTED

    def __del__(self) -> None:
        # The context was dropped without finish() or abandon(), and its frame has been written: nothing else would
        # ever bring these arrays back.
        for lease in self._leases:
            self._give_back(lease)

    def _give_back(self, lease: TimerLease) -> None:
        array, lease.array = lease.array, None
        if array is not None:
            self._pool.release(array)

    def _settle(self, status: str, reason: str | None) -> None:
        self._absorbed.resolve(status, reason)
        self._recorder.context_settled()

"""The only module that knows wgpu-py's insides.

wgpu-py's public ``map_async`` wakes a thread that sits in a blocking poll, and the next ``queue.submit``
then waits for all of the GPU's work: a profiler that maps that way measures itself (13 ms a submit against
0.3 ms, docs/stack.md). The C library underneath does not block, and it alone knows the timestamp period and
when work is done. So this module calls it directly, for period, map, poll and fence, and for the calls a pass makes
most: wgpu-py wraps each in an error capture that costs more than the call, and for these the library reports a
mistake at ``finish()`` anyway.

Two rules keep that safe. A C callback must outlive its call, or the library calls whatever got its slot
since: there is one callback per signature for the life of the process, told apart by a ticket in
``userdata1``. And the callback may run on any thread inside almost any call, so all it does is append to a
deque; completions run later, inside :meth:`NativePump.poll`.
"""

from __future__ import annotations

import itertools
import logging
import os
from collections import deque
from typing import Any, NamedTuple

from framescope.shade.device_pump import FenceDone, MapDone
from framescope.shade.resource_state import is_destroyed

__all__ = ["NativePump"]

_log = logging.getLogger("framescope.native")
_KNOWN_VERSION = (0, 32)
_SUCCESS = 1
_tickets = itertools.count(1)
_inboxes: dict[int, deque[tuple[int, int]]] = {}  # ticket -> inbox of the pump that asked


class _Pending(NamedTuple):
    buffer: Any  # keeps the buffer alive while the C library holds its map; None for a fence
    size: int
    on_done: Any


class _Library:
    """The C library and the two callbacks, made once."""

    def __init__(self, ffi: Any, lib: Any) -> None:
        self.ffi = ffi
        self.lib = lib
        self.on_mapped = ffi.callback("void(WGPUMapAsyncStatus, WGPUStringView, void *, void *)", self._arrived)
        self.on_done = ffi.callback("void(WGPUQueueWorkDoneStatus, WGPUStringView, void *, void *)", self._arrived)

    def _arrived(self, status: int, _message: Any, ticket_pointer: Any, _unused: Any) -> None:
        ticket = int(self.ffi.cast("uintptr_t", ticket_pointer))
        inbox = _inboxes.pop(ticket, None)
        if inbox is not None:
            inbox.append((ticket, int(status)))

    def callback_info(self, struct: str, callback: Any, ticket: int) -> Any:
        info = self.ffi.new(struct + " *")
        info.mode = self.lib.WGPUCallbackMode_AllowProcessEvents
        info.callback = callback
        info.userdata1 = self.ffi.cast("void *", ticket)
        return info[0]


_library: _Library | None = None


def _load(device: Any) -> _Library | None:
    """The library behind ``device``, or None when it is switched off, unknown, or not wgpu-native's."""
    global _library
    if os.environ.get("FRAMESCOPE_NATIVE", "1") == "0":
        return None
    if type(device).__module__ != "wgpu.backends.wgpu_native._api":
        return None
    import wgpu
    from wgpu.backends import wgpu_native

    if wgpu.version_info[:2] != _KNOWN_VERSION:
        _log.warning("wgpu %s is not the version framescope knows from inside; using its public API", wgpu.__version__)
        return None
    if _library is None:
        _library = _Library(wgpu_native.ffi, wgpu_native.lib)
    return _library


class _HotCalls:
    """Calls on an open pass without the error capture around each.

    Only while it is open: the library reports use after the end at the call itself, and nobody would hear. A wrong
    kind of object is a TypeError, None an AttributeError, as from wgpu-py.
    """

    __slots__ = ("_lib", "_null", "_pass")

    def __init__(self, library: _Library, gpu_pass: Any) -> None:
        self._lib = library.lib
        self._null = library.ffi.NULL
        self._pass = gpu_pass._internal


class HotComputeCalls(_HotCalls):
    """The calls that make up most of a compute pass."""

    __slots__ = ()

    def set_pipeline(self, pipeline: Any) -> None:
        self._lib.wgpuComputePassEncoderSetPipeline(self._pass, pipeline._internal)

    def set_bind_group(self, index: int, bind_group: Any) -> None:
        self._lib.wgpuComputePassEncoderSetBindGroup(self._pass, index, bind_group._internal, 0, self._null)

    def dispatch_workgroups(self, x: int, y: int, z: int) -> None:
        self._lib.wgpuComputePassEncoderDispatchWorkgroups(self._pass, x, y, z)


class HotRenderCalls(_HotCalls):
    """The calls that make up most of a render pass."""

    __slots__ = ()

    def set_pipeline(self, pipeline: Any) -> None:
        self._lib.wgpuRenderPassEncoderSetPipeline(self._pass, pipeline._internal)

    def set_bind_group(self, index: int, bind_group: Any) -> None:
        self._lib.wgpuRenderPassEncoderSetBindGroup(self._pass, index, bind_group._internal, 0, self._null)

    def draw(self, vertices: int, instances: int, first_vertex: int, first_instance: int) -> None:
        self._lib.wgpuRenderPassEncoderDraw(self._pass, vertices, instances, first_vertex, first_instance)

    def draw_indexed(
        self, indices: int, instances: int, first_index: int, base_vertex: int, first_instance: int
    ) -> None:
        self._lib.wgpuRenderPassEncoderDrawIndexed(
            self._pass, indices, instances, first_index, base_vertex, first_instance
        )

    def draw_indirect(self, buffer: Any, offset: int) -> None:
        self._lib.wgpuRenderPassEncoderDrawIndirect(self._pass, buffer._internal, offset)

    def draw_indexed_indirect(self, buffer: Any, offset: int) -> None:
        self._lib.wgpuRenderPassEncoderDrawIndexedIndirect(self._pass, buffer._internal, offset)


class NativePump:
    """:class:`~framescope.shade.device_pump.DevicePump` on the C library."""

    __slots__ = ("_device", "_inbox", "_library", "_lost", "_pending")

    native = True

    def __init__(self, device: Any, library: _Library) -> None:
        self._device = device
        self._library = library
        self._inbox: deque[tuple[int, int]] = deque()
        self._pending: dict[int, _Pending] = {}
        self._lost = False

    @classmethod
    def for_device(cls, device: Any) -> NativePump | None:
        """A pump for ``device``, or None where only the public API may be used (``FRAMESCOPE_NATIVE=0`` too)."""
        library = _load(device)
        return None if library is None else cls(device, library)

    def timestamp_period(self) -> float | None:
        """Nanoseconds per tick as the queue states it; None if the library answers nonsense."""
        period = float(self._library.lib.wgpuQueueGetTimestampPeriod(self._device.queue._internal))
        return period if period > 0.0 else None

    def poll(self) -> None:
        """A non-blocking device poll, then the completions that arrived."""
        self._poll(wait=False)
        self._harvest()

    def hot_compute(self, gpu_pass: Any) -> HotComputeCalls:
        """The frequent calls of a compute pass, straight to the library."""
        return HotComputeCalls(self._library, gpu_pass)

    def hot_render(self, gpu_pass: Any) -> HotRenderCalls:
        """The frequent calls of a render pass, straight to the library."""
        return HotRenderCalls(self._library, gpu_pass)

    def device_lost(self) -> None:
        """The device is being destroyed: from here on no mapped memory is touched, only told to be lost."""
        self._lost = True

    def poll_last(self) -> None:
        """A blocking poll, for shutdown only."""
        self._poll(wait=True)
        self._harvest()

    def _poll(self, *, wait: bool) -> None:
        internal = self._device._internal
        if internal:
            self._library.lib.wgpuDevicePoll(internal, wait, self._library.ffi.NULL)

    def map_read(self, buffer: Any, size: int, on_done: MapDone) -> None:
        """Start mapping; the buffer must not be mapped, pending or named by an unsubmitted command buffer."""
        if buffer is None or not buffer._internal:
            raise ValueError("map_read needs a live buffer")  # a NULL handle would end the process
        ticket = self._expect(_Pending(buffer, size, on_done))
        library = self._library
        info = library.callback_info("WGPUBufferMapCallbackInfo", library.on_mapped, ticket)
        library.lib.wgpuBufferMapAsync(buffer._internal, library.lib.WGPUMapMode_Read, 0, size, info)

    def fence(self, on_done: FenceDone) -> None:
        """Register a work-done callback on the queue."""
        ticket = self._expect(_Pending(None, 0, on_done))
        library = self._library
        info = library.callback_info("WGPUQueueWorkDoneCallbackInfo", library.on_done, ticket)
        library.lib.wgpuQueueOnSubmittedWorkDone(self._device.queue._internal, info)

    def _expect(self, pending: _Pending) -> int:
        ticket = next(_tickets)
        self._pending[ticket] = pending
        _inboxes[ticket] = self._inbox
        return ticket

    def _harvest(self) -> None:
        inbox = self._inbox
        while inbox:
            ticket, status = inbox.popleft()
            pending = self._pending.pop(ticket)
            if pending.buffer is None:
                pending.on_done(None if status == _SUCCESS else f"the work-done fence failed (status {status})")
            elif status == _SUCCESS and (self._lost or is_destroyed(pending.buffer)):
                # Mapped in time, destroyed before we came to read it: asking for the memory would abort.
                pending.on_done(None, "destroyed while its readback was pending")
            elif status == _SUCCESS:
                pending.on_done(self._copy_out(pending.buffer, pending.size), None)
            else:
                pending.on_done(None, f"mapping failed (status {status})")

    def _copy_out(self, buffer: Any, size: int) -> bytes:
        lib, ffi = self._library.lib, self._library.ffi
        data = bytes(ffi.buffer(lib.wgpuBufferGetConstMappedRange(buffer._internal, 0, size), size))
        lib.wgpuBufferUnmap(buffer._internal)
        return data


def released(resource: Any) -> bool:
    """Whether wgpu-py has let go of what is behind ``resource``: it does so with a query set when that is destroyed."""
    return getattr(resource, "_internal", resource) is None


def begin_pipeline_statistics_query(gpu_pass: Any, query_set: Any, query_index: int) -> None:
    """What wgpu-py's public function does, without the line it prints on stdout in 0.32.0."""
    gpu_pass._begin_pipeline_statistics_query(query_set, query_index)

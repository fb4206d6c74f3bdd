"""The device's progress through wgpu-py's public API, where nothing tells the timestamp period.

``map_async`` here submits an empty command buffer and lets a thread poll, so a submit that follows may wait
for the GPU (docs/stack.md). It is the fallback for a wgpu-py we do not know from inside, for other backends and for
the software device of the tests.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from typing import Any

import wgpu

from framescope.shade.device_pump import FenceDone, MapDone
from framescope.shade.resource_state import is_destroyed

__all__ = ["PublicPump"]

_FENCES = 8


class _Arrival:
    """Learns that one ``GPUPromise`` has its result, without asking it for a callback.

    A promise reports to the event loop it finds where async generators have theirs (``sys.get_asyncgen_hooks``),
    from whatever thread polls. So this is an event loop of one call: being called, it queues itself. ``then`` is no
    help: the promise it makes for errors is kept by wgpu-py for ever when there is none.
    """

    __slots__ = ("_arrived", "_on_result", "_promise", "_waiting")

    def __init__(
        self, arrived: deque[_Arrival], waiting: set[_Arrival], on_result: Callable[[str | None], object]
    ) -> None:
        self._arrived = arrived
        self._waiting = waiting
        self._on_result = on_result
        self._promise: Any = None

    def call_soon_threadsafe(self, _callback: Callable[..., object], *_args: Any) -> None:
        self._arrived.append(self)

    def _firstiter(self, _generator: Any) -> None:
        """Present only to be found; no async generator runs while it is installed."""

    def watch(self, start: Callable[[], Any]) -> None:
        """Call ``start`` so that the promise it makes reports here."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._firstiter)
        try:
            self._promise = start()
        finally:
            sys.set_asyncgen_hooks(*before)
        self._waiting.add(self)

    def settle(self) -> None:
        """Take the result, which is there, and pass on None or the reason of its failure. A second call is nothing."""
        promise, self._promise = self._promise, None
        if promise is None:
            return
        self._waiting.discard(self)
        try:
            promise.sync_wait()
        except Exception as error:  # whatever wgpu-py made of it: a failed map is a result here
            self._on_result(f"mapping failed ({error})")
        else:
            self._on_result(None)

    def give_up(self, reason: str) -> None:
        """Pass on ``reason``: the result will not come. If it comes all the same, nobody hears of it."""
        self._promise = None
        self._waiting.discard(self)
        self._on_result(reason)


class PublicPump:
    """:class:`~framescope.shade.device_pump.DevicePump` on public calls only."""

    __slots__ = ("_arrived", "_device", "_fence_buffers", "_waiting")

    native = False

    def __init__(self, device: Any) -> None:
        self._device = device
        self._arrived: deque[_Arrival] = deque()
        self._waiting: set[_Arrival] = set()  # those whose result is still to come
        self._fence_buffers: list[Any] = []

    def timestamp_period(self) -> float | None:
        """None: wgpu-py has no public call for it, and 1.0 would be a guess."""
        return None

    def poll(self) -> None:
        """Run what has completed; a thread of wgpu-py does the polling."""
        while self._arrived:
            self._arrived.popleft().settle()

    def hot_compute(self, gpu_pass: Any) -> Any:
        """The pass itself."""
        return gpu_pass

    def hot_render(self, gpu_pass: Any) -> Any:
        """The pass itself."""
        return gpu_pass

    def device_lost(self) -> None:
        """Nothing to do: wgpu-py answers for a destroyed buffer with an exception."""

    def poll_last(self) -> None:
        """Run what has completed and give up the rest: wgpu-py's thread stops polling a device that was destroyed."""
        self.poll()
        for arrival in tuple(self._waiting):
            arrival.give_up("the device was lost while its readback was pending")

    def map_read(self, buffer: Any, size: int, on_done: MapDone) -> None:
        """Start ``buffer.map_async`` and copy the range out when its promise resolves."""

        def mapped(reason: str | None) -> None:
            if reason is None and is_destroyed(buffer):
                reason = "destroyed while its readback was pending"
            if reason is not None:
                on_done(None, reason)
                return
            try:
                data = bytes(buffer.read_mapped(0, size))
                buffer.unmap()
            except Exception as error:  # the device may have gone since: the readback failed, the frame did not
                on_done(None, f"reading the mapped buffer failed ({error})")
            else:
                on_done(data, None)

        _Arrival(self._arrived, self._waiting, mapped).watch(lambda: buffer.map_async(wgpu.MapMode.READ, 0, size))

    def fence(self, on_done: FenceDone) -> None:
        """Clear a 4-byte buffer and map it: it maps when the queue has come this far."""
        if not self._fence_buffers:
            # By the handful: how many submits are in flight at once changes from frame to frame, and a buffer that
            # is made in frame 300 looks like a leak to whoever watches.
            self._fence_buffers += [self._new_fence_buffer() for _ in range(_FENCES)]
        buffer = self._fence_buffers.pop()
        encoder = self._device.create_command_encoder(label="framescope fence")
        encoder.clear_buffer(buffer, 0, 4)
        self._device.queue.submit([encoder.finish()])

        def done(data: bytes | None, reason: str | None) -> None:
            if data is not None:
                self._fence_buffers.append(buffer)
            on_done(reason)

        self.map_read(buffer, 4, done)

    def _new_fence_buffer(self) -> Any:
        usage = wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.MAP_READ
        return self._device.create_buffer(label="framescope fence", size=4, usage=usage)

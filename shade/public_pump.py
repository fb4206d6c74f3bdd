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


class _CallQueue:
    """The smallest event loop that a ``GPUPromise`` accepts: calls wait here until the owner drains them.

    A promise looks for its loop where async generators have theirs (``sys.get_asyncgen_hooks``) and asks it
    for ``call_soon_threadsafe``; without one ``promise.then`` refuses to work.
    """

    def __init__(self) -> None:
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> None:
        self._calls.append((callback, args))

    def _firstiter(self, _generator: Any) -> None:
        """Present only to be found; no async generator runs while it is installed."""

    def adopt(self, start: Callable[[], Any]) -> Any:
        """Call ``start`` so that the promise it makes reports to this queue."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._firstiter)
        try:
            return start()
        finally:
            sys.set_asyncgen_hooks(*before)

    def drain(self) -> None:
        while self._calls:
            callback, args = self._calls.popleft()
            callback(*args)


class PublicPump:
    """:class:`~framescope.shade.device_pump.DevicePump` on public calls only."""

    __slots__ = ("_device", "_fence_buffers", "_queue")

    native = False

    def __init__(self, device: Any) -> None:
        self._device = device
        self._queue = _CallQueue()
        self._fence_buffers: list[Any] = []

    def timestamp_period(self) -> float | None:
        """None: wgpu-py has no public call for it, and 1.0 would be a guess."""
        return None

    def poll(self) -> None:
        """Run what has completed; a thread of wgpu-py does the polling."""
        self._queue.drain()

    def device_lost(self) -> None:
        """Nothing to do: wgpu-py answers for a destroyed buffer with an exception."""

    def poll_last(self) -> None:
        """Run what has completed."""
        self._queue.drain()

    def map_read(self, buffer: Any, size: int, on_done: MapDone) -> None:
        """Start ``buffer.map_async`` and copy the range out when its promise resolves."""
        promise = self._queue.adopt(lambda: buffer.map_async(wgpu.MapMode.READ, 0, size))

        def mapped(_result: Any) -> None:
            if is_destroyed(buffer):
                on_done(None, "destroyed while its readback was pending")
                return
            data = bytes(buffer.read_mapped(0, size))
            buffer.unmap()
            on_done(data, None)

        promise.then(mapped, lambda error: on_done(None, f"mapping failed ({error})"))

    def fence(self, on_done: FenceDone) -> None:
        """Clear a 4-byte buffer and map it: it maps when the queue has come this far."""
        buffer = self._fence_buffers.pop() if self._fence_buffers else self._new_fence_buffer()
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

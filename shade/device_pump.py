"""What is asked of a device beyond wgpu-py's public calls: one contract, two implementations.

:class:`DevicePump` is the contract. ``native.py`` implements it on the C library, where nothing blocks;
``public_pump.py`` implements it on wgpu-py's public calls, where mapping submits an empty command buffer and a
thread polls. Which one a context got is recorded in every capture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["DevicePump", "FenceDone", "MapDone", "device_pump"]

MapDone = Callable[[bytes | None, str | None], object]
"""Called with ``(data, None)`` or ``(None, reason)``; the data is a copy and the buffer is unmapped already."""

FenceDone = Callable[[str | None], object]
"""Called with None when the work is done, or with the reason why that will never be known."""


class DevicePump(Protocol):
    """Progress of one device. Every completion runs inside :meth:`poll`, on the thread that calls it."""

    @property
    def native(self) -> bool:
        """True on the C library's path."""

    def timestamp_period(self) -> float | None:
        """Nanoseconds per timestamp tick, or None where it cannot be known."""

    def poll(self) -> None:
        """Let the device make progress without blocking, then run what has completed."""

    def hot_compute(self, gpu_pass: Any) -> Any:
        """An object with ``set_pipeline``, ``set_bind_group`` and ``dispatch_workgroups`` for this open compute pass.

        It may skip the error capture of each call, since these report their mistakes at ``finish()``; the pass
        itself will do.
        """

    def hot_render(self, gpu_pass: Any) -> Any:
        """The same for a render pass: ``set_pipeline``, ``set_bind_group`` and the four draws."""

    def device_lost(self) -> None:
        """Called before the device is destroyed: memory mapped so far is not to be touched any more."""

    def poll_last(self) -> None:
        """One last, blocking poll: after ``device.destroy()`` nothing else ends a pending map."""

    def map_read(self, buffer: Any, size: int, on_done: MapDone) -> None:
        """Map ``buffer[0:size]`` for reading once the GPU is done with it, copy it out and unmap it."""

    def fence(self, on_done: FenceDone) -> None:
        """Complete when everything submitted so far has been executed."""


def device_pump(device: Any) -> DevicePump:
    """The best pump for ``device``: native where wgpu-py's insides are the known ones, else the public one."""
    from framescope.shade.native import NativePump
    from framescope.shade.public_pump import PublicPump

    pump = NativePump.for_device(device)
    return pump if pump is not None else PublicPump(device)

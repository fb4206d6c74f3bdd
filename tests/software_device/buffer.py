"""Buffers with real bytes and wgpu-py's two map states: what Python shows and what the library knows."""

from __future__ import annotations

from typing import Any

import wgpu

from software_device.arguments import flag_bits
from software_device.calls import Recording, recorded
from software_device.errors import SoftwareAbort, refuse
from software_device.promise import SoftwarePromise

__all__ = ["SoftwareBuffer"]

_READ, _WRITE = wgpu.MapMode.READ, wgpu.MapMode.WRITE
_NEEDED_USAGE = {_READ: ("MAP_READ", wgpu.BufferUsage.MAP_READ), _WRITE: ("MAP_WRITE", wgpu.BufferUsage.MAP_WRITE)}


class SoftwareBuffer(Recording, wgpu.GPUBuffer):
    """Shaped like ``wgpu.GPUBuffer``.

    Attributes:
        contents: The buffer's bytes.
        destroyed: ``destroy()`` was called.
        native_map_state: What the library underneath would say. It is ``"mapped"`` before ``map_state`` shows it, and
            ``"unmapped"`` after a failed map while ``map_state`` stays ``"pending"`` for ever, as in wgpu-py.
    """

    def __init__(self, label: str, device: Any, size: int, usage: int, mapped_at_creation: bool) -> None:
        state = "mapped" if mapped_at_creation else "unmapped"
        super().__init__(label, object(), device, size, usage, state)
        self._start_recording()
        self.contents = bytearray(size)
        self.destroyed = False
        self.native_map_state = state
        self._mapped_range = (0, size, _WRITE) if mapped_at_creation else (0, 0, 0)
        self._views: list[memoryview] = []

    @recorded
    def map_async(self, mode: Any, offset: int = 0, size: int | None = None) -> Any:
        """Ask for the range; when it arrives is up to the device's map gate."""
        return self._map(mode, offset, size)

    @recorded
    def map_sync(self, mode: Any, offset: int = 0, size: int | None = None) -> None:
        """Map and wait."""
        self._map(mode, offset, size).sync_wait()

    def _map(self, mode: Any, offset: int, size: int | None) -> SoftwarePromise:
        mode = flag_bits(wgpu.MapMode, mode)
        offset, size = self._check_range(offset, size)
        if self._map_state != "unmapped":
            reason = f"Can only map a buffer if its currently unmapped, not {self._map_state!r}"
            return SoftwarePromise.rejected("buffer.map", RuntimeError(reason))
        if mode not in _NEEDED_USAGE:
            raise SoftwareAbort("invalid map mode")
        self._device.check_alive("wgpuBufferMapAsync")
        self._map_state = "pending"  # before the checks: a refused map leaves wgpu-py's buffer pending for ever
        name, bit = _NEEDED_USAGE[mode]
        if self.destroyed:
            refuse("wgpuBufferMapAsync", f"Buffer with '{self.label}' label has been destroyed")
        if not self._usage & bit:
            refuse("wgpuBufferMapAsync", f"Usage flags of Buffer with '{self.label}' label do not contain {name}")

        def mapped(_status: Any) -> None:
            self._map_state = "mapped"
            self._mapped_range = (offset, offset + size, mode)

        promise = SoftwarePromise("buffer.map", mapped)
        self.native_map_state = "pending"
        self._device.maps.start(self, promise)
        return promise

    @recorded
    def unmap(self) -> None:
        """Give the range back; only a buffer that shows ``"mapped"`` can be unmapped."""
        if self._map_state != "mapped":
            raise RuntimeError("Can only unmap a buffer if its currently mapped.")
        if self.destroyed:
            refuse("wgpuBufferUnmap", f"Buffer with '{self.label}' label has been destroyed")
        self._map_state = self.native_map_state = "unmapped"
        self._mapped_range = (0, 0, 0)
        for view in self._views:
            view.release()
        self._views = []

    @recorded
    def read_mapped(
        self, buffer_offset: int | None = None, size: int | None = None, *, copy: bool = True
    ) -> memoryview:
        """The mapped bytes: a copy, or a view that dies with ``unmap``."""
        start, stop = self._check_mapped(_READ, "read from", buffer_offset, size)
        if copy:
            return memoryview(self.contents[start:stop])
        view = memoryview(self.contents)[start:stop].toreadonly()
        self._views.append(view)
        return view

    @recorded
    def write_mapped(self, data: Any, buffer_offset: int | None = None) -> None:
        """Write into the mapped range."""
        source = memoryview(data).cast("B")
        start, _stop = self._check_mapped(_WRITE, "write to", buffer_offset, (source.nbytes + 3) & ~3)
        self.contents[start : start + source.nbytes] = source

    @recorded
    def destroy(self) -> None:
        """Destroy the buffer; a map still pending fails, and ``map_state`` stays what it was."""
        self.destroyed = True
        self._device.maps.fail_buffer(self, "Validation Error\n\nCaused by:\n  Buffer map aborted\n")

    def _check_mapped(self, mode: int, verb: str, offset: int | None, size: int | None) -> tuple[int, int]:
        first, last, mapped_mode = self._mapped_range
        if self._map_state != "mapped":
            raise RuntimeError(f"Can only {verb} a buffer if its mapped.")
        if not mapped_mode & mode:
            raise RuntimeError(f"Can only {verb} a buffer if its mapped in that mode.")
        start, length = self._check_range(offset, size)
        if start < first or start + length > last:
            raise ValueError("The range for buffer access is not contained in the currently mapped range.")
        return start, start + length

    def _check_range(self, offset: int | None, size: int | None) -> tuple[int, int]:
        first, last, mode = self._mapped_range
        offset = (first if mode else 0) if offset is None else int(offset)
        size = ((last if mode else self.size) - offset) if size is None else int(size)
        if offset < 0:
            raise ValueError("Mapped offset must not be smaller than zero.")
        if offset % 8:
            raise ValueError("Mapped offset must be a multiple of 8.")
        if size < 1:
            raise ValueError("Mapped size must be larger than zero.")
        if size % 4:
            raise ValueError("Mapped size must be a multiple of 4.")
        if offset + size > self.size:
            raise ValueError("Mapped range must not extend beyond total buffer size.")
        return offset, size

"""The queue: it executes at once, and aborts where the library would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import wgpu

from software_device.arguments import check_struct, extent, handle
from software_device.calls import Recording, recorded
from software_device.command_encoder import SoftwareCommandBuffer
from software_device.commands import Submission
from software_device.errors import SoftwareAbort, refuse
from software_device.promise import SoftwarePromise

__all__ = ["SoftwareQueue"]

_WRITE_BUFFER, _WRITE_TEXTURE = "wgpuQueueWriteBuffer", "wgpuQueueWriteTexture"


class SoftwareQueue(Recording, wgpu.GPUQueue):
    """Shaped like ``wgpu.GPUQueue``.

    Attributes:
        submissions: The command buffers of each submit that went through, in order.
    """

    def __init__(self, label: str) -> None:
        super().__init__(label, object(), None)
        self._start_recording()
        self.submissions: list[tuple[SoftwareCommandBuffer, ...]] = []

    @recorded
    def submit(self, command_buffers: Iterable[Any]) -> None:
        """Execute; a submit that the library answers by ending the process raises :class:`SoftwareAbort`."""
        buffers = tuple(command_buffers)
        for buffer in buffers:
            handle(buffer)
            if not isinstance(buffer, SoftwareCommandBuffer):
                raise TypeError("initializer for ctype 'struct WGPUCommandBufferImpl *' must be a command buffer")
        if self._device.lost_reason is not None:
            raise SoftwareAbort("Parent device is lost")
        for position, buffer in enumerate(buffers):
            self._check_submittable(buffer, buffers[:position])
        submission = Submission(self._device)
        for buffer in buffers:
            buffer.submitted = True
            for command in buffer.commands:
                command.run(submission)
        self.submissions.append(buffers)

    def _check_submittable(self, buffer: SoftwareCommandBuffer, before: tuple[SoftwareCommandBuffer, ...]) -> None:
        if buffer._device is not self._device:
            raise SoftwareAbort("Device of CommandBuffer doesn't match Device of Queue")
        if buffer.submitted or buffer in before:
            raise SoftwareAbort("This command buffer has already been submitted.")
        for resource in buffer.uses:
            if resource.destroyed:
                raise SoftwareAbort(f"{type(resource).__name__} with '{resource.label}' label has been destroyed")
            if getattr(resource, "native_map_state", "unmapped") != "unmapped":
                raise SoftwareAbort(f"Buffer with '{resource.label}' label is still mapped")

    @recorded
    def write_buffer(
        self, buffer: Any, buffer_offset: int, data: Any, data_offset: int = 0, size: int | None = None
    ) -> None:
        """Write bytes, before anything submitted later."""
        given = memoryview(data).cast("B")
        length = int(size) if size else given.nbytes - data_offset
        if not 0 <= buffer_offset < buffer.size:
            raise ValueError("Invalid buffer_offset")
        if not 0 <= data_offset < given.nbytes:
            raise ValueError("Invalid data_offset")
        if not 0 <= length <= min(given.nbytes - data_offset, buffer.size - buffer_offset):
            raise ValueError("Invalid data_length")
        self._check_written(buffer, buffer_offset, length)
        buffer.contents[buffer_offset : buffer_offset + length] = given[data_offset : data_offset + length]

    def _check_written(self, buffer: Any, offset: int, length: int) -> None:
        self._device.check_alive(_WRITE_BUFFER)
        if buffer.destroyed:
            refuse(_WRITE_BUFFER, f"Buffer with '{buffer.label}' label has been destroyed")
        if buffer.native_map_state != "unmapped":
            refuse(_WRITE_BUFFER, "Buffer is expected to be unmapped, but was not")
        if not buffer.usage & wgpu.BufferUsage.COPY_DST:
            refuse(_WRITE_BUFFER, f"Usage flags of Buffer with '{buffer.label}' label do not contain COPY_DST")
        if length % 4 or offset % 4:
            refuse(_WRITE_BUFFER, f"Copy size {length} or offset {offset} does not respect `COPY_BUFFER_ALIGNMENT`")

    @recorded
    def read_buffer(self, buffer: Any, buffer_offset: int = 0, size: int | None = None) -> memoryview:
        """A copy of the bytes, by way of the copy and submit that wgpu-py makes for it."""
        length = int(size) if size else buffer.size - buffer_offset
        if not 0 <= buffer_offset < buffer.size:
            raise ValueError("Invalid buffer_offset")
        if length > buffer.size - buffer_offset:
            raise ValueError("Invalid data_length")
        self._device.check_alive("wgpuDeviceCreateBuffer")
        if not buffer.usage & wgpu.BufferUsage.COPY_SRC:
            refuse("wgpuCommandEncoderFinish", f"Usage flags of '{buffer.label}' do not contain COPY_SRC")
        if buffer.destroyed or buffer.native_map_state != "unmapped":
            raise SoftwareAbort(f"Buffer with '{buffer.label}' label is destroyed or still mapped")
        return memoryview(buffer.contents[buffer_offset : buffer_offset + length])

    @recorded
    def write_texture(
        self, destination: Mapping[str, Any], data: Any, data_layout: Mapping[str, Any], size: Any
    ) -> None:
        """Check and forget: the software device keeps no texels."""
        check_struct("TexelCopyTextureInfo", destination)
        check_struct("TexelCopyBufferLayout", data_layout)
        if isinstance(destination["texture"], wgpu.GPUTextureView):
            raise ValueError("copy destination texture must be a texture, not a view")
        self._device.check_alive(_WRITE_TEXTURE)
        texture = destination["texture"]
        if texture.destroyed:
            refuse(_WRITE_TEXTURE, f"Texture with '{texture.label}' label has been destroyed")
        _width, height, layers = extent(size)
        rows = (layers - 1) * data_layout.get("rows_per_image", height) + height - 1
        if data_layout.get("offset", 0) + rows * data_layout["bytes_per_row"] >= memoryview(data).nbytes:
            refuse(_WRITE_TEXTURE, "Copy would end up overrunning the bounds of the Source buffer")

    @recorded
    def read_texture(self, source: Mapping[str, Any], data_layout: Mapping[str, Any], size: Any) -> memoryview:
        """Not possible here."""
        raise NotImplementedError("the software device keeps no texels; read textures on a real device")

    @recorded
    def on_submitted_work_done_async(self) -> SoftwarePromise:
        """The TypeError that wgpu-py 0.32 always raises here."""
        raise TypeError("initializer for ctype 'void(*)(WGPUQueueWorkDoneStatus, ...)' must be a pointer to same type")

    @recorded
    def on_submitted_work_done_sync(self) -> None:
        """The TypeError that wgpu-py 0.32 always raises here."""
        self.on_submitted_work_done_async()

"""Command encoders and command buffers: what is recorded, what is refused now, and what ``finish()`` will say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import wgpu

from software_device.arguments import check_label, check_struct, extent, handle, unsigned
from software_device.attachments import check_color_attachment, check_depth_attachment
from software_device.calls import Recording, recorded
from software_device.commands import (
    ClearBuffer,
    Command,
    CopyBuffer,
    FillBuffer,
    ResolveQueries,
    TimePass,
    WriteTimestamp,
)
from software_device.errors import SoftwareAbort, refuse
from software_device.passes import SoftwareComputePassEncoder
from software_device.render_pass import SoftwareRenderPassEncoder
from software_device.scopes import LOCKED, Scope

__all__ = ["SoftwareCommandBuffer", "SoftwareCommandEncoder"]

_USAGE = wgpu.BufferUsage
_BEGIN, _END = "beginning_of_pass_write_index", "end_of_pass_write_index"
_ENDED = "Encoding must not have ended"
_RESOLVE_ALIGNMENT = 256


class SoftwareCommandBuffer(Recording, wgpu.GPUCommandBuffer):
    """Shaped like ``wgpu.GPUCommandBuffer``.

    Attributes:
        commands: What a submit executes, in order.
        uses: The buffers and textures it names, each once.
        submitted: It was given to a submit that went through.
    """

    def __init__(self, label: str, device: Any, commands: list[Command], uses: dict[Any, None]) -> None:
        super().__init__(label, object(), device)
        self._start_recording()
        self.commands = tuple(commands)
        self.uses = tuple(uses)
        self.submitted = False


class SoftwareCommandEncoder(Scope, wgpu.GPUCommandEncoder):
    """Shaped like ``wgpu.GPUCommandEncoder``.

    Attributes:
        finished: ``finish()`` was called, successfully or not.
    """

    def __init__(self, label: str, device: Any) -> None:
        super().__init__(label, object(), device)
        self._start_scope()
        self.finished = False
        self._pass_is_open = False
        self._reason: str | None = None
        self._commands: list[Command] = []
        self._uses: dict[Any, None] = {}

    # What passes report

    def _defer(self, reason: str) -> None:
        self._reason = self._reason if self._reason is not None else reason

    def _use(self, resource: Any, usage: int | None = None) -> None:
        """Remember a buffer or texture for the submit's checks; ``usage`` bits it must have."""
        if resource._device is not self._device:
            self._defer("Device of resource doesn't match the encoder's device")
        if usage is not None and not resource.usage & usage:
            self._defer(f"Usage flags of '{resource.label}' do not contain required usage flags {usage:#x}")
        self._uses[resource] = None

    def _pass_ended(self) -> None:
        self._pass_is_open = False

    def _add_timestamp(self, command: WriteTimestamp, feature: str) -> None:
        if self._check_query(command.query_set, command.index, feature):
            self._commands.append(command)

    def _check_query(self, query_set: Any, index: int, feature: str) -> bool:
        handle(query_set)
        if feature not in self._device.features:
            self._defer(f"Features {feature} are required but not enabled on the device")
        elif query_set._device is not self._device:
            self._defer("Device of QuerySet doesn't match the encoder's device")
        elif index >= query_set.count:
            self._defer(f"Query {index} is out of bounds for a query set of size {query_set.count}")
        else:
            return True
        return False

    def _enter(self, function: str) -> bool:
        if self.finished:
            refuse("wgpuCommandEncoder" + function, _ENDED)
        if self._pass_is_open:
            self._defer(LOCKED)
        return not self._pass_is_open

    # Passes

    @recorded
    def begin_compute_pass(self, *, label: str = "", timestamp_writes: Any = None) -> SoftwareComputePassEncoder:
        """Begin a compute pass; one begun while another is open cannot be ended."""
        check_label(label)
        timing = self._read_timestamp_writes("ComputePassTimestampWrites", timestamp_writes, label)
        valid = self._begin_pass("BeginComputePass", timing)
        return SoftwareComputePassEncoder(label, self, valid)

    @recorded
    def begin_render_pass(
        self,
        *,
        label: str = "",
        color_attachments: Sequence[Any],
        depth_stencil_attachment: Any = None,
        occlusion_query_set: Any = None,
        timestamp_writes: Any = None,
        max_draw_count: int = 50000000,
    ) -> SoftwareRenderPassEncoder:
        """Begin a render pass."""
        check_label(label)
        timing = self._read_timestamp_writes("RenderPassTimestampWrites", timestamp_writes, label)
        views = [view for attachment in color_attachments for view in check_color_attachment(attachment)]
        if depth_stencil_attachment is not None:
            views.append(check_depth_attachment(depth_stencil_attachment))
        if occlusion_query_set is not None:
            handle(occlusion_query_set)
        valid = self._begin_pass("BeginRenderPass", timing)
        for view in views:
            self._use(view.texture, wgpu.TextureUsage.RENDER_ATTACHMENT)
        size = self._target_size(views)
        return SoftwareRenderPassEncoder(label, self, valid, size, occlusion_query_set)

    def _target_size(self, views: Sequence[Any]) -> tuple[int, int]:
        if not views:
            self._defer("no attachments were given")
            return (0, 0)
        mip = views[0].descriptor["base_mip_level"]
        return max(1, views[0].size[0] >> mip), max(1, views[0].size[1] >> mip)

    def _begin_pass(self, function: str, timing: TimePass | None) -> bool:
        valid = self._enter(function)
        self._pass_is_open = True
        if timing is not None and self._check_timing(timing):
            self._commands.append(timing)
        return valid

    def _read_timestamp_writes(self, struct: str, given: Any, label: str) -> TimePass | None:
        """The timestamps a pass asks for. Naming a destroyed query set here ends a real process."""
        if given is None:
            return None
        check_struct(struct, given)
        query_set = given["query_set"]
        if query_set._internal is None:
            raise SoftwareAbort("invalid query set in timestamp writes")
        begin, end = (None if given.get(key) is None else unsigned(given.get(key)) for key in (_BEGIN, _END))
        return TimePass(label, query_set, begin, end)

    def _check_timing(self, timing: TimePass) -> bool:
        given = [index for index in (timing.begin, timing.end) if index is not None]
        if not given:
            self._defer("no begin or end indices were specified for pass timestamp writes")
        elif timing.begin == timing.end:
            self._defer(f"begin and end indices of pass timestamp writes are both set to {timing.begin}")
        elif timing.query_set.type != "timestamp":
            self._defer("A query of type Timestamp was started using a query set of another type")
        else:
            return all(self._check_query(timing.query_set, index, "timestamp-query") for index in given)
        return False

    @recorded
    def _write_timestamp(self, query_set: Any, query_index: int) -> None:
        if self._enter("WriteTimestamp"):
            self._add_timestamp(WriteTimestamp(query_set, query_index), "timestamp-query-inside-encoders")

    # Copies

    @recorded
    def clear_buffer(self, buffer: Any, offset: int = 0, size: int | None = None) -> None:
        """Zero a range; wgpu-py itself checks it."""
        if offset % 4:
            raise ValueError("offset must be a multiple of 4")
        if size is not None and size <= 0:
            raise ValueError("size must be > 0")
        if size is not None and size % 4:
            raise ValueError("size must be a multiple of 4")
        length = buffer.size - offset if size is None else size
        if length < 0 or offset + length > buffer.size:
            raise ValueError("buffer size out of range")
        if self._enter("ClearBuffer"):
            self._use(buffer, _USAGE.COPY_DST)
            self._commands.append(ClearBuffer(buffer, offset, length))

    @recorded
    def copy_buffer_to_buffer(
        self, source: Any, source_offset: int, destination: Any, destination_offset: int, size: int | None = None
    ) -> None:
        """Copy bytes. A size of None is refused at ``finish()``: the library is given 2^64 - 1 for it."""
        for name, number in (("source_offset", source_offset), ("destination_offset", destination_offset)):
            if number % 4:
                raise ValueError(f"{name} must be a multiple of 4")
        if size is not None and size % 4:
            raise ValueError("size must be a multiple of 4")
        for name, buffer in (("source", source), ("destination", destination)):
            if not isinstance(buffer, wgpu.GPUBuffer):
                raise TypeError(f"copy_buffer_to_buffer() {name} must be a GPUBuffer.")
        if self._enter("CopyBufferToBuffer"):
            self._use(source, _USAGE.COPY_SRC)
            self._use(destination, _USAGE.COPY_DST)
            self._add_copy(source, source_offset, destination, destination_offset, size)

    def _add_copy(self, source: Any, source_offset: int, destination: Any, offset: int, size: int | None) -> None:
        if size is None:
            self._defer(f"Copy size {(1 << 64) - 1} does not respect `COPY_BUFFER_ALIGNMENT`")
        elif source is destination:
            self._defer("Source and destination cannot be the same buffer")
        elif source_offset + size > source.size or offset + size > destination.size:
            self._defer(f"Copy of {size} bytes would end up overrunning the bounds of a buffer")
        else:
            self._commands.append(CopyBuffer(source, source_offset, destination, offset, size))

    @recorded
    def copy_buffer_to_texture(self, source: Mapping[str, Any], destination: Mapping[str, Any], copy_size: Any) -> None:
        """Copy into a texture, which forgets it."""
        self._copy_texels("CopyBufferToTexture", buffer_side=source, texture_side=destination, copy_size=copy_size)

    @recorded
    def copy_texture_to_buffer(self, source: Mapping[str, Any], destination: Mapping[str, Any], copy_size: Any) -> None:
        """Copy out of a texture: the right extent of ``TEXEL_FILL``."""
        size = self._copy_texels(
            "CopyTextureToBuffer", buffer_side=destination, texture_side=source, copy_size=copy_size
        )
        buffer, offset = destination["buffer"], int(destination.get("offset", 0))
        rows = int(destination.get("rows_per_image", size[1]))
        self._commands.append(FillBuffer(buffer, offset, int(destination["bytes_per_row"]) * rows * size[2]))

    def _copy_texels(
        self, function: str, *, buffer_side: Any, texture_side: Any, copy_size: Any
    ) -> tuple[int, int, int]:
        check_struct("TexelCopyBufferInfo", buffer_side)
        check_struct("TexelCopyTextureInfo", texture_side)
        bytes_per_row = int(buffer_side["bytes_per_row"])
        if bytes_per_row % 256:
            raise ValueError(f"bytes_per_row ({bytes_per_row}) must be a multiple of 256")
        if isinstance(texture_side["texture"], wgpu.GPUTextureView):
            raise ValueError("a copy names a texture, not a view")
        to_buffer = function == "CopyTextureToBuffer"
        if self._enter(function):
            self._use(buffer_side["buffer"], _USAGE.COPY_DST if to_buffer else _USAGE.COPY_SRC)
            usage = wgpu.TextureUsage.COPY_SRC if to_buffer else wgpu.TextureUsage.COPY_DST
            self._use(texture_side["texture"], usage)
        return extent(copy_size)

    @recorded
    def copy_texture_to_texture(
        self, source: Mapping[str, Any], destination: Mapping[str, Any], copy_size: Any
    ) -> None:
        """Copy between textures."""
        for side in (source, destination):
            check_struct("TexelCopyTextureInfo", side)
            if isinstance(side["texture"], wgpu.GPUTextureView):
                raise ValueError("a copy names a texture, not a view")
        extent(copy_size)
        if self._enter("CopyTextureToTexture"):
            self._use(source["texture"], wgpu.TextureUsage.COPY_SRC)
            self._use(destination["texture"], wgpu.TextureUsage.COPY_DST)

    @recorded
    def resolve_query_set(
        self, query_set: Any, first_query: int, query_count: int, destination: Any, destination_offset: int
    ) -> None:
        """Resolve slots; a destroyed query set is a TypeError about a NULL pointer."""
        handle(query_set)
        handle(destination)
        first, count, offset = (unsigned(int(n), 64) for n in (first_query, query_count, destination_offset))
        if not self._enter("ResolveQuerySet"):
            return
        self._use(destination, _USAGE.QUERY_RESOLVE)
        if query_set._device is not self._device:
            self._defer("Device of QuerySet doesn't match the encoder's device")
        elif offset % _RESOLVE_ALIGNMENT:
            self._defer("Resolve buffer offset has to be aligned to `QUERY_RESOLVE_BUFFER_ALIGNMENT")
        elif first + count > query_set.count:
            self._defer(f"Resolving queries {first}..{first + count} would overrun the set of size {query_set.count}")
        elif offset + 8 * count > destination.size:
            self._defer(f"Resolving queries {first}..{first + count} will end up overrunning the destination buffer")
        else:
            self._commands.append(ResolveQueries(query_set, first, count, destination, offset))

    @recorded
    def finish(self, *, label: str = "") -> SoftwareCommandBuffer:
        """The command buffer, or the first mistake of all that was recorded; the encoder is over either way."""
        check_label(label)
        if self.finished:
            refuse("wgpuCommandEncoderFinish", _ENDED)
        self.finished = True
        self._device.check_alive("wgpuCommandEncoderFinish")
        if self._pass_is_open:
            self._defer(LOCKED)
        self._check_groups()
        if self._reason is not None:
            refuse("wgpuCommandEncoderFinish", self._reason)
        return SoftwareCommandBuffer(label, self._device, self._commands, self._uses)

"""Short ways to the objects that behaviours are about."""

from __future__ import annotations

import struct
from typing import Any

import wgpu

__all__ = [
    "buffer",
    "compute_pass",
    "compute_pipeline",
    "copy_commands",
    "query_set",
    "real_adapter",
    "render_pass",
    "resolved_ticks",
    "target",
    "timestamp_writes",
]

USAGE = wgpu.BufferUsage


def real_adapter() -> Any:
    """The adapter this machine gives first."""
    return wgpu.gpu.request_adapter_sync(power_preference="high-performance")


def buffer(device: Any, usage: int, size: int = 256, **more: Any) -> Any:
    """A buffer."""
    return device.create_buffer(size=size, usage=usage, **more)


def query_set(device: Any, count: int = 8) -> Any:
    """A timestamp query set."""
    return device.create_query_set(type="timestamp", count=count)


def timestamp_writes(queries: Any, begin: int | None = 0, end: int | None = 1) -> dict[str, Any]:
    """What a pass is timed with; None leaves an end out."""
    writes = {"query_set": queries}
    if begin is not None:
        writes["beginning_of_pass_write_index"] = begin
    if end is not None:
        writes["end_of_pass_write_index"] = end
    return writes


def compute_pass(encoder: Any, **descriptor: Any) -> None:
    """An empty compute pass."""
    encoder.begin_compute_pass(**descriptor).end()


def compute_pipeline(device: Any) -> Any:
    """A pipeline that does nothing, with an empty explicit layout."""
    module = device.create_shader_module(code="@compute @workgroup_size(1) fn main() {}")
    layout = device.create_pipeline_layout(bind_group_layouts=[])
    return device.create_compute_pipeline(layout=layout, compute={"module": module, "entry_point": "main"})


def target(device: Any, usage: int = wgpu.TextureUsage.RENDER_ATTACHMENT) -> Any:
    """A 4 by 4 texture."""
    return device.create_texture(size=(4, 4, 1), format="rgba8unorm", usage=usage)


def render_pass(encoder: Any, texture: Any, **descriptor: Any) -> Any:
    """A render pass that clears ``texture``, left open."""
    attachment = {"view": texture.create_view(), "load_op": "clear", "store_op": "store", "clear_value": (0, 0, 0, 1)}
    return encoder.begin_render_pass(color_attachments=[attachment], **descriptor)


def copy_commands(device: Any, source: Any, destination: Any) -> Any:
    """A command buffer that copies eight bytes."""
    encoder = device.create_command_encoder()
    encoder.copy_buffer_to_buffer(source, 0, destination, 0, 8)
    return encoder.finish()


def resolved_ticks(device: Any, encoder: Any, queries: Any, count: int) -> tuple[int, ...]:
    """Finish ``encoder`` with a resolve of the first ``count`` slots, submit, and read them."""
    destination = buffer(device, USAGE.QUERY_RESOLVE | USAGE.COPY_SRC)
    encoder.resolve_query_set(queries, 0, count, destination, 0)
    device.queue.submit([encoder.finish()])
    return struct.unpack(f"<{count}Q", device.queue.read_buffer(destination, 0, 8 * count))

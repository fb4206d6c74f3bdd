"""What ends the Python process on a real device: one function each, which never returns there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import wgpu

from behaviours.recipes import (
    USAGE,
    buffer,
    compute_pipeline,
    copy_commands,
    query_set,
    render_pass,
    target,
    timestamp_writes,
)

__all__ = ["ABORTS", "run_on_a_real_device"]

READBACK = USAGE.MAP_READ | USAGE.COPY_DST


def _copy_into(device: Any, destination: Any) -> Any:
    return copy_commands(device, buffer(device, USAGE.COPY_SRC), destination)


def submitted_twice(device: Any) -> None:
    """The same command buffer in two submits."""
    commands = _copy_into(device, buffer(device, USAGE.COPY_DST))
    device.queue.submit([commands])
    device.queue.submit([commands])


def twice_in_one_submit(device: Any) -> None:
    """The same command buffer twice in one submit."""
    commands = _copy_into(device, buffer(device, USAGE.COPY_DST))
    device.queue.submit([commands, commands])


def mapped_buffer(device: Any) -> None:
    """Commands that write a buffer that is mapped."""
    destination = buffer(device, READBACK)
    commands = _copy_into(device, destination)
    destination.map_sync("READ")
    device.queue.submit([commands])


def pending_buffer(device: Any) -> None:
    """Commands that write a buffer whose map nobody has waited for."""
    destination = buffer(device, READBACK)
    commands = _copy_into(device, destination)
    destination.map_async("READ")
    device.queue.submit([commands])


def destroyed_buffer(device: Any) -> None:
    """Commands that name a buffer destroyed since."""
    destination = buffer(device, USAGE.COPY_DST)
    commands = _copy_into(device, destination)
    destination.destroy()
    device.queue.submit([commands])


def destroyed_texture(device: Any) -> None:
    """Commands that draw into a texture destroyed since."""
    texture = target(device)
    encoder = device.create_command_encoder()
    render_pass(encoder, texture).end()
    commands = encoder.finish()
    texture.destroy()
    device.queue.submit([commands])


def destroyed_in_bind_group(device: Any) -> None:
    """Commands that use a bind group whose buffer was destroyed since."""
    storage = buffer(device, USAGE.STORAGE)
    entry = {"binding": 0, "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": "storage"}}
    layout = device.create_bind_group_layout(entries=[entry])
    group = device.create_bind_group(layout=layout, entries=[{"binding": 0, "resource": {"buffer": storage}}])
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    gpu_pass.set_pipeline(compute_pipeline(device))
    gpu_pass.set_bind_group(0, group)
    gpu_pass.dispatch_workgroups(1)
    gpu_pass.end()
    commands = encoder.finish()
    storage.destroy()
    device.queue.submit([commands])


def lost_device(device: Any) -> None:
    """Commands of a device destroyed since."""
    commands = _copy_into(device, buffer(device, USAGE.COPY_DST))
    device.destroy()
    device.queue.submit([commands])


def empty_submit_on_a_lost_device(device: Any) -> None:
    """No commands at all, on a destroyed device."""
    device.destroy()
    device.queue.submit([])


def other_device(device: Any) -> None:
    """Another device's command buffer."""
    other = device.adapter.request_device_sync()
    device.queue.submit([other.create_command_encoder().finish()])


def destroyed_query_set(device: Any) -> None:
    """A pass timed with a query set destroyed before: not a submit, and the end all the same."""
    queries = query_set(device)
    queries.destroy()
    device.create_command_encoder().begin_compute_pass(timestamp_writes=timestamp_writes(queries))


def impossible_map_mode(device: Any) -> None:
    """A map mode that is neither READ nor WRITE."""
    buffer(device, READBACK).map_async(3)


def unknown_buffer_usage(device: Any) -> None:
    """A usage bit that WebGPU has not."""
    buffer(device, 1 << 20)


ABORTS: dict[str, Callable[[Any], None]] = {
    function.__name__: function
    for function in (
        submitted_twice,
        twice_in_one_submit,
        mapped_buffer,
        pending_buffer,
        destroyed_buffer,
        destroyed_texture,
        destroyed_in_bind_group,
        lost_device,
        empty_submit_on_a_lost_device,
        other_device,
        destroyed_query_set,
        impossible_map_mode,
        unknown_buffer_usage,
    )
}


def run_on_a_real_device(name: str) -> None:
    """Run one of them on this machine's device; for a child process."""
    from behaviours.recipes import real_adapter

    ABORTS[name](real_adapter().request_device_sync(required_features=["timestamp-query"]))

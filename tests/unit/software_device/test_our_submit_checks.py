"""Our own checks come before the driver's: what would end the process is a ``SubmitError``, and is not submitted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import wgpu
from software_device import SoftwareDevice

from framescope.shade.errors import SubmitError
from framescope.shade.graphics import GraphicsContext

USAGE = wgpu.BufferUsage


@pytest.fixture
def graphics() -> GraphicsContext:
    """A graphics context on the software device."""
    return new_graphics()


def new_graphics() -> GraphicsContext:
    """A graphics context on a software device of its own."""
    device = SoftwareDevice()
    return GraphicsContext(device, adapter=device.adapter)


def copy_into(graphics: GraphicsContext, destination: Any) -> Any:
    """A context with one copy."""
    source = graphics.create_buffer(label="source", size=16, usage=USAGE.COPY_SRC)
    context = graphics.create_command_context("guarded")
    context.copy_buffer_to_buffer(source, 0, destination, 0, 16)
    return context


def readback(graphics: GraphicsContext) -> Any:
    """A buffer that can be mapped."""
    return graphics.create_buffer(label="mine", size=16, usage=USAGE.COPY_DST | USAGE.MAP_READ)


def submitted_twice(graphics: GraphicsContext) -> Any:
    """The same commands again."""
    context = copy_into(graphics, readback(graphics))
    context.finish()
    return context


def mapped_buffer(graphics: GraphicsContext) -> Any:
    """A buffer mapped through wgpu-py."""
    destination = readback(graphics)
    context = copy_into(graphics, destination)
    destination.map_sync("READ")
    return context


def pending_buffer(graphics: GraphicsContext) -> Any:
    """A buffer whose readback by us has not arrived."""
    destination = readback(graphics)
    context = copy_into(graphics, destination)
    graphics.device.hold_maps()
    graphics.map_read(destination, 16)
    return context


def destroyed_buffer(graphics: GraphicsContext) -> Any:
    """A buffer destroyed since."""
    destination = readback(graphics)
    context = copy_into(graphics, destination)
    destination.destroy()
    return context


def destroyed_in_bind_group(graphics: GraphicsContext) -> Any:
    """A buffer destroyed since, reached through a bind group."""
    storage = graphics.create_buffer(label="mine", size=16, usage=USAGE.STORAGE)
    entry = {"binding": 0, "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": "storage"}}
    layout = graphics.create_bind_group_layout(entries=[entry])
    context = graphics.create_command_context("guarded")
    with context.begin_compute_pass() as gpu_pass:
        gpu_pass.set_bind_group(0, graphics.bind_group(layout, {0: storage}))
    storage.destroy()
    return context


def destroyed_texture(graphics: GraphicsContext) -> Any:
    """An attachment destroyed since."""
    usage = wgpu.TextureUsage.RENDER_ATTACHMENT
    texture = graphics.create_texture(label="mine", size=(4, 4), format="rgba8unorm", usage=usage)
    context = graphics.create_command_context("guarded")
    attachment = {"view": texture.create_view(), "load_op": "clear", "store_op": "store"}
    context.begin_render_pass(color_attachments=[attachment]).end()
    texture.destroy()
    return context


def lost_device(graphics: GraphicsContext) -> Any:
    """A device destroyed since."""
    context = copy_into(graphics, readback(graphics))
    graphics.device.destroy()
    return context


CASES = (
    submitted_twice,
    mapped_buffer,
    pending_buffer,
    destroyed_buffer,
    destroyed_in_bind_group,
    destroyed_texture,
    lost_device,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_fatal_submit_is_refused_first(graphics: GraphicsContext, case: Callable[[GraphicsContext], Any]) -> None:
    """finish() raises SubmitError with the context's label, and the queue hears nothing of it."""
    context = case(graphics)
    submitted = len(graphics.queue.submissions)
    with pytest.raises(SubmitError, match="guarded"):
        context.finish()
    assert len(graphics.queue.submissions) == submitted


def test_commands_of_another_device_are_refused_first(graphics: GraphicsContext) -> None:
    """A context is submitted by the graphics context that made it, and by no other."""
    context = new_graphics().create_command_context("theirs")
    with pytest.raises(SubmitError, match="another device"):
        graphics.submit(context)
    assert graphics.queue.submissions == []


@pytest.mark.parametrize("kind", ["compute", "render"])
def test_a_pass_timed_with_a_destroyed_query_set_is_refused(graphics: GraphicsContext, kind: str) -> None:
    """A destroyed query set in timestamp writes ends the process when the pass begins, so that is refused too."""
    queries = graphics.create_query_set(label="stopwatch", type="timestamp", count=2)
    queries.destroy()
    context = graphics.create_command_context("guarded")
    begin = context.begin_compute_pass if kind == "compute" else context.begin_render_pass
    more = {} if kind == "compute" else {"color_attachments": []}
    with pytest.raises(SubmitError, match="'lap' is timed with query set 'stopwatch'"):
        begin(label="lap", timestamp_writes={"query_set": queries, "end_of_pass_write_index": 1}, **more)
    context.finish()


def test_a_query_set_in_use_is_not_retired(graphics: GraphicsContext) -> None:
    """A query set named by a pass's timestamp writes lives until the submit that carries the pass is done."""
    graphics.device.hold_maps("fence")
    queries = graphics.create_query_set(label="stopwatch", type="timestamp", count=2)
    context = graphics.create_command_context("guarded")
    context.begin_compute_pass(timestamp_writes={"query_set": queries, "end_of_pass_write_index": 1}).end()
    graphics.retire(queries)
    context.finish()
    graphics.pump()
    assert not queries.destroyed
    graphics.device.release_maps()
    graphics.pump()
    assert queries.destroyed

"""Our own checks come before the driver's: what would end the process is a ``SubmitError``, and is not submitted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import wgpu
from software_device import SoftwareDevice

from framescope.profile.frame_recorder import GPUFrameRecorder
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


def test_a_second_readback_of_a_buffer_fails_and_the_first_keeps_it_from_the_queue(graphics: GraphicsContext) -> None:
    """The failure of the second says nothing of the first, which still maps the buffer."""
    context = pending_buffer(graphics)
    buffer = context.given[-1]
    second = graphics.map_read(buffer, 16)
    graphics.pump()
    assert second.result == ("failed", "another readback of the buffer is pending")
    with pytest.raises(SubmitError, match="mapped"):
        context.finish()


@pytest.mark.parametrize("size", [0, -4, 3, 32])
def test_a_readback_of_an_impossible_size_is_refused_and_leaves_the_buffer_usable(
    graphics: GraphicsContext, size: int
) -> None:
    """A refused readback is none that is pending."""
    buffer = readback(graphics)
    with pytest.raises(ValueError, match="multiple of 4"):
        graphics.map_read(buffer, size)
    copy_into(graphics, buffer).finish()


def test_a_buffer_that_cannot_be_mapped_is_refused_and_stays_usable(graphics: GraphicsContext) -> None:
    """wgpu-py would refuse it too, and call it pending ever after."""
    buffer = graphics.create_buffer(label="unmappable", size=16, usage=USAGE.COPY_DST)
    with pytest.raises(ValueError, match="MAP_READ"):
        graphics.map_read(buffer, 16)
    copy_into(graphics, buffer).finish()


def test_a_buffer_of_raw_wgpu_is_known_from_the_moment_it_is_named(graphics: GraphicsContext) -> None:
    """Its destruction afterwards is seen, in a submit and in a readback alike."""
    raw = graphics.device.create_buffer(label="raw", size=16, usage=USAGE.COPY_DST | USAGE.MAP_READ)
    context = copy_into(graphics, raw)
    raw.destroy()
    with pytest.raises(SubmitError, match="raw"):
        context.finish()
    other = graphics.device.create_buffer(label="raw", size=16, usage=USAGE.COPY_DST | USAGE.MAP_READ)
    graphics.device.hold_maps()
    pending = graphics.map_read(other, 16)
    other.destroy()
    graphics.device.release_maps()
    assert pending.wait(1.0)[0] == "failed"


@pytest.mark.parametrize("nothing", [None, 5, "texture"])
def test_what_cannot_be_destroyed_cannot_be_retired(graphics: GraphicsContext, nothing: Any) -> None:
    """It is refused at the call; in the queue it would fail every frame that follows."""
    with pytest.raises(TypeError, match="retire"):
        graphics.retire(nothing)
    graphics.pump()


def test_retiring_twice_destroys_once(graphics: GraphicsContext) -> None:
    """The second time is nothing."""
    queries = graphics.create_query_set(label="twice", type="timestamp", count=2)
    graphics.retire(queries)
    graphics.retire(queries)
    graphics.pump()
    assert len(graphics.device.calls_of("destroy")) == 1


@pytest.mark.parametrize("x", [-1, 1 << 32, 1.5])
def test_a_dispatch_refused_at_the_call_is_not_counted(graphics: GraphicsContext, x: Any) -> None:
    """Counts are of what was encoded, and a frame is not lost over one that fits no column."""
    recorder = GPUFrameRecorder(graphics)
    context = graphics.create_unprofiled_context("guarded")
    context.enable_profiling(recorder)
    with context.begin_compute_pass() as gpu_pass:
        with pytest.raises((OverflowError, TypeError)):
            gpu_pass.dispatch_workgroups(x)
    context.finish()
    report = recorder.close()
    assert (report.status.name, report.work.compute.dispatches.tolist()) == ("COMPLETE", [0])


def test_a_usage_that_ends_the_process_is_refused_before_it_reaches_the_driver(graphics: GraphicsContext) -> None:
    """Among them one that wgpu-py has a name for."""
    with pytest.raises(ValueError, match="'odd': usage 0x100000"):
        graphics.create_buffer(label="odd", size=16, usage=1 << 20)
    with pytest.raises(ValueError, match="'odd'"):
        graphics.create_buffer_with_data(label="odd", data=b"abcd", usage=1 << 20)
    transient = wgpu.TextureUsage.TRANSIENT_ATTACHMENT
    with pytest.raises(ValueError, match="'odd'"):
        graphics.create_texture(label="odd", size=(4, 4, 1), format="r8unorm", usage=transient)

"""The graphics context on a real device: caches, live bytes, deferred destruction, readbacks, threads."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable

import numpy as np
import pytest
import wgpu

from framescope.shade.adapter import open_graphics, select_adapter
from framescope.shade.errors import DeviceUnavailable, SubmitError, WrongThreadError
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.renderer import Renderer

COPY = wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.COPY_SRC
SAMPLED = wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_DST | wgpu.TextureUsage.COPY_SRC


def test_an_unknown_adapter_name_lists_those_there_are() -> None:
    """Asking for an adapter nobody has names the ones there are."""
    with pytest.raises(DeviceUnavailable, match="no adapter's name contains 'voodoo'; there are: "):
        select_adapter("voodoo")


def test_an_adapter_is_found_by_part_of_its_name() -> None:
    """The name of the default adapter finds an adapter of that name."""
    name = str(select_adapter().info["device"])
    assert select_adapter(name.upper()).info["device"] == name


def test_an_unknown_power_preference_is_refused() -> None:
    """A power preference WebGPU has not is a ValueError."""
    with pytest.raises(ValueError, match="power_preference"):
        select_adapter(power_preference="turbo")


def test_features_left_out_are_not_granted_and_those_unknown_are_listed_as_missing() -> None:
    """Features are asked for when the adapter has them and listed when it has not."""
    graphics = open_graphics(features=["timestamp-query", "no-such-feature"])
    assert graphics.features_missing == ("no-such-feature",)
    graphics.close()
    graphics = open_graphics(without=["timestamp-query"])
    assert "timestamp-query" not in graphics.features_granted
    assert graphics.ns_per_tick is None
    graphics.close()


def test_live_bytes_follow_creation_destruction_and_collection(graphics: GraphicsContext) -> None:
    """Declared bytes are counted from creation until destroy, or until the object is dropped."""
    before = graphics.live_bytes
    kept = graphics.create_buffer(size=1024, usage=COPY)
    dropped = graphics.create_texture(size=(16, 16, 1), format="rgba8unorm", usage=SAMPLED, mip_level_count=2)
    assert graphics.live_bytes - before == 1024 + 16 * 16 * 4 + 8 * 8 * 4
    kept.destroy()
    kept.destroy()
    del dropped
    gc.collect()
    assert graphics.live_bytes == before


def test_views_samplers_and_bind_groups_are_made_once(graphics: GraphicsContext) -> None:
    """Asking a cache twice gives the same object."""
    texture = graphics.create_texture(size=(4, 4, 1), format="rgba8unorm", usage=SAMPLED)
    view = graphics.view(texture, base_mip_level=0)
    assert graphics.view(texture, base_mip_level=0) is view
    assert graphics.sampler(mag_filter="linear") is graphics.sampler(mag_filter="linear")
    layout = graphics.create_bind_group_layout(
        entries=[{"binding": 0, "visibility": wgpu.ShaderStage.FRAGMENT, "texture": {}}]
    )
    group = graphics.bind_group(layout, {0: view})
    assert graphics.bind_group(layout, {0: view}) is group
    assert group.framescope_resources == (texture,)
    graphics.retire(texture)
    assert graphics.bind_group(layout, {0: graphics.view(texture, base_mip_level=0)}) is not group


def test_a_retired_resource_outlives_the_context_that_may_name_it(graphics: GraphicsContext) -> None:
    """Nothing is destroyed between the recording of a command that names it and its completion."""
    buffer = graphics.create_buffer(size=16, usage=COPY)
    context = graphics.create_command_context("late")
    context.clear_buffer(buffer)
    graphics.retire(buffer)
    graphics.pump()
    assert not buffer.framescope_state.destroyed
    context.finish().wait()
    graphics.pump()
    assert buffer.framescope_state.destroyed


def test_a_retired_resource_is_destroyed_when_its_context_is_abandoned(graphics: GraphicsContext) -> None:
    """An abandoned context holds nothing back."""
    buffer = graphics.create_buffer(size=16, usage=COPY)
    context = graphics.create_command_context("given up")
    context.clear_buffer(buffer)
    graphics.retire(buffer)
    context.abandon("test")
    graphics.pump()
    assert buffer.framescope_state.destroyed


@pytest.mark.parametrize("shape", [(8, 8, 4), (4, 4, 3)])
def test_texels_of_another_size_are_refused(graphics: GraphicsContext, shape: tuple[int, ...]) -> None:
    """Too much or too little for the mip level is an error that names the texture and both sizes."""
    texture = graphics.create_texture(label="small", size=(4, 4, 1), format="rgba8unorm", usage=SAMPLED)
    with pytest.raises(ValueError, match=r"'small'.*64 bytes, not (256|48)"):
        graphics.write_texture(texture, np.zeros(shape, np.uint8))


def test_bytes_and_texels_come_back_as_written(graphics: GraphicsContext) -> None:
    """What is uploaded is what is read, row padding left out."""
    buffer = graphics.create_buffer_with_data(data=bytes(range(32)), usage=COPY)
    assert graphics.read_buffer(buffer, 8, 16) == bytes(range(8, 24))
    texels = np.arange(5 * 3 * 4, dtype=np.uint8).reshape(3, 5, 4)
    texture = graphics.create_texture(size=(5, 3, 1), format="rgba8unorm", usage=SAMPLED)
    graphics.write_texture(texture, texels)
    assert np.array_equal(graphics.read_texture(texture), texels)


@pytest.mark.parametrize("native", ["1", "0"])
def test_a_readback_resolves_by_wait_by_callback_and_by_await(native: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The native and the public path read the same bytes, whichever way one asks."""
    monkeypatch.setenv("FRAMESCOPE_NATIVE", native)
    graphics = open_graphics()
    staging = graphics.create_buffer(size=8, usage=wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.MAP_READ)
    source = graphics.create_buffer_with_data(data=b"12345678", usage=COPY)
    context = graphics.create_command_context()
    context.copy_buffer_to_buffer(source, 0, staging, 0, 8)
    context.finish()
    seen = []
    readback = graphics.map_read(staging, 8)
    readback.add_done_callback(lambda done: seen.append(done.result))
    assert readback.wait() == ("ok", None)
    assert (readback.data, seen, graphics.native) == (b"12345678", [("ok", None)], native == "1")

    async def awaited() -> tuple[str, str | None]:
        return await graphics.map_read(staging, 8)

    assert asyncio.run(awaited()) == ("ok", None)
    assert context.done.wait() == ("ok", None)
    graphics.close()


@pytest.mark.parametrize("native", ["1", "0"])
def test_a_readback_pending_on_a_destroyed_device_ends_as_failed(native: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Destroying the device under a pending readback ends it with a reason; nobody waits for it in vain.

    Three times: whether wgpu-py's thread still gets to see the end of a map is a race.
    """
    monkeypatch.setenv("FRAMESCOPE_NATIVE", native)
    for _ in range(3):
        graphics = open_graphics()
        staging = graphics.create_buffer(size=8, usage=wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.MAP_READ)
        readback = graphics.map_read(staging, 8)
        graphics.device.destroy()
        status, reason = readback.wait(5.0)
        assert (status, readback.done, graphics.lost) == ("failed", True, True), reason
        assert graphics.map_read(staging, 8).wait() == ("failed", "the device was lost")


def test_a_context_belongs_to_the_thread_that_made_it(graphics: GraphicsContext) -> None:
    """Using a graphics or command context from another thread raises WrongThreadError, and changes nothing."""
    buffer = graphics.create_buffer(size=16, usage=COPY)
    context = graphics.create_command_context()
    renderer = Renderer(graphics)
    calls: list[Callable[[], object]] = [
        context.begin_compute_pass,
        lambda: context.copy_buffer_to_buffer(buffer, 0, buffer, 8, 8),
        lambda: context.clear_buffer(buffer),
        lambda: context.push_debug_group("elsewhere"),
        context.finish,
        lambda: context.abandon("elsewhere"),
        graphics.create_command_context,
        graphics.begin_frame,
        lambda: renderer.render(lambda graph, index: None),
    ]
    errors: list[type[BaseException] | None] = []

    def elsewhere() -> None:
        for call in calls:
            try:
                call()
            except WrongThreadError as error:
                errors.append(type(error))
            else:
                errors.append(None)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert errors == [WrongThreadError] * len(calls)
    assert (context.is_open, context.given, renderer.frame_index) == (True, [], 0)
    context.abandon("test")


def test_a_closed_context_takes_no_commands(graphics: GraphicsContext) -> None:
    """After the submit each command is refused by the context's name, and nothing is noted."""
    buffer = graphics.create_buffer(size=16, usage=COPY)
    context = graphics.create_command_context("sent")
    context.finish()
    for call in (
        lambda: context.copy_buffer_to_buffer(buffer, 0, buffer, 8, 8),
        lambda: context.clear_buffer(buffer),
        lambda: context.insert_debug_marker("late"),
        context.begin_compute_pass,
    ):
        with pytest.raises(SubmitError, match="'sent' was already submitted"):
            call()
    assert context.given == []


def test_closing_twice_is_harmless() -> None:
    """close() is idempotent."""
    graphics = open_graphics()
    graphics.close()
    graphics.close()
    assert graphics.lost


def test_a_pass_timed_with_a_query_set_destroyed_unseen_is_refused(graphics: GraphicsContext) -> None:
    """Made and destroyed by raw wgpu, it would end the process where the pass begins."""
    queries = graphics.device.create_query_set(label="unseen", type="timestamp", count=2)
    queries.destroy()
    writes = {"query_set": queries, "beginning_of_pass_write_index": 0, "end_of_pass_write_index": 1}
    with pytest.raises(SubmitError, match="unseen"):
        graphics.create_command_context("timed").begin_compute_pass(label="p", timestamp_writes=writes)


def test_a_constructed_pass_sets_its_immediates(graphics: GraphicsContext) -> None:
    """All of the bytes, though wgpu-py wants their number said."""
    code = """
        @group(0) @binding(0) var<storage, read_write> out: u32;
        var<immediate> given: u32;
        @compute @workgroup_size(1) fn main() { out = given; }
    """
    entry = {"binding": 0, "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": "storage"}}
    layout = graphics.create_bind_group_layout(entries=[entry])
    pipeline = ComputePipelineDescriptor("immediate", code, layout=[layout], immediate_size=4)
    out = graphics.create_buffer(label="out", size=4, usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
    context = graphics.create_command_context("immediate")
    group = graphics.bind_group(layout, {0: out})
    with context.construct_compute_pass(pipeline, {0: group}, immediates=(1234).to_bytes(4, "little")) as compute:
        compute.dispatch_workgroups(1)
    context.finish()
    assert int.from_bytes(graphics.read_buffer(out), "little") == 1234


def test_submitting_what_finish_returned_says_that_it_was_submitted(graphics: GraphicsContext) -> None:
    """The habit of queue.submit([encoder.finish()]) is answered with what finish() of ours does."""
    context = graphics.create_command_context("habit")
    with pytest.raises(AttributeError, match=r"finish\(\) has submitted the commands already"):
        graphics.device.queue.submit([context.finish()])


def test_an_error_at_finish_names_the_context(graphics: GraphicsContext) -> None:
    """wgpu-py's error reaches the caller as it is, with a note that says in which context."""
    context = graphics.create_command_context("the culprit")
    with context.begin_compute_pass(label="no pipeline") as encoder:
        encoder.dispatch_workgroups(1)
    with pytest.raises(wgpu.GPUValidationError) as caught:
        context.finish()
    assert caught.value.__notes__ == ["while finishing command context 'the culprit'"]


def test_a_texture_of_unknown_size_is_told_apart(graphics: GraphicsContext) -> None:
    """Live bytes leave it out and say so."""
    assert graphics.live_unsized == 0
    graphics._ledger.add("texture", None, 1)
    assert (graphics.live_unsized, graphics.live_counts["texture"]) == (1, 1)
    graphics._ledger.add("texture", None, -1)

"""One query set and its way back."""

from __future__ import annotations

from typing import Any

import pytest
from software_device import SoftwareDevice, TickScript

from framescope.profile.errors import SessionError
from framescope.profile.timer_array import GPUTimerArray
from framescope.shade.graphics import GraphicsContext


@pytest.fixture
def device() -> SoftwareDevice:
    """A device that can time passes."""
    return SoftwareDevice(features={"timestamp-query"})


@pytest.fixture
def graphics(device: SoftwareDevice) -> GraphicsContext:
    """A graphics context on it."""
    return GraphicsContext(device, ns_per_tick=1.0)


@pytest.fixture
def timers(graphics: GraphicsContext) -> GPUTimerArray:
    """Timers for four passes."""
    return GPUTimerArray(graphics, 4, label="timers")


def time_passes(graphics: GraphicsContext, timers: GPUTimerArray, count: int) -> list[Any]:
    """Time ``count`` empty passes, submit them and read them back; returns what ``read`` answered."""
    encoder = graphics.device.create_command_encoder()
    for _ in range(count):
        slot = timers.claim()
        assert slot is not None
        encoder.begin_compute_pass(timestamp_writes=timers.compute_writes[slot]).end()
    timers.resolve(encoder)
    graphics.queue.submit([encoder.finish()])
    answers: list[Any] = []
    timers.read(lambda ticks, reason: answers.append((ticks, reason)))
    graphics.pump()
    return answers


@pytest.mark.parametrize("pairs", [-1, 0, 2049, 5000])
def test_a_size_that_no_query_set_can_have_is_refused(graphics: GraphicsContext, pairs: int) -> None:
    """One array holds 1 to 2048 pairs; anything else is a ValueError at construction."""
    with pytest.raises(ValueError, match="1 to 2048"):
        GPUTimerArray(graphics, pairs)


@pytest.mark.parametrize("pairs", [1, 2047, 2048])
def test_a_query_set_holds_two_timestamps_a_pair(device: SoftwareDevice, graphics: GraphicsContext, pairs: int) -> None:
    """2048 pairs fill WebGPU's largest query set exactly."""
    GPUTimerArray(graphics, pairs)
    assert device.calls_of("create_query_set")[-1].kwargs["count"] == 2 * pairs


def test_a_full_array_refuses_and_counts(timers: GPUTimerArray) -> None:
    """A claim beyond the last slot gets None, not an index the query set does not have."""
    assert [timers.claim() for _ in range(6)] == [0, 1, 2, 3, None, None]
    assert timers.dropped_count == 2


def test_the_writes_of_a_slot_are_made_once(timers: GPUTimerArray) -> None:
    """Slot k writes timestamps 2k and 2k+1 in both kinds of pass, and its struct is the same each time."""
    for writes in (timers.compute_writes[3], timers.render_writes[3]):
        assert (writes["beginning_of_pass_write_index"], writes["end_of_pass_write_index"]) == (6, 7)
    assert timers.compute_writes[3] is timers.compute_writes[3]


def test_only_written_slots_are_resolved(
    device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray
) -> None:
    """Three of four slots claimed: six timestamps are resolved and 48 bytes copied."""
    time_passes(graphics, timers, 3)
    resolve, copy = device.calls_of("resolve_query_set")[-1], device.calls_of("copy_buffer_to_buffer")[-1]
    assert (resolve.args[1], resolve.args[2], resolve.args[4]) == (0, 6, 0)
    assert copy.args[4] == 48
    assert device.garbage_resolves == []


def test_an_array_nobody_used_resolves_and_maps_nothing(
    device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray
) -> None:
    """No slot, no resolve, no map, and the read answers at once."""
    ((ticks, reason),) = time_passes(graphics, timers, 0)
    assert (ticks.shape, reason) == ((0, 2), None)
    assert device.calls_of("resolve_query_set") == device.calls_of("map_async") == []


def test_raw_ticks_come_back_unchanged(
    device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray
) -> None:
    """Zeros, reversed pairs and values above 2^53 are handed out as they came, as integers."""
    pairs = [(0, 0), (1000, 400), (1_800_000_000_000_000_001, 1_800_000_000_000_000_003)]
    device.ticks = TickScript(pairs)
    time_passes(graphics, timers, 3)
    seen: list[tuple[int, int, int]] = []
    timers.traverse_results(lambda slot, begin, end: seen.append((slot, begin, end)))
    assert seen == [(slot, *pair) for slot, pair in enumerate(pairs)]


def test_a_slot_whose_pass_could_not_begin_is_free_again(timers: GPUTimerArray) -> None:
    """The slot claimed last can be given back, so that no unwritten slot is ever resolved."""
    assert timers.claim() == 0
    assert timers.claim() == 1
    timers.unclaim(1)
    assert (timers.used, timers.claim()) == (1, 1)


def test_only_the_last_slot_can_be_given_back(timers: GPUTimerArray) -> None:
    """Giving back an earlier slot would leave a hole."""
    timers.claim()
    timers.claim()
    with pytest.raises(SessionError, match="slot 0 is not the one claimed last"):
        timers.unclaim(0)


def test_results_are_copies(device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray) -> None:
    """Ticks read earlier stand unchanged after the array was used again."""
    device.ticks = TickScript([(1, 2), (3, 4)])
    ((first, _),) = time_passes(graphics, timers, 1)
    timers.reset()
    time_passes(graphics, timers, 1)
    assert first.tolist() == [[1, 2]]


def test_a_pending_array_is_left_alone(
    device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray
) -> None:
    """While its readback is pending an array is neither reset nor resolved into again."""
    device.hold_maps("readback")
    assert time_passes(graphics, timers, 1) == []
    assert timers.pending
    with pytest.raises(SessionError, match="pending"):
        timers.reset()
    with pytest.raises(SessionError, match="still waits"):
        timers.resolve(graphics.device.create_command_encoder())


def test_a_failed_readback_is_an_answer_and_the_buffer_is_not_used_again(
    device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray
) -> None:
    """The reason arrives instead of ticks, nothing raises, and the array is no longer recyclable."""
    device.hold_maps("readback")
    answers = time_passes(graphics, timers, 1)
    device.fail_maps("the driver said no")
    graphics.pump()
    assert [ticks for ticks, _ in answers] == [None]
    assert "the driver said no" in answers[0][1]
    assert not timers.recyclable


def test_a_lost_device_is_an_answer_too(graphics: GraphicsContext, timers: GPUTimerArray) -> None:
    """A map that cannot even be asked for fails the readback, not the caller."""
    graphics.device.destroy()
    timers.claim()
    timers._resolved = 1  # what a submit just before the loss leaves
    answers: list[Any] = []
    timers.read(lambda ticks, reason: answers.append((ticks, reason)))
    assert answers == [(None, "the device was lost")]


def test_close_is_idempotent(device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray) -> None:
    """Closing twice destroys the query set and its two buffers once."""
    timers.close()
    timers.close()
    graphics.pump()
    assert [call.method for call in device.calls if call.method == "destroy"] == ["destroy"] * 3


def test_use_after_close_names_the_array(graphics: GraphicsContext, timers: GPUTimerArray) -> None:
    """Every use of a closed array is an error of ours with its label, not one about a C pointer."""
    timers.close()
    encoder = graphics.device.create_command_encoder()
    for use in (timers.claim, lambda: timers.resolve(encoder), lambda: timers.read(lambda *_: None)):
        with pytest.raises(SessionError, match="'timers' was closed"):
            use()


def test_closing_while_pending_waits_for_the_readback(
    device: SoftwareDevice, graphics: GraphicsContext, timers: GPUTimerArray
) -> None:
    """Nothing is destroyed under a pending map; it goes when the map arrives."""
    device.hold_maps("readback")
    answers = time_passes(graphics, timers, 1)
    timers.close()
    graphics.pump()
    assert device.calls_of("destroy") == []
    device.release_maps()
    graphics.pump()
    graphics.pump()
    assert len(device.calls_of("destroy")) == 3
    assert answers[0][1] is None

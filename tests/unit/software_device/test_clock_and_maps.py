"""What a test can turn: the ticks, the arrival of readbacks, the loss of the device."""

from __future__ import annotations

import struct
import sys
from typing import Any

import pytest
import wgpu
from behaviours.recipes import USAGE, buffer, compute_pass, query_set, resolved_ticks, timestamp_writes
from software_device import SoftwareDevice, SoftwareHang, TickScript, is_garbage

READBACK = USAGE.MAP_READ | USAGE.COPY_DST
U64 = 1 << 64


def timed_passes(device: SoftwareDevice, *labels: str) -> tuple[int, ...]:
    """The ticks of one submission with a pass per label."""
    queries = query_set(device, 2 * len(labels))
    encoder = device.create_command_encoder()
    for index, label in enumerate(labels):
        compute_pass(encoder, label=label, timestamp_writes=timestamp_writes(queries, 2 * index, 2 * index + 1))
    return resolved_ticks(device, encoder, queries, 2 * len(labels))


def test_the_default_clock_is_healthy() -> None:
    """Without a script passes have positive lengths and follow one another, over submissions too."""
    device = SoftwareDevice()
    ticks = timed_passes(device, "a", "b") + timed_passes(device, "c")
    assert list(ticks) == sorted(set(ticks))
    assert ticks[0] > 0


def test_scripted_ticks_are_handed_back_raw() -> None:
    """Ticks are written as scripted, reversed, zero or wrapped, as unsigned 64-bit numbers."""
    device = SoftwareDevice()
    device.ticks = TickScript([(1000, 400), (0, 0), (U64 - 5, 7), (U64, -1)])
    assert timed_passes(device, "a", "b", "c", "d") == (1000, 400, 0, 0, U64 - 5, 7, 0, U64 - 1)


def test_labels_pick_their_ticks() -> None:
    """A pair scripted for a label is that pass's, whenever it comes."""
    device = SoftwareDevice()
    device.ticks = TickScript([(1, 2)], by_label={"odd": (9, 3)})
    assert timed_passes(device, "odd", "a", "odd") == (9, 3, 1, 2, 9, 3)


def test_untimed_passes_use_up_no_ticks() -> None:
    """Only timed passes consume a script, in submit order."""
    device = SoftwareDevice()
    device.ticks = TickScript([(1, 2)])
    encoder = device.create_command_encoder()
    compute_pass(encoder)
    device.queue.submit([encoder.finish()])
    assert timed_passes(device, "a") == (1, 2)


def test_unwritten_slots_resolve_to_garbage() -> None:
    """A slot that its submission did not write is garbage, though an earlier submission wrote it, and is noted."""
    device = SoftwareDevice()
    queries = query_set(device, 2)
    encoder = device.create_command_encoder()
    compute_pass(encoder, timestamp_writes=timestamp_writes(queries))
    assert not any(map(is_garbage, resolved_ticks(device, encoder, queries, 2)))
    assert all(map(is_garbage, resolved_ticks(device, device.create_command_encoder(), queries, 2)))
    assert device.garbage_resolves == [(queries, 0), (queries, 1)]


def test_timestamps_outside_passes_need_their_features() -> None:
    """A timestamp written on the encoder or inside a pass is refused at finish without the feature for it."""
    device = SoftwareDevice(features={"timestamp-query", "timestamp-query-inside-encoders"})
    queries = query_set(device, 4)
    encoder = device.create_command_encoder()
    encoder._write_timestamp(queries, 0)
    (stamp,) = resolved_ticks(device, encoder, queries, 1)
    assert stamp > 0
    encoder = device.create_command_encoder()
    gpu_pass = encoder.begin_compute_pass()
    gpu_pass._write_timestamp(queries, 1)
    gpu_pass.end()
    with pytest.raises(wgpu.GPUValidationError, match="timestamp-query-inside-passes"):
        encoder.finish()


def test_held_maps_arrive_oldest_first() -> None:
    """Held maps arrive in the order asked for, as many as the test lets through."""
    device = SoftwareDevice()
    device.hold_maps()
    readbacks = [buffer(device, READBACK) for _ in range(3)]
    promises = [readback.map_async("READ") for readback in readbacks]
    assert device.complete_maps(2) == 2
    for promise in promises[:2]:
        promise.sync_wait()
    assert [readback.map_state for readback in readbacks] == ["mapped", "mapped", "pending"]
    assert device.maps.pending == (readbacks[2],)


def test_holding_can_pick_buffers_by_label() -> None:
    """Maps of buffers with another label arrive as ever."""
    device = SoftwareDevice()
    device.hold_maps("timers")
    held = buffer(device, READBACK, label="timers 0")
    held.map_async("READ")
    buffer(device, READBACK, label="fence").map_async("READ").sync_wait()
    assert device.maps.pending == (held,)
    device.release_maps()
    assert device.maps.pending == ()


def test_holding_can_stop_after_some_maps() -> None:
    """Only as many maps are held as asked for; later ones arrive before them."""
    device = SoftwareDevice()
    device.hold_maps(count=1)
    first, second = buffer(device, READBACK), buffer(device, READBACK)
    first.map_async("READ")
    second.map_async("READ").sync_wait()
    assert (device.maps.pending, second.map_state) == ((first,), "mapped")


def test_waiting_for_a_held_map_is_a_hang() -> None:
    """Waiting for a map that the test holds raises instead of waiting for ever."""
    device = SoftwareDevice()
    device.hold_maps()
    promise = buffer(device, READBACK).map_async("READ")
    with pytest.raises(SoftwareHang):
        promise.sync_wait()


def test_a_failed_map_leaves_wgpu_py_s_state_pending() -> None:
    """After a failed map the wait raises, and map_state stays pending as wgpu-py leaves it."""
    device = SoftwareDevice()
    device.hold_maps()
    readback = buffer(device, READBACK)
    promise = readback.map_async("READ")
    assert device.fail_maps("out of memory") == 1
    with pytest.raises(RuntimeError, match="out of memory"):
        promise.sync_wait()
    assert (readback.map_state, readback.native_map_state) == ("pending", "unmapped")


def test_destroying_a_buffer_fails_its_pending_map() -> None:
    """destroy() with a map pending makes the wait raise."""
    device = SoftwareDevice()
    device.hold_maps()
    readback = buffer(device, READBACK)
    promise = readback.map_async("READ")
    readback.destroy()
    with pytest.raises(RuntimeError, match="Buffer map aborted"):
        promise.sync_wait()


def test_a_lost_device_keeps_its_maps_for_ever() -> None:
    """Losing the device ends no pending map: the worst that was seen in the field."""
    device = SoftwareDevice()
    device.hold_maps()
    readback = buffer(device, READBACK)
    readback.map_async("READ")
    device.lose("driver reset")
    assert (device.maps.pending, device.lost_reason) == ((readback,), "driver reset")


class _Loop:
    """An event loop as far as a promise needs one."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def call_soon_threadsafe(self, *call: Any) -> None:
        self.calls.append(call)

    def drain(self) -> None:
        while self.calls:
            callback, *args = self.calls.pop(0)
            callback(*args)

    def firstiter(self, generator: Any) -> None:
        """Where promises look for their loop."""


def test_then_is_called_on_the_loop_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """A callback given to then() runs when the caller's loop turns, not inside the device."""
    loop, device, seen = _Loop(), SoftwareDevice(), []
    readback = buffer(device, READBACK)
    monkeypatch.setattr(sys, "get_asyncgen_hooks", lambda: (loop.firstiter, None))
    promise = readback.map_async("READ")
    promise.then(lambda _result: seen.append(struct.unpack("<Q", readback.read_mapped(0, 8))))
    assert seen == []
    loop.drain()
    assert seen == [(0,)]

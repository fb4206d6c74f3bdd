"""Timer arrays cycled against the frames in flight."""

from __future__ import annotations

import logging

import pytest
from software_device import SoftwareDevice

from framescope.profile.timer_array import GPUTimerArray
from framescope.profile.timer_pool import GPUTimerPool
from framescope.shade.graphics import GraphicsContext


@pytest.fixture
def device() -> SoftwareDevice:
    """A device that can time passes."""
    return SoftwareDevice(features={"timestamp-query"})


@pytest.fixture
def graphics(device: SoftwareDevice) -> GraphicsContext:
    """A graphics context on it."""
    return GraphicsContext(device, ns_per_tick=1.0)


def taken(pool: GPUTimerPool, held: int = 0) -> GPUTimerArray:
    """An array that must be there."""
    array = pool.acquire(held)
    assert array is not None
    return array


def test_the_pool_starts_full(device: SoftwareDevice, graphics: GraphicsContext) -> None:
    """Every array that one array a frame will ever need is made before the first frame."""
    pool = GPUTimerPool(graphics, 8, initial=4)
    assert (pool.size, pool.free, len(device.calls_of("create_query_set"))) == (4, 4, 4)


def test_late_readbacks_do_not_grow_the_pool(graphics: GraphicsContext) -> None:
    """A frame that finds every array in flight gets none; it does not get a new one."""
    pool = GPUTimerPool(graphics, 8, initial=2)
    assert [pool.acquire(0) is None for _ in range(3)] == [False, False, True]
    assert pool.size == 2


def test_a_frame_of_more_passes_grows_the_pool_once(device: SoftwareDevice, graphics: GraphicsContext) -> None:
    """The first frame that holds two arrays doubles the pool; the second such frame allocates nothing."""
    pool = GPUTimerPool(graphics, 8, initial=2)
    for _ in range(3):
        first, second = taken(pool, 0), taken(pool, 1)
        pool.release(first)
        pool.release(second)
    assert (pool.size, len(device.calls_of("create_query_set"))) == (4, 4)


def test_the_pool_stops_at_its_cap(graphics: GraphicsContext) -> None:
    """However many arrays one frame asks for, there are never more than the cap."""
    pool = GPUTimerPool(graphics, 8, initial=2, cap=5)
    held = 0
    while pool.acquire(held) is not None:
        held += 1
    assert (held, pool.size) == (5, 5)


def test_a_limit_per_frame_is_kept(graphics: GraphicsContext) -> None:
    """A frame may not take more arrays than allowed, though more are free."""
    pool = GPUTimerPool(graphics, 8, initial=4, arrays_per_frame=1)
    taken(pool, 0)
    assert pool.acquire(1) is None
    assert not pool.may_hold(2)


def test_a_failed_array_is_replaced(device: SoftwareDevice, graphics: GraphicsContext) -> None:
    """An array whose readback failed is closed, and a new one takes its place and its number."""
    pool = GPUTimerPool(graphics, 8, initial=1)
    array = taken(pool)
    device.hold_maps("readback")
    encoder = device.create_command_encoder()
    array.claim()
    encoder.begin_compute_pass(timestamp_writes=array.compute_writes[0]).end()
    array.resolve(encoder)
    device.queue.submit([encoder.finish()])
    array.read(lambda *_: pool.release(array))
    device.fail_maps("gone")
    graphics.pump()
    replacement = taken(pool)
    assert replacement is not array
    assert (pool.size, replacement.number) == (1, array.number)


def test_a_device_without_the_feature_has_no_timers() -> None:
    """The pool stays empty and says so; nothing is created and nothing raises."""
    pool = GPUTimerPool(GraphicsContext(SoftwareDevice(features=set())))
    assert (pool.supported, pool.size, pool.acquire(0)) == (False, 0, None)


def test_a_driver_that_makes_no_more_query_sets_caps_the_pool(
    device: SoftwareDevice, graphics: GraphicsContext, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When creation fails the pool goes on with what it has and warns once."""
    pool = GPUTimerPool(graphics, 8, initial=1)

    def refuse(**_: object) -> None:
        raise RuntimeError("too many query sets")

    monkeypatch.setattr(device, "create_query_set", refuse)
    first = taken(pool, 0)
    with caplog.at_level(logging.WARNING, "framescope.recorder"):
        assert [pool.acquire(1), pool.acquire(1)] == [None, None]
    pool.release(first)
    assert taken(pool, 0) is first
    assert len(caplog.records) == 1


def test_closing_the_pool_closes_arrays_in_use_too(device: SoftwareDevice, graphics: GraphicsContext) -> None:
    """After close nothing is handed out, and an array that comes back late is destroyed as well."""
    pool = GPUTimerPool(graphics, 8, initial=2)
    array = taken(pool)
    pool.close()
    pool.release(array)
    graphics.pump()
    assert pool.acquire(0) is None
    assert len(device.calls_of("destroy")) == 6


@pytest.mark.parametrize("sizes", [{"initial": 0}, {"initial": 5, "cap": 4}, {"cap": 257}, {"arrays_per_frame": 0}])
def test_sizes_that_make_no_sense_are_refused(graphics: GraphicsContext, sizes: dict[str, int]) -> None:
    """Query sets are numbered in one byte, and a pool needs at least one array."""
    with pytest.raises(ValueError, match=r"initial|arrays_per_frame"):
        GPUTimerPool(graphics, 8, **sizes)  # type: ignore[arg-type]

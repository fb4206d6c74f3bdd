"""Query sets, the timestamps of passes, and resolving them."""

from __future__ import annotations

from typing import Any

import pytest
import wgpu

from behaviours.recipes import USAGE, buffer, compute_pass, query_set, render_pass, resolved_ticks, target
from behaviours.recipes import timestamp_writes as writes


def finish_timed(device: Any, timing: Any) -> Any:
    """Finish an encoder with one pass timed so."""
    encoder = device.create_command_encoder()
    compute_pass(encoder, timestamp_writes=timing)
    return encoder.finish()


def finish_resolve(device: Any, first: int, count: int, destination: Any, offset: int, queries: Any = None) -> Any:
    """Finish an encoder with a resolve of a set of 8, written in slots 0 and 1."""
    queries = query_set(device) if queries is None else queries
    encoder = device.create_command_encoder()
    encoder.resolve_query_set(queries, first, count, destination, offset)
    return encoder.finish()


@pytest.mark.parametrize("count", [1, 4096])
def test_query_sets_hold_up_to_4096_queries(device: Any, count: int) -> None:
    """A query set has 1 to 4096 queries."""
    assert query_set(device, count).count == count


@pytest.mark.parametrize("count", [0, 4097, 8192])
def test_other_counts_are_refused(device: Any, count: int) -> None:
    """No queries, or more than 4096, is a validation error at once."""
    with pytest.raises(wgpu.GPUValidationError):
        query_set(device, count)


def test_a_negative_count_overflows(device: Any) -> None:
    """A negative count never reaches the library."""
    with pytest.raises(OverflowError):
        query_set(device, -1)


def test_an_unknown_query_type_is_a_key_error(device: Any) -> None:
    """A query type that WebGPU has not is a KeyError."""
    with pytest.raises(KeyError):
        device.create_query_set(type="nonsense", count=1)


def test_timestamps_need_their_feature(plain_device: Any) -> None:
    """Without timestamp-query there is no timestamp query set."""
    with pytest.raises(wgpu.GPUValidationError):
        query_set(plain_device)


@pytest.mark.parametrize(("begin", "end"), [(0, 1), (1, 0), (0, None), (None, 7), (6, 7)])
def test_either_end_of_a_pass_may_be_timed(device: Any, begin: int | None, end: int | None) -> None:
    """One index or two different ones in range are enough."""
    finish_timed(device, writes(query_set(device), begin, end))


@pytest.mark.parametrize(("begin", "end"), [(0, 0), (0, 8), (9, 1), (None, None)])
def test_bad_indices_are_told_at_finish(device: Any, begin: int | None, end: int | None) -> None:
    """Equal indices, one out of range, or none: begin and end of the pass go through, finish does not."""
    with pytest.raises(wgpu.GPUValidationError, match="wgpuCommandEncoderFinish"):
        finish_timed(device, writes(query_set(device), begin, end))


def test_an_index_of_none_is_an_absent_index(device: Any) -> None:
    """In timestamp writes None and absent are the same to wgpu-py."""
    timing = {"query_set": query_set(device), "beginning_of_pass_write_index": None, "end_of_pass_write_index": 1}
    finish_timed(device, timing)


def test_a_set_of_another_device_is_told_at_finish(device: Any, other_device: Any) -> None:
    """Timing a pass with another device's query set fails at finish."""
    with pytest.raises(wgpu.GPUValidationError):
        finish_timed(device, writes(query_set(other_device)))


def test_an_occlusion_set_times_nothing(device: Any) -> None:
    """Timing a pass with an occlusion set fails at finish."""
    with pytest.raises(wgpu.GPUValidationError):
        finish_timed(device, writes(device.create_query_set(type="occlusion", count=8)))


@pytest.mark.parametrize(
    ("timing", "error"),
    [({"begin": 1}, ValueError), ({"beginning_of_pass_write_index": 0}, KeyError), (3, TypeError)],
    ids=["unknown key", "no query set", "not a dict"],
)
def test_malformed_timestamp_writes_are_told_at_the_call(device: Any, timing: Any, error: type[Exception]) -> None:
    """What wgpu-py can see for itself it refuses when the pass begins, and the encoder stays usable."""
    encoder = device.create_command_encoder()
    with pytest.raises(error):
        encoder.begin_compute_pass(timestamp_writes=timing)
    encoder.finish()


def test_two_passes_may_write_the_same_slots(device: Any) -> None:
    """Two passes of one encoder may share slots: the second one's ticks stay."""
    queries = query_set(device, 4)
    encoder = device.create_command_encoder()
    compute_pass(encoder, timestamp_writes=writes(queries, 2, 3))
    for _ in range(2):
        compute_pass(encoder, timestamp_writes=writes(queries))
    begin, end, first_begin, first_end = resolved_ticks(device, encoder, queries, 4)
    assert first_begin <= first_end <= begin <= end


def test_a_render_pass_is_timed_like_a_compute_pass(device: Any) -> None:
    """Begin and end ticks of a render pass are written, end not before begin."""
    queries = query_set(device, 2)
    encoder = device.create_command_encoder()
    render_pass(encoder, target(device), timestamp_writes=writes(queries)).end()
    begin, end = resolved_ticks(device, encoder, queries, 2)
    assert 0 < begin <= end


@pytest.mark.parametrize(("first", "count", "offset"), [(0, 2, 0), (0, 8, 256), (7, 1, 0), (0, 0, 0)])
def test_resolves_that_fit(device: Any, first: int, count: int, offset: int) -> None:
    """A range inside the set, at a multiple of 256, resolves; so does an empty one."""
    finish_resolve(device, first, count, buffer(device, USAGE.QUERY_RESOLVE, 1024), offset)


@pytest.mark.parametrize(("first", "count", "offset"), [(0, 2, 128), (0, 2, 8), (7, 2, 0), (8, 1, 0), (0, 2, 1024)])
def test_resolves_that_do_not_fit_are_told_at_finish(device: Any, first: int, count: int, offset: int) -> None:
    """An offset off the 256 grid, a range past the set or past the buffer fail at finish."""
    with pytest.raises(wgpu.GPUValidationError):
        finish_resolve(device, first, count, buffer(device, USAGE.QUERY_RESOLVE, 1024), offset)


def test_the_destination_needs_its_usage(device: Any) -> None:
    """A buffer without QUERY_RESOLVE cannot be resolved into."""
    with pytest.raises(wgpu.GPUValidationError):
        finish_resolve(device, 0, 2, buffer(device, USAGE.COPY_SRC), 0)


def test_resolving_another_device_s_set_is_told_at_finish(device: Any, other_device: Any) -> None:
    """Resolving another device's query set fails at finish."""
    with pytest.raises(wgpu.GPUValidationError):
        finish_resolve(device, 0, 2, buffer(device, USAGE.QUERY_RESOLVE), 0, query_set(other_device))


def test_resolving_a_destroyed_set_is_a_type_error(device: Any) -> None:
    """A destroyed query set has lost its handle: the complaint is a TypeError, and at the call."""
    queries = query_set(device)
    queries.destroy()
    with pytest.raises(TypeError):
        finish_resolve(device, 0, 2, buffer(device, USAGE.QUERY_RESOLVE), 0, queries)


def test_a_set_may_be_destroyed_after_it_was_named(device: Any) -> None:
    """Commands that named a query set survive its destruction, and destroying twice is fine."""
    queries = query_set(device)
    encoder = device.create_command_encoder()
    compute_pass(encoder, timestamp_writes=writes(queries))
    queries.destroy()
    queries.destroy()
    device.queue.submit([encoder.finish()])

"""A recorder alone: its rows and its table."""

from __future__ import annotations

from typing import Any

import pytest
from software_device import SoftwareDevice, TickScript

from framescope.profile.errors import SessionError
from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.frame_report import FrameReport
from framescope.shade.errors import SubmitError
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor

KNOWN = ComputePipelineDescriptor("known", "@compute @workgroup_size(8, 8) fn main() {}")


def record(ns_per_tick: float | None = 1.0) -> FrameReport:
    """A timed dispatch, an indirect one whose ticks are reversed, and a pass that writes its own timestamps."""
    device = SoftwareDevice(features={"timestamp-query"})
    device.ticks = TickScript([(1000, 3000), (9000, 4000)])
    graphics = GraphicsContext(device, ns_per_tick=ns_per_tick)
    recorder = GPUFrameRecorder(graphics)
    context = graphics.create_command_context("alone")
    context.enable_profiling(recorder)
    with context.construct_compute_pass(KNOWN, {}, label="direct") as compute:
        compute.dispatch_workgroups(2, 3)
    with context.construct_compute_pass(KNOWN, {}, label="indirect") as compute:
        compute.dispatch_workgroups(1)
        compute.dispatch_workgroups_indirect(graphics.create_buffer(size=12, usage=0x100), 0)
    query_set = graphics.create_query_set(type="timestamp", count=2)
    writes: Any = {"query_set": query_set, "beginning_of_pass_write_index": 0, "end_of_pass_write_index": 1}
    context.begin_compute_pass(label="own", timestamp_writes=writes).end()
    context.finish()
    context.profiling_absorbed.wait()
    return recorder.close()


def test_profiling_that_starts_after_a_pass_is_refused() -> None:
    """The pass would be missing from the table without a word."""
    graphics = GraphicsContext(SoftwareDevice(features={"timestamp-query"}))
    context = graphics.create_command_context("late")
    context.begin_compute_pass(label="missed").end()
    with pytest.raises(SubmitError, match="'late': profiling starts before the first pass"):
        context.enable_profiling(GPUFrameRecorder(graphics))


def test_rows_tell_time_count_and_reason() -> None:
    """A pass has a time or the reason why not; counts do not depend on it."""
    rows = record().rows()
    names = ("label", "state", "ticks", "duration_ns", "dispatches", "invocations", "partial")
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("direct", "TIMED", 2000, 2000, 1, 384, False),
        ("indirect", "INVALID_TICKS", None, None, 2, 64, True),
        ("own", "OWN_WRITES", None, None, 0, 0, False),
    ]


def test_the_table_shows_lower_bounds_and_reasons() -> None:
    """A partial sum is marked as a lower bound, an untimed pass says why, nothing shows as 0 that was not measured."""
    direct, indirect, own = record().table().splitlines()[1:4]
    assert "0.002 ms" in direct
    assert "invalid ticks" in indirect
    assert "≥64" in indirect
    assert "own writes" in own


def test_a_clock_of_unknown_unit_shows_ticks() -> None:
    """Without the length of a tick there are no nanoseconds, and the table says ticks."""
    report = record(ns_per_tick=None)
    assert (report.rows()[0]["ticks"], report.rows()[0]["duration_ns"], report.gpu_extent_ns) == (2000, None, None)
    assert "2000 ticks" in report.table()
    assert report.table().endswith("GPU extent unknown, union of passes unknown")


def test_a_period_is_applied_once_to_the_difference() -> None:
    """Ticks are subtracted as integers and scaled after."""
    assert record(ns_per_tick=83.333).rows()[0]["duration_ns"] == 166666


def test_a_recorder_closes_once() -> None:
    """A second frame needs a second recorder."""
    recorder = GPUFrameRecorder(GraphicsContext(SoftwareDevice(features=set())))
    recorder.close()
    with pytest.raises(SessionError, match="was closed before"):
        recorder.close()


def test_a_closed_recorder_takes_no_context() -> None:
    """A context that joins too late is told so."""
    graphics = GraphicsContext(SoftwareDevice(features=set()))
    recorder = GPUFrameRecorder(graphics)
    recorder.close()
    context = graphics.create_command_context("late")
    with pytest.raises(SessionError, match="'late' joins a frame that has ended"):
        context.enable_profiling(recorder)


def test_a_recorder_refuses_a_context_of_another_device() -> None:
    """Its timers are of no use there, and the submit would be refused for them."""
    here, there = (GraphicsContext(SoftwareDevice()) for _ in range(2))
    context = there.create_command_context("there")
    with pytest.raises(SessionError, match="another graphics context"):
        context.enable_profiling(GPUFrameRecorder(here))
    context.begin_compute_pass().end()
    context.finish()

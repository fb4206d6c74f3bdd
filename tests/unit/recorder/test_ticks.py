"""Raw ticks of every kind: what a span becomes, what the frame's figures say, what stays in the file."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from framescope.profile.analysis.stats import frame_stats

U64_MAX = (1 << 64) - 1


def states(frame: Any) -> list[str]:
    """State of each span."""
    return [span.state for span in frame.spans]


@pytest.mark.parametrize(
    ("begin", "end"),
    [(0, 0), (0, 1000), (1000, 0), (1000, 400), (10, 0), (U64_MAX - 5, 7)],
    ids=["zero", "no begin", "no end", "reversed", "reversed to zero", "wrapped"],
)
def test_impossible_ticks_are_flagged_and_kept_raw(recording: Any, begin: int, end: int) -> None:
    """A zero tick, an end before its begin, a counter that wrapped: invalid, without a time, raw values kept."""
    recording.frame("good", "bad", ticks=[(2_000, 2_500), (begin, end)])
    good, bad = recording.only_frame().spans
    assert (good.state, good.duration_ns) == ("timed", 500)
    assert (bad.state, bad.duration_ns, bad.begin, bad.end) == ("invalid_ticks", None, begin, end)


def test_impossible_ticks_are_in_no_figure(recording: Any) -> None:
    """An invalid span pulls no frame to zero and enters no statistic; the next frame is unaffected."""
    recording.frame("good", "bad", ticks=[(1_000, 1_500), (0, 0)])
    recording.frame("good", "bad", ticks=[(3_000, 3_400), (5_000, 4_000)])
    recording.frame("good", "bad", ticks=[(6_000, 6_300), (6_300, 6_900)])
    capture = recording.stop()
    assert [(frame.gpu_extent_ns, frame.gpu_union_ns) for frame in capture.frames()] == [
        (500, 500),
        (400, 400),
        (900, 900),
    ]
    report = frame_stats(capture)
    assert (report.spans, report.timed, report.untimed) == (6, 4, {"invalid_ticks": 2})


def test_a_pass_without_work_may_have_no_ticks(recording: Any) -> None:
    """Zeros of a pass that encoded nothing mean no work, not a fault of the clock."""
    recording.frame("empty", ticks=[(0, 0)], work=False)
    assert states(recording.only_frame()) == ["no_work"]


def test_a_pass_without_work_may_have_a_time(recording: Any) -> None:
    """An empty pass whose ticks are fine is timed like any other."""
    recording.frame("empty", ticks=[(10, 25)], work=False)
    (span,) = recording.only_frame().spans
    assert (span.state, span.duration_ns) == ("timed", 15)


def test_reversed_ticks_of_an_empty_pass_are_invalid(recording: Any) -> None:
    """Having no work excuses zeros, not an end before its begin."""
    recording.frame("empty", ticks=[(1000, 400)], work=False)
    assert states(recording.only_frame()) == ["invalid_ticks"]


def test_equal_ticks_are_a_measured_zero(recording: Any) -> None:
    """Equal ticks that are not zero are a valid duration of zero."""
    recording.frame("instant", ticks=[(777, 777)])
    frame = recording.only_frame()
    (span,) = frame.spans
    assert (span.state, span.duration_ns, frame.gpu_union_ns) == ("timed", 0, 0)


def test_the_largest_ticks_keep_every_bit(recording: Any) -> None:
    """Ticks near 2^64 are subtracted as integers: no precision is lost, nothing wraps."""
    recording.frame("late", ticks=[(U64_MAX - 1_000, U64_MAX - 1)])
    (span,) = recording.only_frame().spans
    assert (span.state, span.begin, span.end, span.duration_ns) == ("timed", U64_MAX - 1_000, U64_MAX - 1, 999)


def test_epoch_ticks_keep_every_bit(recording: Any) -> None:
    """Nanoseconds since 1970, above 2^53, differ by one where they differ by one."""
    recording.frame("a", ticks=[(1_800_000_000_000_000_001, 1_800_000_000_000_000_002)])
    assert recording.only_frame().spans[0].duration_ns == 1


def test_a_very_long_pass_keeps_its_ticks(recording: Any) -> None:
    """A duration that fits no 32 bits is kept raw and still timed."""
    recording.frame("long", "short", ticks=[(5, 5 + (1 << 40)), (6, 9)])
    assert [span.duration_ns for span in recording.only_frame().spans] == [1 << 40, 3]


def test_passes_that_overlap_do_not_add_up(recording: Any) -> None:
    """A 0-10, B 5-12 and C 12-12 µs make a frame of 12 µs, not 17, and C is there with zero."""
    base = 1_000_000
    pairs = [(0, 10_000), (5_000, 12_000), (12_000, 12_000)]
    recording.frame("A", "B", "C", ticks=[(base + begin, base + end) for begin, end in pairs])
    frame = recording.only_frame()
    assert (frame.gpu_extent_ns, frame.gpu_union_ns) == (12_000, 12_000)
    assert [(span.label, span.duration_ns) for span in frame.spans] == [("A", 10_000), ("B", 7_000), ("C", 0)]


def test_gaps_are_in_the_extent_and_not_in_the_union(recording: Any) -> None:
    """A frame's extent reaches from the first begin to the last end, its union covers only passes."""
    recording.frame("a", "b", ticks=[(1_000, 1_100), (1_500, 1_700)])
    frame = recording.only_frame()
    assert (frame.gpu_extent_ns, frame.gpu_union_ns) == (700, 300)


@pytest.mark.parametrize(("ns_per_tick", "expected_ns"), [(1.0, 12_000), (10.0, 120_000), (83.333, 999_996)])
def test_the_file_s_period_scales_its_ticks(record: Callable[..., Any], ns_per_tick: float, expected_ns: int) -> None:
    """META carries the clock's unit, and a reader multiplies the integer difference by it once."""
    recording = record(ns_per_tick=ns_per_tick)
    recording.frame("pass", ticks=[(500, 12_500)])
    capture = recording.stop()
    (span,) = capture.frame(0).spans
    assert (capture.meta["ns_per_tick"], span.end - span.begin, span.duration_ns) == (ns_per_tick, 12_000, expected_ns)


def test_an_unknown_period_is_not_one(record: Callable[..., Any]) -> None:
    """Where the unit is unknown there are ticks and no nanoseconds."""
    recording = record(ns_per_tick=None)
    recording.frame("pass", ticks=[(500, 12_500)])
    capture = recording.stop()
    frame = capture.frame(0)
    assert (capture.meta["ns_per_tick"], frame.spans[0].duration_ns, frame.gpu_extent_ns) == (None, None, None)
    assert (frame.spans[0].state, frame.gpu_extent_ticks) == ("timed", 12_000)


def test_timers_that_only_say_zero_are_reported_once(recording: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A device that writes nothing but zeros is told of once, and its frames are recorded untimed."""
    with caplog.at_level(logging.WARNING):
        for _ in range(30):
            recording.frame("pass", ticks=[(0, 0)])
        capture = recording.stop()
    assert [record.getMessage()[:21] for record in caplog.records] == ["timers unusable here:"]
    assert frame_stats(capture).untimed == {"invalid_ticks": 30}


def test_some_zeros_are_no_reason_to_complain(recording: Any, caplog: pytest.LogCaptureFixture) -> None:
    """A healthy pass in between keeps the timers in use without a word."""
    with caplog.at_level(logging.WARNING):
        for number in range(30):
            recording.frame("pass", ticks=[(0, 0) if number % 5 else (100, 200)])
        recording.stop()
    assert caplog.records == []

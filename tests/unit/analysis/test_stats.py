"""Where the time went."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from capture_builders import PASSES, capture_of, make_frame, make_work, offset_of, write_capture

from framescope.profile.analysis.report import LOST, UNATTRIBUTED, PassStats, StatsReport
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.capture import open_capture
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry, SpanState

A0 = PassListEntry("a", "first", "compute", 0)
A1 = PassListEntry("a", "second", "render", 0)
B = PassListEntry("b", "only", "render", 1)
LOOSE = PassListEntry("", "loose", "compute", -1)
ALL = PassList((A0, B, A1, LOOSE))


def row(report: StatsReport, path: str) -> PassStats:
    """The row of one pass."""
    (found,) = [passes for passes in report.passes if passes.path == path]
    return found


def test_a_pass_takes_the_union_of_its_spans() -> None:
    """Spans of one graph pass that overlap count once; several frames give a distribution."""
    report = frame_stats(
        capture_of(
            [
                make_frame(0, [(1, 11), (20, 25), (6, 16), (30, 31)], passes=ALL),
                make_frame(1, [(1, 11), (20, 27), (40, 50), (60, 61)], passes=ALL),
            ]
        )
    )
    a, b = row(report, "a"), row(report, "b")
    assert (a.n, a.ns.minimum, a.ns.median, a.ns.p95, a.ns.maximum, a.ns.total) == (2, 15, 15, 20, 20, 35)
    assert (b.n, a.gpu_passes, b.gpu_passes) == (2, 2, 1)


def test_shares_are_of_the_union_of_the_frames() -> None:
    """A pass's total over the total of the frames' unions: overlapping passes may exceed 1 together."""
    report = frame_stats(capture_of([make_frame(0, [(1, 11), (1, 11), (11, 21), (1, 6)], passes=ALL)]))
    assert [(stats.path, stats.share) for stats in report.passes] == [
        ("a", 1.0),
        ("b", 0.5),
        (f"{UNATTRIBUTED}/loose", 0.25),
    ]
    assert (report.extent.total, report.union.total) == (20, 20)


def test_a_pass_absent_from_a_frame_is_not_a_zero_in_it() -> None:
    """`n` counts frames where the pass has a time, and no percentile sees the others."""
    only_b = PassList((B,))
    report = frame_stats(
        capture_of(
            [
                make_frame(0, [(1, 5)], passes=only_b),
                make_frame(1, [(1, 11), (20, 25), (30, 40), (50, 51)], passes=ALL),
                make_frame(2, [(1, 7)], passes=only_b),
            ]
        )
    )
    assert (row(report, "a").n, row(report, "a").ns.minimum) == (1, 20)
    assert (row(report, "b").n, row(report, "b").ns.minimum, row(report, "b").ns.median) == (3, 4, 5)


def test_an_invalid_span_is_in_no_statistic() -> None:
    """Reversed and zero ticks are counted by reason and are in no time; a valid zero is a time."""
    begin = np.array([1000, 50, 60, 0], np.uint64)
    end = np.array([400, 50, 70, 9], np.uint64)
    report = frame_stats(capture_of([make_frame(0, [(0, 0)] * 4, passes=ALL, begin=begin, end=end)]))
    assert (report.untimed, report.timed_share) == ({"invalid_ticks": 2}, 0.5)
    assert (row(report, "a").n, row(report, "a").ns.total) == (1, 10)
    assert (row(report, "b").n, row(report, "b").ns.median, row(report, "b").share) == (1, 0, 0.0)
    assert (
        row(report, f"{UNATTRIBUTED}/loose").n,
        row(report, f"{UNATTRIBUTED}/loose").ns,
        row(report, f"{UNATTRIBUTED}/loose").share,
    ) == (0, None, None)


def test_a_capture_without_times_has_rows_without_times() -> None:
    """No feature: every pass is listed with its work, n is 0 and no time is invented."""
    states = np.full(4, SpanState.NO_FEATURE, np.uint8)
    frames = [
        make_frame(
            0,
            [(0, 0)] * 4,
            passes=ALL,
            state=states,
            begin=np.zeros(4),
            end=np.zeros(4),
            work=make_work(ALL, compute=3),
        )
    ]
    report = frame_stats(capture_of(frames))
    assert (report.extent, report.union, report.untimed) == (None, None, {"no_feature": 4})
    a = row(report, "a")
    assert (a.n, a.ticks, a.dispatches, a.draws, a.invocations) == (0, None, 3, 1, 3)


def test_work_is_a_median_a_frame() -> None:
    """Counts are summed over a pass's GPU passes, the lower median over frames is told; what cannot be is None."""
    frames = [
        make_frame(number, [(1, 2)] * 4, passes=ALL, work=make_work(ALL, compute=count, render=10 * count))
        for number, count in enumerate([1, 9, 2, 3])
    ]
    a, b = (row(frame_stats(capture_of(frames)), path) for path in ("a", "b"))
    assert (a.dispatches, a.draws, a.invocations) == (2, 20, 2)
    assert (b.dispatches, b.draws, b.invocations) == (None, 20, None)


def test_partial_invocations_are_unknown() -> None:
    """One partial sum in the range makes the pass's invocations None; its dispatches stay."""
    frames = [make_frame(number, passes=PASSES, work=make_work(PASSES, partial=number)) for number in range(2)]
    stats = row(frame_stats(capture_of(frames)), "hzb/build")
    assert (stats.dispatches, stats.invocations) == (1, None)


def test_work_that_was_not_recorded_is_unknown() -> None:
    """Below WORKLOAD counts are None, not 0."""
    stats = row(frame_stats(capture_of([make_frame(0)])), "hzb/build")
    assert (stats.dispatches, stats.draws, stats.invocations) == (None, None, None)


def test_a_range_is_half_open() -> None:
    """Only the frames asked for are counted, with the numbers of the outer two."""
    report = frame_stats(capture_of([make_frame(number) for number in range(10)]), 3, 6)
    assert (report.frames, report.first, report.last) == (3, 3, 5)


def test_many_frames_and_pass_lists_keep_their_own_figures() -> None:
    """Stacking more frames than one stack holds, in turn over two pass lists, changes no figure."""
    lists = (PassList((A0, B)), PassList((B, A0)))
    frames = [
        make_frame(number, [(1, 3), (3, 8)] if number % 2 == 0 else [(1, 6), (6, 8)], passes=lists[number % 2])
        for number in range(700)
    ]
    report = frame_stats(capture_of(frames))
    assert (
        row(report, "a").n,
        row(report, "a").ns.minimum,
        row(report, "a").ns.maximum,
        row(report, "a").ns.total,
    ) == (700, 2, 2, 1400)
    assert (row(report, "b").n, row(report, "b").ns.minimum, row(report, "b").ns.maximum) == (700, 5, 5)


def test_a_pass_called_unattributed_is_not_the_unattributed_ones() -> None:
    """A real pass with that very name keeps its own row."""
    passes = PassList((PassListEntry(UNATTRIBUTED, "x", "compute", 0), LOOSE))
    report = frame_stats(capture_of([make_frame(0, [(1, 2), (2, 5)], passes=passes)]))
    assert [(stats.attributed, stats.ns.total) for stats in report.passes] == [(False, 3), (True, 1)]


def test_loose_gpu_passes_have_a_row_each_by_label() -> None:
    """A renderer without a frame graph sees its own passes: equal labels are numbered, unlabelled ones share a row."""
    labels = ("scene", "blur", "blur", "a/b%", "", "")
    passes = PassList(tuple(PassListEntry("", label, "render", -1) for label in labels))
    spans = [(10 * k + 1, 10 * k + 3) for k in range(6)]
    report = frame_stats(capture_of([make_frame(0, spans, passes=passes)]))
    names = ("/a%2Fb%25", "/blur", "/blur#2", "/scene", "")
    assert {(f"{UNATTRIBUTED}{name}", False) for name in names} == {(r.path, r.attributed) for r in report.passes}
    assert (row(report, UNATTRIBUTED).gpu_passes, row(report, UNATTRIBUTED).ns.total) == (2, 4)


def test_a_lost_pass_list_leaves_the_times() -> None:
    """Frames whose names are gone are counted under one row that says so, and the loss is reported."""
    data = bytearray(write_capture([make_frame(number) for number in range(3)]))
    data[offset_of(bytes(data), b"PLST") + 20] ^= 1
    report = frame_stats(open_capture(bytes(data)))
    assert (row(report, LOST).n, row(report, LOST).attributed) == (3, False)
    assert report.lost == 1


def test_a_damaged_frame_is_left_out_and_told() -> None:
    """The figures are of the frames that could be read, and the report says that there were others."""
    data = bytearray(write_capture([make_frame(number) for number in range(3)]))
    data[offset_of(bytes(data), b"FRAM", 1) + 20] ^= 1
    report = frame_stats(open_capture(bytes(data)))
    assert (report.frames, report.lost) == (2, 1)


def test_frames_are_counted_by_status_and_spans_by_reason() -> None:
    """An aborted frame is in the range with what was timed before it failed."""
    states = np.array([0, SpanState.NOT_SUBMITTED, SpanState.NOT_SUBMITTED], np.uint8)
    frames = [
        make_frame(0, cpu_begin_ns=10, cpu_submit_ns=30),
        make_frame(1, status=FrameStatus.ABORTED, reason="KeyError", failed_pass="b", state=states),
    ]
    report = frame_stats(capture_of(frames))
    assert (report.statuses, report.untimed) == ({"complete": 1, "aborted": 1}, {"not_submitted": 2})
    assert report.cpu_frame_ns.median == 20


@pytest.mark.parametrize("frames", [[], [make_frame(0, [], passes=PassList(()))]])
def test_nothing_to_count_is_no_error(frames: list[Any]) -> None:
    """No frames, or frames without passes, give an empty report that is JSON all the same."""
    report = frame_stats(capture_of(frames))
    assert (len(frames), (), None) == (report.frames, report.passes, report.timed_share)
    assert json.loads(json.dumps(report.to_dict(), allow_nan=False))["passes"] == []


def test_json_keys_are_stable() -> None:
    """The keys of a row are those that the command line documents."""
    report = frame_stats(capture_of([make_frame(0)], {}))
    assert list(report.passes[0].to_dict()) == [
        "pass",
        "attributed",
        "gpu_passes",
        "n",
        "min_ns",
        "median_ns",
        "p95_ns",
        "max_ns",
        "total_ns",
        "share",
        "dispatches",
        "draws",
        "invocations",
    ]
    assert report.passes[0].to_dict()["median_ns"] is None
    assert report.passes[0].ticks.median == 4

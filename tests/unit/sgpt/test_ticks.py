"""Raw ticks in 8 bytes a span, and what does not fit."""

from __future__ import annotations

import numpy as np
import pytest
from capture_builders import EPOCH, capture_of, make_frame

from framescope.profile.sgpt.intervals import extent_ticks, union_ticks
from framescope.profile.sgpt.model import PassList, PassListEntry, SpanState
from framescope.profile.sgpt.ticks import pack_ticks, scale_ticks

TIMED, INVALID = SpanState.TIMED, SpanState.INVALID_TICKS


@pytest.mark.parametrize(
    ("begin", "end", "state"),
    [
        (0, 0, INVALID),
        (0, 7, INVALID),
        (7, 0, INVALID),
        (1000, 400, INVALID),
        (2**64 - 1, 3, INVALID),
        (5, 5, TIMED),
        (EPOCH, EPOCH + 2**40, TIMED),
        (1, 2**64 - 1, TIMED),
    ],
)
def test_a_zero_or_reversed_tick_is_invalid_and_equal_ticks_are_not(begin: int, end: int, state: SpanState) -> None:
    """Impossible ticks are flagged and kept raw; equal non-zero ticks are a measured zero."""
    passes = PassList((PassListEntry("a", "a", "compute", 0),))
    (frame,) = capture_of(
        [make_frame(0, [(0, 0)], passes=passes, begin=np.array([begin], np.uint64), end=np.array([end], np.uint64))]
    ).frames()
    assert (begin, end, state) == (int(frame.begin[0]), int(frame.end[0]), int(frame.state[0]))
    assert (end - begin if state == TIMED else 0) == int(frame.duration_ticks[0])
    assert (state == TIMED) == (frame.spans[0].duration_ns is not None)


def test_an_invalid_span_moves_no_epoch_and_no_figure() -> None:
    """A 0 tick among real ones pulls nothing to zero: extent and union are those of the valid spans."""
    begin = np.array([0, EPOCH + 4, EPOCH + 20], np.uint64)
    end = np.array([0, EPOCH + 9, EPOCH + 3], np.uint64)
    (frame,) = capture_of([make_frame(0, begin=begin, end=end)]).frames()
    assert frame.untimed == {"invalid_ticks": 2}
    assert (frame.gpu_extent_ticks, frame.gpu_union_ticks) == (5, 5)


def test_ordinary_spans_need_no_exception() -> None:
    """Columns are relative to the earliest begin, and only what does not fit 32 bits is kept apart."""
    begin = np.array([EPOCH + 10, EPOCH, EPOCH + 2**32 - 2, EPOCH + 2**32 - 1], np.uint64)
    packed = pack_ticks(begin, begin + np.uint64(3), np.zeros(4, np.uint8))
    assert (
        packed.epoch,
        packed.begin.tolist(),
        packed.exceptions.tolist(),
    ) == (EPOCH, [10, 0, 2**32 - 2, 2**32 - 1], [3])


def test_an_untimed_span_with_ticks_keeps_them() -> None:
    """Raw ticks that came with a reason not to trust them survive too."""
    states = np.array([SpanState.NO_WORK, TIMED, SpanState.ARRAY_FULL], np.uint8)
    (frame,) = capture_of([make_frame(0, state=states)]).frames()
    assert frame.begin.tolist() == [EPOCH + 1, EPOCH + 6, EPOCH + 9]
    assert frame.untimed == {"no_work": 1, "array_full": 1}


@pytest.mark.parametrize(
    ("spans", "extent", "union"),
    [
        ([(0, 10), (5, 12), (12, 12)], 12, 12),
        ([(0, 10), (20, 25)], 25, 15),
        ([(0, 100), (10, 20), (30, 40)], 100, 100),
        ([(5, 5)], 0, 0),
        ([(20, 30), (0, 5), (4, 21)], 30, 30),
    ],
)
def test_extent_and_union_are_two_figures_and_never_a_sum(
    spans: list[tuple[int, int]], extent: int, union: int
) -> None:
    """Overlaps count once, gaps count in the extent only, order does not matter."""
    begin, end = (np.array([EPOCH + span[side] for span in spans], np.uint64) for side in (0, 1))
    timed = np.ones(len(spans), bool)
    assert (extent, union) == (extent_ticks(begin, end, timed), int(union_ticks(begin, end, timed)))


def test_nothing_timed_has_no_extent() -> None:
    """A frame without a timed span has no GPU time, which is not 0."""
    states = np.full(3, SpanState.NO_FEATURE, np.uint8)
    zeros = np.zeros(3, np.uint64)
    (frame,) = capture_of([make_frame(0, begin=zeros, end=zeros, state=states)]).frames()
    assert (frame.gpu_extent_ticks, frame.gpu_union_ticks, frame.gpu_union_ns) == (None, None, None)


@pytest.mark.parametrize(
    ("ticks", "unit", "ns"),
    [(12_000, 83.333, 999_996), (12_000, 10.0, 120_000), (1, 0.5, 0), (3, 0.5, 2), (5, 0.5, 2), (0, 83.333, 0)],
)
def test_ticks_scale_once_and_round_half_to_even(ticks: int, unit: float, ns: int) -> None:
    """One product in double precision, then one rounding."""
    assert ns == scale_ticks(ticks, unit)

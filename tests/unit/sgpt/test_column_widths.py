"""Columns take the bytes that their numbers need, and readers do not notice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from capture_builders import PASSES, capture_of, make_frame, make_work, offset_of, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.frame_arrays import frame_matrices
from framescope.profile.sgpt.column_widths import SettledWidths
from framescope.profile.sgpt.frame_layout import column_places, frame_shape
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.model import FrameData

WIDTHS_AT, BEGIN, CPU_PASS_NS, COUNTER_NAME, STATE = 104, 10, 17, 18, 19
NUMBERS = {
    **{0: 0, 1: 1, 255: 1, 256: 2, 2**16 - 1: 2, 2**16: 4},
    **{2**32 - 1: 4, 2**32: 8, 2**63: 8, 2**64 - 1: 8},
}


def invoking(number: int, invocations: int) -> FrameData:
    """A frame whose two compute passes have so many invocations."""
    work = make_work(PASSES)
    compute = replace(work.compute, invocations=np.array([invocations, 0], np.uint64))
    return make_frame(number, work=replace(work, compute=compute))


@pytest.mark.parametrize(("largest", "width"), NUMBERS.items())
def test_a_column_is_as_wide_as_its_largest_number(largest: int, width: int) -> None:
    """One frame and many frames at once read the number that was written, whatever its width."""
    data = write_capture([invoking(0, largest)], close=False)
    payload = data[offset_of(data, b"FRAM") + 16 :]
    assert column_places(frame_shape(payload))["invocations"].width == width
    capture = open_capture(data)
    frame, (matrix,) = capture.frame(0), frame_matrices(capture)
    assert frame.work is not None
    assert frame.work.compute.invocations.tolist() == [largest, 0]
    assert frame.work.compute.invocations.dtype == np.uint64
    assert matrix.block.work["invocations"].tolist() == [[largest, 0]]


def test_a_column_lies_at_a_multiple_of_its_width() -> None:
    """Wider ones lie first, so none needs padding."""
    data = write_capture([invoking(0, 2**40)], close=False)
    places = column_places(frame_shape(data[offset_of(data, b"FRAM") + 16 :])).values()
    assert [place for place in places if place.width and place.start % place.width] == []
    assert [place.start for place in places][1:] == [place.stop for place in places][:-1]


def test_a_width_never_shrinks_within_a_pass_list() -> None:
    """Frames of few layouts are read as few matrices."""
    capture = capture_of(invoking(number, count) for number, count in enumerate([7, 2**20, 0, 300]))
    assert [matrix.block.numbers.tolist() for matrix in frame_matrices(capture)] == [[0], [1, 2, 3]]


def test_what_is_known_of_widths_is_bounded() -> None:
    """The pass list that was not written for longest is forgotten, and starts anew."""
    settled, large, none = SettledWidths(2), [np.array([2**20])], [np.array([0])]
    assert [settled.widened(number, large, b"\0") for number in (0, 1)] == [b"\4"] * 2
    assert settled.widened(0, none, b"\0") == b"\4"
    settled.widened(2, none, b"\0")
    assert [settled.widened(number, none, b"\0") for number in (0, 1)] == [b"\4", b"\0"]


@pytest.mark.parametrize(
    ("column", "width"), [(2, 3), (2, 16), (BEGIN, 2), (BEGIN, 8), (CPU_PASS_NS, 0), (COUNTER_NAME, 1), (STATE, 2)]
)
def test_a_width_that_a_column_cannot_have_is_malformed(column: int, width: int) -> None:
    """Under a right checksum, with room for it in the payload."""
    data = write_capture([make_frame(0, work=make_work(PASSES))], close=False)
    place = offset_of(data, b"FRAM")
    payload = bytearray(data[place + 16 :] + bytes(64))
    payload[WIDTHS_AT + column] = width
    capture = open_capture(data[:place] + encode_record(place, b"FRAM", bytes(payload)))
    assert (list(capture.frames()), list(frame_matrices(capture))) == ([], [])
    assert [(lost.offset, f": {width} bytes an element of" in lost.reason) for lost in capture.lost] == [(place, True)]


@pytest.mark.parametrize(("count", "value"), [(84, 4), (88, 3), (92, 2)])
def test_counts_of_columns_without_bytes_are_bounded_by_the_spans(count: int, value: int) -> None:
    """Of three spans at most three have work or are exceptions: even what has no bytes costs a reader memory."""
    data = write_capture([make_frame(0, work=make_work(PASSES, compute=0, render=0))], close=False)
    place = offset_of(data, b"FRAM")
    payload = bytearray(data[place + 16 :])
    payload[count] = value
    capture = open_capture(data[:place] + encode_record(place, b"FRAM", bytes(payload)))
    assert (list(capture.frames()), [lost.offset for lost in capture.lost]) == ([], [place])

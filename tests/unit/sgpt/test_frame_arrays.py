"""A range of frames as arrays, against the frames one by one."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from capture_builders import EPOCH, LOOSE, PASSES, capture_of, make_frame, make_work, offset_of, write_capture

from framescope.profile.capture import Capture, open_capture
from framescope.profile.frame_arrays import frame_matrices, span_table
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.model import PassList

SPAN_COLUMNS = ("begin", "end", "state", "query_set", "timed")
OTHER = PassList((LOOSE,))
FAR = np.array([1, EPOCH, 0], np.uint64)  # ticks that fit no column: exceptions


def mixed(**meta: Any) -> Capture:
    """Frames of two pass lists, with and without work, with exceptions, untimed spans and none at all."""
    frames = [
        make_frame(0, work=make_work(PASSES)),
        make_frame(1, [(3, 8)], passes=OTHER),
        make_frame(2, begin=FAR, end=FAR + np.uint64(2**40), state=np.array([0, 0, 5], np.uint8)),
        make_frame(3, work=make_work(PASSES, compute=7, partial=1)),
        make_frame(4, state=np.array([2, 6, 0], np.uint8), query_set=np.array([0, 1, 2], np.uint8)),
        make_frame(5, [], passes=PassList(())),
        make_frame(7),
    ]
    return capture_of(frames)


def rows_of_frames(capture: Capture, *frames: int | None) -> list[tuple[int, ...]]:
    """The span table, worked out from the frames one by one."""
    return [
        (frame.number, frame.pass_list_id, entry, *spans)
        for frame in capture.frames(*frames)
        for entry, spans in enumerate(zip(*(getattr(frame, name).tolist() for name in SPAN_COLUMNS), strict=True))
    ]


@pytest.mark.parametrize("frames", [(None, None), (2, 5), (3, None), (None, 2), (6, 7), (99, None), (0, 0)])
def test_a_span_table_says_what_the_frames_say(frames: tuple[int | None, int | None]) -> None:
    """Every span once, by frame and entry, exceptions and untimed ones included."""
    capture = mixed()
    table = span_table(capture, *frames)
    columns = [getattr(table, name) for name in ("frame", "pass_list", "entry", *SPAN_COLUMNS)]
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == rows_of_frames(capture, *frames)


def test_frames_that_share_a_pass_list_are_a_matrix() -> None:
    """A row a frame, a column an entry, and the pass list to name them by."""
    matrices = [matrix for matrix in frame_matrices(mixed()) if matrix.pass_list == PASSES and not matrix.block.work]
    rows: dict[int, list[int]] = {}
    for matrix in matrices:
        rows |= zip(matrix.block.numbers.tolist(), matrix.duration_ticks.tolist(), strict=True)
    assert rows == {2: [2**40, 2**40, 0], 4: [0, 0, 0], 7: [4, 3, 0]}


def test_work_comes_as_matrices_too() -> None:
    """One row a frame, one column an entry of that kind."""
    frames = [make_frame(0, work=make_work(PASSES)), make_frame(3, work=make_work(PASSES, compute=7))]
    (matrix,) = frame_matrices(capture_of(frames))
    work = {name: column.tolist() for name, column in matrix.block.work.items()}
    assert (work["dispatches"], work["compute_partial"]) == ([[1, 1], [7, 7]], [[0, 0], [0, 0]])
    assert (work["vertices"], matrix.block.numbers.tolist()) == ([[1], [1]], [0, 3])


def test_columns_only_get_wider_so_that_frames_lie_alike() -> None:
    """A pass list's widths settle: a large count widens its column once, and the frames behind it share a matrix."""
    counts = [1, 300, 2, 3, 0]
    frames = [make_frame(number, work=make_work(PASSES, compute=count)) for number, count in enumerate(counts)]
    matrices = list(frame_matrices(capture_of(frames)))
    assert [matrix.block.numbers.tolist() for matrix in matrices] == [[0], [1, 2, 3, 4]]
    assert matrices[1].block.work["invocations"].tolist() == [[300] * 2, [2] * 2, [3] * 2, [0] * 2]


def test_long_captures_come_in_blocks() -> None:
    """Of at most 1024 frames, so that memory does not grow with the file."""
    capture = capture_of(make_frame(number, [(1, 2)], passes=OTHER) for number in range(2500))
    sizes = [len(matrix.block.numbers) for matrix in frame_matrices(capture)]
    assert (sizes, len(span_table(capture))) == ([1024, 1024, 452], 2500)


def test_a_damaged_frame_is_left_out_and_told() -> None:
    """As when frames are read one by one."""
    data = write_capture([make_frame(number) for number in range(3)])
    hit = offset_of(data, b"FRAM", 1)
    capture = open_capture(data[: hit + 30] + b"\xee\xee" + data[hit + 32 :])
    assert np.unique(span_table(capture).frame).tolist() == [0, 2]
    assert [lost.offset for lost in capture.lost] == [hit]


@pytest.mark.parametrize(("field", "value"), [(80, 0xFFFFFFFF), (84, 4), (88, 4), (100, 9999), (6, 0), (6, 0xFFF8)])
def test_a_frame_whose_counts_lie_is_left_out_and_told(field: int, value: int) -> None:
    """Under a right checksum; nothing is allocated for it."""
    data = write_capture([make_frame(0), make_frame(1)], close=False)
    hit = offset_of(data, b"FRAM", 1)
    payload = bytearray(data[hit + 16 :])
    struct.pack_into("<H" if field == 6 else "<I", payload, field, value)
    capture = open_capture(data[:hit] + encode_record(hit, b"FRAM", bytes(payload)))
    assert np.unique(span_table(capture).frame).tolist() == [0]
    assert [lost.offset for lost in capture.lost] == [hit]


def test_a_pass_list_that_does_not_fit_is_not_the_frames() -> None:
    """Their times stay, under unknown names."""
    data = write_capture([make_frame(0)], close=False)
    hit = offset_of(data, b"FRAM")
    payload = bytearray(data[hit + 16 :])
    struct.pack_into("<I", payload, 64, 5)
    (matrix,) = frame_matrices(open_capture(data[:hit] + encode_record(hit, b"FRAM", bytes(payload))))
    assert (matrix.pass_list, matrix.duration_ticks.tolist()) == (None, [[4, 3, 0]])


@pytest.mark.parametrize("epoch", [0, 1, 2**63, 2**64 - 3])
def test_an_epoch_that_lies_makes_the_same_spans_impossible_as_in_one_frame(epoch: int) -> None:
    """A tick of 0, or a sum that wraps round, is no time; read at once as read one by one."""
    data = write_capture([make_frame(0)], close=False)
    hit = offset_of(data, b"FRAM")
    payload = bytearray(data[hit + 16 :])
    struct.pack_into("<Q", payload, 56, epoch)
    capture = open_capture(data[:hit] + encode_record(hit, b"FRAM", bytes(payload)))
    table = span_table(capture)
    columns = [getattr(table, name) for name in ("frame", "pass_list", "entry", *SPAN_COLUMNS)]
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == rows_of_frames(capture)
    assert table.timed.all() == (epoch in (1, 2**63))

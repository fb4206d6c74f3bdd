"""The index at the end, and how little depends on it."""

from __future__ import annotations

import io
import tracemalloc
from typing import Any

import numpy as np
import pytest
from capture_builders import PASSES, make_frame, record_offsets, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.sgpt.directory import FRAMES_PER_BLOCK
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry, Topology
from framescope.profile.sgpt.writer import CaptureWriter

NOTHING = PassList(())


@pytest.fixture(scope="module")
def long_capture() -> bytes:
    """9000 frames without spans: three directory blocks."""
    return write_capture(make_frame(number, [], passes=NOTHING) for number in range(9000))


def test_a_long_capture_chains_its_directory_blocks(long_capture: bytes) -> None:
    """A block every 4096 frames, each naming the one before, lists every frame."""
    assert sum(kind == b"DIRE" for _, kind in record_offsets(long_capture)) == 3
    capture = open_capture(long_capture)
    assert (capture.state, capture.frame_count, capture.lost) == ("closed", 9000, [])
    assert capture.frame(8999).number == 8999


def test_a_broken_chain_is_replaced_by_a_scan(long_capture: bytes) -> None:
    """With a damaged block in the middle all frames are found, and the block is listed as lost."""
    block = [offset for offset, kind in record_offsets(long_capture) if kind == b"DIRE"][1]
    damaged = bytearray(long_capture)
    damaged[block + 40] ^= 1
    capture = open_capture(bytes(damaged))
    assert capture.frame_count == 9000
    assert block in [lost.offset for lost in capture.lost]


def test_the_directory_says_what_a_scan_works_out() -> None:
    """Entries written with the frames equal those computed from the frames, unknown figures included."""
    states = np.array([4, 4, 4], np.uint8)
    frames = [
        make_frame(0, cpu_begin_ns=5, cpu_submit_ns=9),
        make_frame(1, state=states, status=FrameStatus.ABORTED, reason="KeyError"),
        make_frame(2, [(1, 10), (2, 5), (30, 31)]),
    ]
    closed = open_capture(write_capture(frames))
    scanned = open_capture(write_capture(frames, close=False))
    assert closed.entries.tolist() == scanned.entries.tolist()
    assert closed.entries["extent_ticks"].tolist() == [8, 2**64 - 1, 30]
    assert closed.entries["union_ticks"].tolist() == [7, 2**64 - 1, 10]
    assert closed.entries["cpu_frame_ns"].tolist() == [4, 2**64 - 1, 2**64 - 1]
    assert closed.entries["untimed"].tolist() == [0, 3, 0]


def test_opening_by_directory_reads_no_frame() -> None:
    """A damaged frame is not looked at until it is asked for."""
    data = bytearray(write_capture([make_frame(number) for number in range(10)]))
    data[record_offsets(bytes(data))[5][0] + 20] ^= 1
    assert open_capture(bytes(data)).lost == []


def test_names_and_pass_lists_that_fell_out_of_the_tables_are_written_again() -> None:
    """With tables of two, ten pass lists in turn record and open, each frame with its own names."""
    lists = [PassList((PassListEntry(f"pass {number}", "label", "compute", number),)) for number in range(10)]
    writer = CaptureWriter(None, {}, symbol_capacity=2, table_capacity=2)
    for number in range(30):
        writer.write_frame(make_frame(number, [(1, 2)], passes=lists[number % 10]))
    writer.close()
    capture = open_capture(writer.to_bytes(), check=True)
    assert [f"pass {number % 10}" for number in range(30)] == [frame.spans[0].path for frame in capture.frames()]
    assert 30 == capture.pass_list_count == writer.pass_lists_written


def test_the_least_recently_used_pass_list_is_forgotten() -> None:
    """One used in every other frame stays in the table however many others pass through."""
    others = [PassList((PassListEntry(f"pass {number}", "label", "compute", number),)) for number in range(8)]
    writer = CaptureWriter(None, {}, table_capacity=2)
    for number, other in enumerate(others):
        writer.write_frame(make_frame(2 * number, passes=PASSES))
        writer.write_frame(make_frame(2 * number + 1, [(1, 2)], passes=other))
    assert writer.pass_lists_written == 9


def test_a_graph_that_changes_every_frame_records_and_opens() -> None:
    """6000 topologies and pass lists fill a directory block by their records, and each frame finds its own."""
    writer = CaptureWriter(None, {}, table_capacity=4)
    for number in range(6000):
        passes = PassList((PassListEntry(f"pass {number}", "label", "compute", 0),))
        topology = Topology({"number": number}, number.to_bytes(4, "little"))
        writer.write_frame(make_frame(number, [(1, 2)], passes=passes, topology=topology))
    writer.close()
    data = writer.to_bytes()
    assert sum(kind == b"DIRE" for _, kind in record_offsets(data)) == 2
    capture = open_capture(data)
    assert (capture.state, capture.topology_count, capture.pass_list_count) == ("closed", 6000, 6000)
    for number in (0, 4095, 5999):
        frame = capture.frame(number)
        assert (frame.topology.model, frame.spans[0].path) == ({"number": number}, f"pass {number}")


class Nowhere(io.RawIOBase):
    """Takes bytes and keeps none."""

    def write(self, data: Any) -> int:
        return len(data)


def test_a_writer_keeps_nothing_of_the_frames_it_wrote() -> None:
    """Between two directory blocks memory is where it was a block earlier."""
    writer = CaptureWriter(Nowhere(), {})
    frame = make_frame(0, [], passes=NOTHING)
    held = []
    tracemalloc.start()
    for number in range(2 * FRAMES_PER_BLOCK + 1):
        frame.number = number
        writer.write_frame(frame)
        if number % FRAMES_PER_BLOCK == 0:
            held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert held[2] - held[1] < 2_000

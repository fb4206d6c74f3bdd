"""A capture that is read while it is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from capture_builders import PASSES, TOPOLOGY, make_frame, offset_of, write_capture

from framescope.profile.errors import NotACapture
from framescope.profile.follow import CaptureFollower
from framescope.profile.sgpt.model import PassList, PassListEntry, Topology
from framescope.profile.sgpt.writer import CaptureWriter


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the capture is."""
    return tmp_path / "growing.sgpt"


@pytest.fixture
def writer(path: Path) -> Iterator[CaptureWriter]:
    """A recording of one frame so far."""
    with CaptureWriter(path, {"ns_per_tick": 1.0, "capture_id": "first"}) as writing:
        writing.write_frame(make_frame(0, topology=TOPOLOGY))
        yield writing


def test_a_closed_frame_is_seen_by_the_next_poll(writer: CaptureWriter, path: Path) -> None:
    """Each once, in order, until the stop."""
    with CaptureFollower(path) as follower:
        seen = [follower.poll()]
        for number in range(1, 4):
            writer.write_frame(make_frame(number))
            seen.append(follower.poll())
        seen.append(follower.poll())
        assert (seen, follower.state) == ([[0], [1], [2], [3], []], "growing")
        writer.close()
        assert (follower.poll(), follower.state) == ([], "ended")
        assert follower.capture.lost == []


def test_what_a_later_frame_is_made_of_is_known(writer: CaptureWriter, path: Path) -> None:
    """Names, a pass list and a graph that were written after the file was opened."""
    with CaptureFollower(path) as follower:
        other = PassList((PassListEntry("later", "draw", "render", 0),))
        graph = Topology({"passes": [{"label": "later"}]}, b"another key")
        writer.write_frame(make_frame(1, [(1, 2)], passes=other, topology=graph, counters={"c": 7}))
        writer.write_note("seen later", 1)
        follower.poll()
        frame = follower.capture.frame(1)
        assert (frame.spans[0].path, frame.counters) == ("later", {"c": 7})
        assert frame.topology is not None
        assert frame.topology.model == graph.model
        assert [note.text for note in follower.capture.notes] == ["seen later"]


def test_every_frame_comes_once_and_the_stop_ends_it(path: Path) -> None:
    """Iterating a capture that was stopped gives all of it and returns."""
    path.write_bytes(write_capture([make_frame(number) for number in range(5)]))
    with CaptureFollower(path) as follower:
        assert [frame.number for frame in follower.frames()] == [0, 1, 2, 3, 4]
        assert follower.state == "ended"


def test_waiting_ends_when_nothing_comes(writer: CaptureWriter, path: Path) -> None:
    """A recording that was killed says nothing more; the caller sets how long to wait."""
    with CaptureFollower(path) as follower:
        assert [frame.number for frame in follower.frames(poll_s=0.001, timeout_s=0.0)] == [0]
        assert follower.state == "growing"


@pytest.mark.parametrize("piece", [1, 7, 64, 1000])
def test_a_record_that_arrives_in_pieces_is_one_record(piece: int, path: Path) -> None:
    """Half a record is waited for; it is neither damage nor lost."""
    data = write_capture([make_frame(number) for number in range(3)])
    start = offset_of(data, b"FRAM")
    path.write_bytes(data[:start])
    seen = []
    with CaptureFollower(path) as follower, path.open("ab", buffering=0) as file:
        for place in range(start, len(data), piece):
            file.write(data[place : place + piece])
            seen += follower.poll()
        assert (seen, follower.state, follower.capture.lost) == ([0, 1, 2], "ended", [])


def test_damage_in_the_middle_is_passed_when_a_whole_record_follows(path: Path) -> None:
    """Until then it may be anything; then it is told once, with its offset."""
    data = write_capture([make_frame(number) for number in range(3)], close=False)
    first, second = offset_of(data, b"FRAM", 1), offset_of(data, b"FRAM", 2)
    broken = data[: first + 20] + b"\xee" + data[first + 21 :]
    path.write_bytes(broken[:second])
    with CaptureFollower(path) as follower:
        assert follower.poll() == [0]
        with path.open("ab") as file:
            file.write(broken[second:])
        assert (follower.poll(), follower.state) == ([2], "growing")
        assert [(lost.offset, lost.length) for lost in follower.capture.lost] == [(first, second - first)]


def test_a_torn_record_that_the_writer_takes_back_is_nothing(writer: CaptureWriter, path: Path) -> None:
    """A writer on a full disk truncates to its last whole record; nothing that was read is gone."""
    with CaptureFollower(path) as follower:
        size = path.stat().st_size
        with path.open("ab") as file:
            file.write(b"SREC torn")
        follower.poll()
        os.truncate(path, size)
        assert (follower.poll(), follower.state) == ([], "growing")


def test_a_file_cut_short_is_told(writer: CaptureWriter, path: Path) -> None:
    """Bytes that were read are gone: no more frames come, and the ones before the cut stay readable."""
    writer.write_frame(make_frame(1))
    with CaptureFollower(path) as follower:
        follower.poll()
        os.truncate(path, path.stat().st_size - 8)
        assert (follower.poll(), follower.state) == ([], "cut short")
        assert follower.capture.frame(0).number == 0


def test_a_file_that_was_replaced_is_told(writer: CaptureWriter, path: Path) -> None:
    """Another file under the same path is another recording; frames of the old one still come."""
    with CaptureFollower(path) as follower:
        writer.write_frame(make_frame(1))
        other = path.with_name("other.sgpt")
        other.write_bytes(write_capture([make_frame(number) for number in range(9)]))
        os.replace(other, path)
        assert (follower.poll(), follower.state) == ([0, 1], "replaced")
        assert follower.poll() == []


def test_a_file_that_was_removed_is_told(writer: CaptureWriter, path: Path) -> None:
    """The path leads to nothing."""
    with CaptureFollower(path) as follower:
        follower.poll()
        path.unlink()
        assert (follower.poll(), follower.state) == ([], "replaced")


def test_another_recording_into_the_same_file_is_told(writer: CaptureWriter, path: Path) -> None:
    """Its frames are not taken for the old recording's, however long the new one is."""
    with CaptureFollower(path) as follower:
        follower.poll()
        writer.close()
        again = write_capture([make_frame(number, passes=PASSES) for number in range(40)], {"capture_id": "second"})
        path.write_bytes(again)
        assert (follower.poll(), follower.state) == ([], "replaced")


def test_a_directory_s_figures_grow_with_the_file(writer: CaptureWriter, path: Path) -> None:
    """The strip of a growing capture has an entry for each frame so far."""
    with CaptureFollower(path) as follower:
        assert follower.capture.entries["number"].tolist() == [0]
        writer.write_frame(make_frame(1))
        follower.poll()
        assert follower.capture.entries["number"].tolist() == [0, 1]


def test_a_file_that_has_not_begun_is_no_capture_yet(path: Path) -> None:
    """The caller asks again."""
    path.write_bytes(b"")
    with pytest.raises(NotACapture):
        CaptureFollower(path)

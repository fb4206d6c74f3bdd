"""A range of frames as a capture of its own."""

from __future__ import annotations

import io

import pytest
from capture_builders import PASSES, TOPOLOGY, make_frame, make_work

from framescope.profile.capture import Capture, open_capture
from framescope.profile.sgpt.excerpt import excerpt_capture
from framescope.profile.sgpt.model import PassList, Topology
from framescope.profile.sgpt.sink import StreamSink
from framescope.profile.sgpt.source import open_source
from framescope.profile.sgpt.writer import CaptureWriter
from framescope.profile.verify import verify_capture


def ten_frames() -> bytes:
    """Frames 0 to 9; the graph and the pass list of frame 3 are its own, and notes are about frames 3, 8 and none."""
    other = PassList(PASSES.entries[:1])
    writer = CaptureWriter(None, {"ns_per_tick": 1.0})
    for number in range(10):
        passes = other if number == 3 else PASSES
        topology = Topology({"nodes": [{"label": "three"}]}, b"another") if number == 3 else TOPOLOGY
        writer.write_frame(
            make_frame(
                number,
                ((1, 5), (6, 9), (9, 9))[: len(passes.entries)],
                passes=passes,
                topology=topology,
                work=make_work(passes),
                counters={"c": number},
            )
        )
    writer.write_note("of three", 3)
    writer.write_note("of eight", 8)
    writer.write_note("of none")
    writer.close()
    return writer.to_bytes()


WHOLE = ten_frames()


def excerpt(start: int | None, stop: int | None, data: bytes = WHOLE) -> tuple[int, bytes]:
    """How many frames, and the new capture."""
    stream = io.BytesIO()
    return excerpt_capture(open_source(data), StreamSink(stream, "memory"), start, stop), stream.getvalue()


def facts(capture: Capture, number: int) -> tuple[object, ...]:
    """What a frame says, without where it lies."""
    frame = capture.frame(number)
    return (frame.number, frame.spans, frame.counters, frame.pass_list, frame.topology, frame.cpu_begin_ns)


@pytest.mark.parametrize(
    ("start", "stop", "numbers"),
    [
        (2, 5, [2, 3, 4]),
        (8, None, [8, 9]),
        (None, 2, [0, 1]),
        (None, None, list(range(10))),
        (9, 99, [9]),
        (20, 30, []),
    ],
)
def test_the_frames_of_the_range_are_there_and_no_others(
    start: int | None, stop: int | None, numbers: list[int]
) -> None:
    """Under their numbers, each saying what it said."""
    count, data = excerpt(start, stop)
    with open_capture(WHOLE) as whole, open_capture(data, check=True) as part:
        assert (count, part.frame_numbers, part.state, part.lost) == (len(numbers), numbers, "closed", [])
        assert [facts(part, number) for number in numbers] == [facts(whole, number) for number in numbers]
    verification = verify_capture(open_source(data))
    assert (verification.ok, verification.audit.references.counts()) == (
        True,
        {"names": 0, "pass_lists": 0, "topologies": 0},
    )


def test_what_no_frame_of_the_range_refers_to_is_left_out() -> None:
    """Graphs are large; the one of frame 3 does not come along with frames 5 to 8."""
    with open_capture(excerpt(5, 9)[1]) as part, open_capture(excerpt(3, 4)[1]) as third:
        assert (part.topology_count, part.pass_list_count) == (1, 1)
        assert [topology.model for topology in third.topologies.values()] == [{"nodes": [{"label": "three"}]}]


def test_an_excerpt_says_that_it_is_one() -> None:
    """In a note; notes about frames that are not there are left out."""
    with open_capture(excerpt(2, 5)[1]) as part:
        assert [note.text for note in part.notes] == ["of three", "of none", "an excerpt: frames 2:5, 3 of 10"]


def test_losses_of_the_source_are_told() -> None:
    """A cut source gives the frames that are whole, and the note says what was not."""
    count, data = excerpt(None, None, WHOLE[: len(WHOLE) // 2])
    with open_capture(data, check=True) as part:
        assert part.frame_count == count > 0
        assert "what was lost: " in part.notes[-1].text

"""Where frames lie on one axis, though two clocks measured them."""

from __future__ import annotations

from typing import Any

from capture_builders import EPOCH, capture_of, make_frame

from framescope.profile.export.timeline import PlacedFrame, Timeline
from framescope.profile.sgpt.model import FrameData


def placed(*frames: FrameData, ns_per_tick: float | None = 1.0) -> list[PlacedFrame]:
    """Every frame on the axis, in order."""
    capture = capture_of(frames, {"ns_per_tick": ns_per_tick})
    timeline = Timeline(capture)
    return [timeline.place(frame) for frame in capture.frames()]


def frame(number: int, first: int, last: int, **stamps: int) -> FrameData:
    """A frame whose three passes all take from tick ``first`` to ``last``, with CPU stamps by their short names."""
    names = {"begin": "cpu_begin_ns", "submit": "cpu_submit_ns", "absorbed": "cpu_absorbed_ns"}
    fields: dict[str, Any] = {names[name]: value for name, value in stamps.items()}
    return make_frame(number, [(first, last)] * 3, **fields)


def gpu(frames: list[PlacedFrame]) -> list[tuple[int, int]]:
    """Where the GPU's work of each frame lies."""
    return [span for one in frames for span in one.spans[:1] if span is not None]


def test_the_first_frame_begins_at_its_submit() -> None:
    """The axis begins with the first stamp of the CPU."""
    assert gpu(placed(frame(0, 70, 90, begin=1000, submit=1300))) == [(300, 320)]


def test_frames_keep_the_distances_of_the_gpus_clock() -> None:
    """While the GPU is busy, later frames begin where its clock says, not at their submits."""
    frames = [frame(0, 10, 110, begin=0, submit=5), frame(1, 110, 210, begin=6, submit=10)]
    assert gpu(placed(*frames)) == [(5, 105), (105, 205)]


def test_no_frame_begins_before_its_submit() -> None:
    """An idle GPU's next frame moves to its submit, and those after it move with it."""
    frames = [
        frame(0, 10, 20, begin=0, submit=50),
        frame(1, 30, 40, begin=60, submit=100),
        frame(2, 45, 55, begin=101, submit=102),
    ]
    assert gpu(placed(*frames)) == [(50, 60), (100, 110), (115, 125)]


def test_no_frame_ends_after_it_was_read_back() -> None:
    """What the timestamps' arrival proves goes before the distances of a clock that ran ahead."""
    frames = [frame(0, 10, 20, begin=0, submit=0), frame(1, 10_000, 10_010, begin=50, submit=60, absorbed=100)]
    assert gpu(placed(*frames)) == [(0, 10), (90, 100)]


def test_a_driver_that_works_inside_of_submit_is_believed() -> None:
    """Read back before submit and work would have ended: the work began before the stamp was taken."""
    assert gpu(placed(frame(0, 10, 60, begin=0, submit=80, absorbed=100))) == [(50, 100)]


def test_what_did_not_overlap_does_not_overlap_here() -> None:
    """Late frames of a busy GPU push those behind them on."""
    frames = [
        frame(0, 10, 60, begin=0, submit=40),
        frame(1, 60, 160, begin=41, submit=42, absorbed=150),
    ]
    assert gpu(placed(*frames)) == [(40, 90), (90, 190)]


def test_without_the_cpus_stamps_the_gpu_has_the_axis_alone() -> None:
    """Distances are the clock's own; a clock that was reset goes on behind what there was."""
    assert gpu(placed(frame(0, 5, 10), frame(1, 25, 30), frame(2, 1, 2))) == [(0, 5), (20, 25), (25, 26)]


def test_stamps_that_run_backwards_are_unknown() -> None:
    """A stamp before the one it must follow says nothing, and no place is negative."""
    (one, other) = placed(frame(0, 5, 10, begin=100, submit=50), frame(1, 12, 15, begin=20, submit=30))
    assert (one.cpu.begin, one.cpu.submit, other.cpu.begin, other.cpu.submit) == (0, None, None, None)
    assert min(span[0] for span in gpu([one, other])) >= 0


def test_a_tick_has_the_length_the_capture_says() -> None:
    """Ticks above 2^53 keep their differences; a unit that is unknown counts as 1 and is told."""
    spans = [frame(0, 0, 12), frame(1, 24, 36)]
    assert spans[0].begin[0] == EPOCH
    assert gpu(placed(*spans, ns_per_tick=83.333)) == [(0, 1000), (2000, 3000)]
    assert Timeline(capture_of(spans, {})).unit_known is False

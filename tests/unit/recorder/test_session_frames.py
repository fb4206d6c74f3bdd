"""What a recording keeps of its frames: order, status, stamps, counters, notes, levels."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from framescope.profile.errors import SessionError
from framescope.profile.levels import GPUProfileLevel
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.errors import WrongThreadError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

# --- frames


def test_frames_are_numbered_in_the_capture_from_zero(recording: Any) -> None:
    """The renderer's own index is a field beside the number."""
    for index in (40, 41, 50):
        with recording.session.frame(recording.graphics, index):
            pass
    frames = list(recording.stop().frames())
    assert [(frame.number, frame.renderer_index) for frame in frames] == [(0, 40), (1, 41), (2, 50)]


def test_a_frame_that_raises_is_aborted_and_the_next_one_is_whole(recording: Any) -> None:
    """The exception reaches the caller; what the frame had submitted keeps its time."""

    def frame_that_raises() -> None:
        with recording.session.frame(recording.graphics):
            submitted = recording.graphics.create_command_context("submitted")
            recording.compute_pass(submitted, label="ran")
            submitted.finish()
            abandoned = recording.graphics.create_command_context("abandoned")
            recording.compute_pass(abandoned, label="never ran")
            abandoned.abandon("the frame failed")
            raise ZeroDivisionError("in the frame")

    with pytest.raises(ZeroDivisionError):
        frame_that_raises()
    recording.frames(1)
    aborted, whole = recording.stop().frames()
    assert (recording.session.frames_lost, recording.session.spans_untimed) == (1, 1)
    assert (aborted.status, aborted.reason) == ("aborted", "ZeroDivisionError: in the frame")
    assert [(span.label, span.state) for span in aborted.spans] == [("ran", "timed"), ("never ran", "not_submitted")]
    assert (whole.status, [span.state for span in whole.spans]) == ("complete", ["timed"])


def test_a_skipped_frame_keeps_its_place_and_its_reason(recording: Any) -> None:
    """A frame without anything to record is a frame all the same."""
    recording.session.begin_frame(recording.graphics, 0).skip("the target has no size (0x0)")
    recording.frames(1)
    skipped, whole = recording.stop().frames()
    assert (skipped.number, skipped.status, skipped.reason) == (0, "skipped", "the target has no size (0x0)")
    assert (whole.number, whole.status) == (1, "complete")


def test_abandoned_contexts_give_their_timers_back(recording: Any) -> None:
    """Frames that fail for ever neither use timers up nor make new ones."""
    made = len(recording.device.calls_of("create_query_set"))
    for _ in range(20):
        with recording.session.frame(recording.graphics):
            context = recording.graphics.create_command_context("abandoned")
            recording.compute_pass(context)
            context.abandon("on purpose")
    recording.frames(1)
    states = [span.state for frame in recording.stop().frames() for span in frame.spans]
    assert states == ["not_submitted"] * 20 + ["timed"]
    assert len(recording.device.calls_of("create_query_set")) <= max(made, 4)


def test_contexts_that_were_dropped_give_their_timers_back(recording: Any) -> None:
    """A context nobody finishes or abandons is noticed when nobody holds it any more."""
    for _ in range(20):
        with recording.session.frame(recording.graphics):
            context = recording.graphics.create_command_context("dropped")
            recording.compute_pass(context)
            del context
    recording.frames(1)
    states = [span.state for frame in recording.stop().frames() for span in frame.spans]
    assert states == ["not_submitted"] * 20 + ["timed"]


def test_a_frame_stamps_its_cpu_times_in_order(recording: Any) -> None:
    """Begin, end of encoding, submit and absorption follow each other on one clock."""
    recording.frames(1)
    frame = recording.only_frame()
    stamps = [frame.cpu_begin_ns, frame.cpu_encode_end_ns, frame.cpu_submit_ns, frame.cpu_absorbed_ns]
    assert stamps == sorted(stamps)


def test_stamps_of_what_did_not_happen_are_unknown(recording: Any) -> None:
    """A frame that submitted nothing has no end of encoding, no submit and no absorption."""
    recording.frame()
    with recording.session.frame(recording.graphics):
        pass
    _, empty = recording.stop().frames()
    assert (empty.cpu_encode_end_ns, empty.cpu_submit_ns, empty.cpu_absorbed_ns) == (None, None, None)


def test_the_session_states_what_it_costs(recording: Any) -> None:
    """Each frame carries the CPU time that its recording took."""
    recording.frames(3)
    assert all(frame.recorder_cost_ns > 0 for frame in recording.stop().frames())


def test_a_written_frame_leaves_no_cycle_behind(recording: Any) -> None:
    """Without the garbage collector a recorder is gone once its frame is written."""
    gc.disable()
    try:
        recorder = recording.session.begin_frame(recording.graphics, 0)
        gone = weakref.ref(recorder)
        recorder.end()
        del recorder
        recording.graphics.pump()
        assert (recording.session.frames_written, gone()) == (1, None)
    finally:
        gc.enable()


def test_frames_with_the_same_passes_share_one_pass_list(recording: Any) -> None:
    """What the passes are is written once, not once a frame."""
    for _ in range(5):
        recording.frame("a", "b")
        recording.frame("a", "c")
    assert recording.stop().pass_list_count == 2


# --- counters and notes


def test_a_counter_rides_in_the_frame_it_was_reported_in(recording: Any) -> None:
    """The last value of a frame stays, and a frame without a report has no value, not zero."""
    with recording.session.frame(recording.graphics):
        recording.session.counter("lights", 3)
        recording.session.counter("lights", 4)
    with recording.session.frame(recording.graphics):
        pass
    first, second = recording.stop().frames()
    assert first.counters["lights"] == 4
    assert "lights" not in second.counters


def test_live_bytes_are_sampled_each_frame(recording: Any) -> None:
    """The declared bytes of what is alive ride along from STRUCTURE up."""
    recording.graphics.create_buffer(size=4096, usage=8)
    recording.frames(1)
    assert recording.only_frame().counters["live_bytes"] == recording.graphics.live_bytes


def test_the_pool_of_transients_is_sampled_each_frame(record: Callable[..., Any]) -> None:
    """What each frame took from the pool, and what the pool holds after it, from STRUCTURE up."""
    recording = record(level=GPUProfileLevel.STRUCTURE)
    graphics = recording.graphics
    for count in (1, 2, 1):
        with recording.session.frame(graphics) as frame:
            graph = FrameGraph()
            node = graph.add("pass", kind="compute", execute=lambda *_: None, side_effect=True)
            for number in range(count):
                made = node.create_buffer(f"x{number}", BufferDescriptor(256))
                node.write(made, "buffer-storage-write", contents="overwrite")
            compiled = graph.compile()
            frame.attach_graph(compiled)
            context = graphics.create_command_context()
            compiled.execute(context)
            context.finish()
    names = "pool_acquired pool_reused pool_created pool_retired pool_retained pool_bytes declared_bytes".split()
    rows = [[frame.counters[name] for name in names] for frame in recording.stop().frames()]
    assert rows == [[1, 0, 1, 0, 1, 256, 256], [2, 1, 1, 0, 2, 512, 512], [1, 1, 0, 0, 2, 512, 256]]


@pytest.mark.parametrize("value", [float("nan"), np.float32("inf"), "3", None, True, np.True_, 2**64, -(2**63) - 1])
def test_a_counter_takes_finite_numbers_only(recording: Any, value: Any) -> None:
    """What a chart could not draw, or 64 bits cannot hold, is refused where it is reported and costs no frame."""
    with pytest.raises(SessionError, match="'lights'"):
        recording.session.counter("lights", value)


@pytest.mark.parametrize("value", [2**64 - 1, -(2**63), np.uint64(2**64 - 1), np.int32(-3), np.float32(0.5)])
def test_a_counter_may_be_a_scalar_of_numpy(recording: Any, value: Any) -> None:
    """A number that numpy made is a number, and comes back as the same one."""
    recording.session.counter("lights", value)
    recording.frames(1)
    assert recording.only_frame().counters["lights"] == value


def test_counters_and_notes_may_come_from_any_thread(recording: Any) -> None:
    """Four threads report while frames are recorded; nothing is lost and nothing raises."""
    seen: dict[str, list[int]] = {}

    def report(name: str) -> None:
        lengths = seen[name] = []
        for value in range(50):
            recording.session.note(f"{name} {value}")
            recording.session.counter(name, value)
            lengths.append(recording.session.bytes_written)

    threads = [threading.Thread(target=report, args=(f"thread {index}",)) for index in range(4)]
    for thread in threads:
        thread.start()
    recording.frames(20)
    for thread in threads:
        thread.join()
    recording.frames(1)
    capture = recording.stop()
    counted = {name for frame in capture.frames() for name in frame.counters if name.startswith("thread")}
    assert (len(capture.notes), len(counted)) == (200, 4)
    assert all(lengths == sorted(lengths) for lengths in seen.values())


def test_a_note_names_the_frame_in_progress(recording: Any) -> None:
    """Notes made before the first frame are about none."""
    recording.session.note("before")
    recording.frames(2)
    with recording.session.frame(recording.graphics):
        recording.session.note("this is where it hitches")
    notes = [(note.text, note.frame_number) for note in recording.stop().notes]
    assert notes == [("before", None), ("this is where it hitches", 2)]


def test_a_note_after_the_stop_is_refused(recording: Any) -> None:
    """There is nothing left to write it into."""
    recording.stop()
    with pytest.raises(SessionError, match="the capture is closed"):
        recording.session.note("late")


# --- what the levels hold


@pytest.mark.parametrize(
    ("level", "counted", "sampled"),
    [
        (GPUProfileLevel.TIMING, False, False),
        (GPUProfileLevel.STRUCTURE, False, True),
        (GPUProfileLevel.WORKLOAD, True, True),
    ],
)
def test_a_level_holds_what_it_adds_and_nothing_above(
    record: Callable[..., Any], level: GPUProfileLevel, counted: bool, sampled: bool
) -> None:
    """Spans and times are there at every level; counts and pipelines only at WORKLOAD."""
    recording = record(level=level)
    recording.frame("pass")
    frame = recording.only_frame()
    assert [(span.label, span.state) for span in frame.spans] == [("pass", "timed")]
    assert (frame.work is not None, "live_bytes" in frame.counters) == (counted, sampled)
    assert bool(frame.pass_list.entries[0].pipelines) == counted


def test_rendering_without_a_session_leaves_no_recorder(recording: Any) -> None:
    """After each frame the graphics context holds no recorder."""
    graphics: GraphicsContext = recording.graphics
    recording.frames(1)
    assert graphics.recorder is None


# --- what a caller may do wrong


class Speechless(Exception):
    """Cannot be put into words."""

    def __str__(self) -> str:
        raise ValueError("no words")


@dataclass(frozen=True)
class Frozen(Exception):
    """Takes no attribute, a traceback included."""

    what: str = "cold"


@pytest.mark.parametrize("error", [Speechless(), Frozen(), GeneratorExit(), StopIteration(), SystemExit(3)])
def test_a_frame_ends_whatever_is_raised_in_it(recording: Any, error: BaseException) -> None:
    """The exception arrives as it is, the frame is aborted, and the recording goes on."""
    with pytest.raises(type(error)) as raised, recording.session.frame(recording.graphics):
        raise error
    assert raised.value is error
    recording.frames(1)
    assert [frame.status for frame in recording.stop().frames()] == ["aborted", "complete"]


@pytest.mark.parametrize("limit", [None, 1])
def test_a_frame_inside_of_a_frame_is_refused_and_the_outer_one_goes_on(
    record: Callable[..., Any], limit: int | None
) -> None:
    """What the outer frame encodes afterwards is recorded, at the frame limit too."""
    recording = record(frame_limit=limit)
    with recording.session.frame(recording.graphics):
        with pytest.raises(SessionError, match="has not ended"), recording.session.frame(recording.graphics):
            pass
        context = recording.graphics.create_command_context("after")
        recording.compute_pass(context, label="after")
        context.finish()
    assert [span.label for span in recording.only_frame().spans] == ["after"]


def test_a_renderer_without_a_session_leaves_the_frame_around_it_recorded(recording: Any) -> None:
    """What it draws inside of a recorded frame, and what comes after it, belongs to that frame."""
    renderer = Renderer(recording.graphics)

    def encode(label: str) -> None:
        context = recording.graphics.create_command_context(label)
        recording.compute_pass(context, label=label)
        context.finish()

    with recording.session.frame(recording.graphics):
        renderer.render(lambda _graph, _index: encode("inside"))
        encode("after")
    assert [span.label for span in recording.only_frame().spans] == ["inside", "after"]


def test_the_recorder_of_a_session_is_closed_by_the_session(recording: Any) -> None:
    """Closed by anybody else it would be missing from the capture."""
    with recording.session.frame(recording.graphics) as recorder, pytest.raises(SessionError, match="session"):
        recorder.close()
    assert recording.only_frame().status == "complete"


@pytest.mark.parametrize("index", [-1, 1 << 64, "7", 1.5])
def test_a_frame_index_that_does_not_fit_is_refused_when_the_frame_begins(recording: Any, index: Any) -> None:
    """It costs that frame, not the recording."""
    with pytest.raises(SessionError, match="index"):
        recording.session.begin_frame(recording.graphics, index)
    recording.frames(1)
    assert recording.only_frame().status == "complete"


def test_names_and_notes_that_are_no_text_are_refused_at_the_call(recording: Any) -> None:
    """Written down, such a name would cost every other name of its record."""
    with pytest.raises(SessionError, match="str"):
        recording.session.counter(5, 1)
    with pytest.raises(SessionError, match="str"):
        recording.session.note(b"bytes")
    recording.frames(1)
    assert "live_bytes" in recording.only_frame().counters


def test_only_the_rendering_thread_waits_for_a_recording(recording: Any) -> None:
    """Completions run where the waiting is done: elsewhere they would meet the frame that is being recorded."""
    recording.frames(1)
    refused: list[BaseException] = []

    def wait() -> None:
        try:
            recording.session.stopped.wait(0.1)
        except WrongThreadError as error:
            refused.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert len(refused) == 1


def test_a_context_of_a_recorded_frame_may_be_submitted_after_the_recording(recording: Any) -> None:
    """Its timers are gone, its commands are not: a stopped session loses nobody's work."""
    with recording.session.frame(recording.graphics):
        context = recording.graphics.create_command_context("late")
        recording.compute_pass(context, label="before")
    recording.stop()
    recording.compute_pass(context, label="after")
    assert context.finish().wait() == ("ok", None)
    assert context.profiling_absorbed.done
    recording.graphics.pump()
    assert recording.graphics.live_counts.get("query set", 0) == 0

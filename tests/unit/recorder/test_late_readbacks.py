"""Ticks that arrive late, with an error, or never; and a device that is lost while they are awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from framescope.profile.errors import SessionError
from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.shade.errors import FramescopeError

TIMERS = "framescope timers"


def states(capture: Any) -> list[list[str]]:
    """State of each span of each frame."""
    return [[span.state for span in frame.spans] for frame in capture.frames()]


def test_late_ticks_are_absorbed_and_frames_stay_in_order(recording: Any) -> None:
    """A frame whose ticks arrive after those of newer ones is timed, and written before them."""
    recording.device.hold_maps(TIMERS, count=1)
    recording.frame("late", ticks=[(10, 20)])
    recording.frame("a", ticks=[(30, 45)])
    recording.frame("b", ticks=[(50, 57)])
    assert recording.session.frames_written == 0
    recording.device.release_maps()
    capture = recording.stop()
    assert [(frame.number, frame.spans[0].label, frame.spans[0].duration_ns) for frame in capture.frames()] == [
        (0, "late", 10),
        (1, "a", 15),
        (2, "b", 7),
    ]


def test_a_frame_waits_for_no_more_than_eight_newer_ones(recording: Any) -> None:
    """Once eight newer frames are absorbed the oldest is written as not absorbed, and not before."""
    recording.device.hold_maps(TIMERS, count=1)
    recording.frame("never")
    recording.frames(8)
    recording.graphics.pump()
    assert recording.session.frames_written == 9
    capture = recording.stop()
    assert states(capture) == [["not_absorbed"]] + [["timed"]] * 8


def test_a_frame_with_seven_newer_ones_is_still_awaited(recording: Any) -> None:
    """With seven newer frames absorbed the oldest still gets its time."""
    recording.device.hold_maps(TIMERS, count=1)
    recording.frame("late", ticks=[(10, 20)])
    recording.frames(7)
    recording.graphics.pump()
    assert recording.session.frames_written == 0
    recording.device.release_maps()
    assert states(recording.stop()) == [["timed"]] * 8


def test_ticks_that_come_after_their_frame_was_given_up_do_no_harm(recording: Any) -> None:
    """Late ticks of a written frame change nothing in it, and their timers serve again."""
    recording.device.hold_maps(TIMERS, count=1)
    recording.frame("given up")
    (late,) = recording.device.maps.pending
    recording.frames(9)
    recording.device.release_maps()
    recording.frames(8)
    assert states(recording.stop()) == [["not_absorbed"]] + [["timed"]] * 17
    assert recording.readback_buffers_written().count(late) > 1


def test_ticks_that_never_arrive_end_the_recording_in_time(recording: Any) -> None:
    """stop() waits no longer than it was told and writes what is pending as not absorbed."""
    recording.device.hold_maps(TIMERS)
    for _ in range(3):
        recording.frame("pass")
    started = time.monotonic()
    capture = recording.stop(timeout_s=0.05)
    assert time.monotonic() - started < 2.0
    assert (capture.state, states(capture)) == ("closed", [["not_absorbed"]] * 3)


def test_a_pending_buffer_is_never_written_again(recording: Any) -> None:
    """While maps are pending their buffers are left alone: later passes are untimed for want of timers."""
    recording.device.hold_maps(TIMERS)
    for _ in range(6):
        recording.frame("pass")
    written = recording.readback_buffers_written()
    assert (len(written), set(written)) == (4, set(recording.device.maps.pending))
    recording.device.release_maps()
    assert states(recording.stop()) == [["timed"]] * 4 + [["no_array_free"]] * 2


def test_late_timers_make_no_new_ones(recording: Any) -> None:
    """Slow readbacks make the pool no larger: nothing is created after the first frame."""
    recording.frame("pass")
    made = len(recording.device.calls_of("create_query_set"))
    recording.device.hold_maps(TIMERS)
    for _ in range(20):
        recording.frame("pass")
    assert len(recording.device.calls_of("create_query_set")) == made


def test_a_failed_map_is_a_reason_not_an_exception(recording: Any) -> None:
    """A readback that fails leaves its frame untimed with that reason; later frames are timed."""
    recording.device.hold_maps(TIMERS, count=1)
    recording.frame("failed")
    recording.device.fail_maps("out of memory")
    recording.frames(3)
    assert states(recording.stop()) == [["readback_failed"]] + [["timed"]] * 3


def test_the_buffer_of_a_failed_map_is_not_used_again(recording: Any) -> None:
    """After a failed map its buffer is given up for good and replaced."""
    recording.device.hold_maps(TIMERS, count=1)
    recording.frame("failed")
    (failed,) = recording.device.maps.pending
    recording.device.fail_maps("out of memory")
    recording.frames(12)
    recording.stop()
    assert (recording.readback_buffers_written().count(failed), failed.destroyed) == (1, True)
    assert len(recording.device.calls_of("create_query_set")) == 4 + 1


def test_a_failed_map_tells_whoever_waits(recording: Any) -> None:
    """profiling_absorbed resolves to failed with the reason, and never raises."""
    recording.device.hold_maps(TIMERS)
    context = recording.graphics.create_unprofiled_context("alone")
    context.enable_profiling(GPUFrameRecorder(recording.graphics))
    recording.compute_pass(context)
    context.finish()
    absorbed = context.profiling_absorbed
    assert (absorbed.done, absorbed.wait(0.0)[0]) == (False, "failed")
    assert not absorbed.done
    recording.device.fail_maps("out of memory")
    status, reason = absorbed.wait()
    assert (status, absorbed.done) == ("failed", True)
    assert "out of memory" in str(reason)


def test_absorption_can_be_awaited(recording: Any) -> None:
    """Awaiting pumps the device, so it ends though no frame follows."""
    recording.device.hold_maps(TIMERS)
    context = recording.graphics.create_unprofiled_context("alone")
    context.enable_profiling(GPUFrameRecorder(recording.graphics))
    recording.compute_pass(context)
    context.finish()

    async def absorb() -> tuple[str, str | None]:
        asyncio.get_running_loop().call_later(0.01, recording.device.release_maps)
        result: tuple[str, str | None] = await context.profiling_absorbed
        return result

    assert asyncio.run(absorb()) == ("ok", None)


def test_a_recorder_alone_says_what_it_knows_before_the_ticks_arrive(recording: Any) -> None:
    """Closed early, a recorder reports its passes as not absorbed, with their counts."""
    recording.device.hold_maps(TIMERS)
    recorder = GPUFrameRecorder(recording.graphics)
    context = recording.graphics.create_unprofiled_context("alone")
    context.enable_profiling(recorder)
    recording.compute_pass(context, label="pass")
    context.finish()
    (row,) = recorder.close().rows()
    assert (row["label"], row["state"], row["duration_ns"], row["dispatches"]) == ("pass", "NOT_ABSORBED", None, 1)


@pytest.mark.parametrize(
    ("known", "state"),
    [(True, "readback_failed"), (False, "not_absorbed")],
    ids=["destroyed by us", "lost by the driver"],
)
def test_a_lost_device_ends_the_recording_in_time(
    recording: Any, known: bool, state: str, caplog: pytest.LogCaptureFixture
) -> None:
    """With two maps pending on a lost device stop() returns in bounded time, the capture is whole, no timer is made."""
    recording.frames(1)
    recording.device.hold_maps(TIMERS)
    recording.frame("a")
    recording.frame("b")
    recording.device.destroy() if known else recording.device.lose("driver reset")
    started = time.monotonic()
    capture = recording.stop(timeout_s=0.05)
    assert time.monotonic() - started < 2.0
    assert (capture.state, states(capture)) == ("closed", [["timed"], [state], [state]])
    assert caplog.messages == []


def test_a_frame_on_a_destroyed_device_is_one_clear_error(recording: Any) -> None:
    """Beginning a frame on a lost device says that it is lost, and stop() still works."""
    recording.frames(1)
    recording.device.destroy()
    with pytest.raises(SessionError, match="device was lost"):
        recording.frame("too late")
    assert states(recording.stop()) == [["timed"]]


def test_a_device_lost_in_a_frame_aborts_that_frame(recording: Any) -> None:
    """The error of a submit on a device the driver lost reaches the caller; the frame is aborted, not dropped."""
    recording.frames(1)
    recording.device.lose("driver reset")
    with pytest.raises(Exception, match="lost"):
        recording.frame("too late")
    capture = recording.stop(timeout_s=0.05)
    assert [(frame.status, [span.state for span in frame.spans]) for frame in capture.frames()] == [
        ("complete", ["timed"]),
        ("aborted", ["not_submitted"]),
    ]


def test_stopping_twice_with_ticks_pending_is_stopping_once(recording: Any) -> None:
    """A second stop() returns the same capture, though the ticks arrived in between."""
    recording.device.hold_maps(TIMERS)
    recording.frame("pass")
    capture = recording.stop(timeout_s=0.01)
    recording.device.release_maps()
    recording.graphics.pump()
    assert recording.stop() is capture
    assert states(capture) == [["not_absorbed"]]


def test_our_errors_share_a_root() -> None:
    """Whatever a recording raises on purpose can be caught as one class."""
    assert issubclass(SessionError, FramescopeError)


def test_nothing_unwritten_is_ever_resolved(record: Callable[..., Any]) -> None:
    """Frames of shrinking and growing length, failed and late readbacks: only slots just written are resolved."""
    recording = record(timer_pairs=8)
    for length in (8, 1, 5, 0, 3, 8, 2):
        recording.frame(*(f"pass {number}" for number in range(length)))
    recording.device.hold_maps(TIMERS, count=2)
    recording.frame("a", "b")
    recording.frame("c")
    recording.device.fail_maps("gone")
    recording.frame("d", "e", "f")
    recording.stop()
    assert recording.device.garbage_resolves == []
    counts = [call.args[2] // 2 for call in recording.device.calls_of("resolve_query_set")]
    assert counts == [8, 1, 5, 3, 8, 2, 2, 1, 3]


def test_what_waits_is_bounded_though_nothing_ever_arrives(recording: Any) -> None:
    """Over hundreds of frames without one readback few frames wait, no timer is made, and none is dropped."""
    recording.device.hold_maps(TIMERS)
    waiting = []
    for number in range(300):
        recording.frame("pass")
        waiting.append(number + 1 - recording.session.frames_written)
    capture = recording.stop(timeout_s=0.01)
    assert (max(waiting) <= 12, capture.frame_count) == (True, 300)
    assert states(capture) == [["not_absorbed"]] * 4 + [["no_array_free"]] * 296
    assert len(recording.device.calls_of("create_query_set")) == 4


def test_a_larger_frame_after_a_stall_is_untimed_and_the_next_one_timed(record: Callable[..., Any]) -> None:
    """Stalled readbacks cost the frames that find no timers their times; afterwards the larger frame is timed whole."""
    recording = record(timer_pairs=4)
    small, large = [f"pass {number}" for number in range(4)], [f"pass {number}" for number in range(12)]
    recording.device.hold_maps(TIMERS)
    for _ in range(5):
        recording.frame(*small)
    recording.frame(*large)
    recording.device.release_maps()
    recording.frame(*large)
    assert states(recording.stop()) == (
        [["timed"] * 4] * 4 + [["no_array_free"] * 4] + [["no_array_free"] * 12] + [["timed"] * 12]
    )
    assert recording.device.garbage_resolves == []

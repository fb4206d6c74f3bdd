"""A recording from start to stop: when it starts and ends, who may record what, and what META holds."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from typing import Any

import pytest

from framescope.profile.capture import open_capture
from framescope.profile.errors import SessionError
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.shade.errors import WrongThreadError

# --- start and stop


def test_a_session_starts_once(recording: Any) -> None:
    """A second start names the state it is in."""
    with pytest.raises(SessionError, match="is recording; make a new one"):
        recording.session.start()


def test_a_session_that_was_never_started_cannot_stop() -> None:
    """Stopping what never ran is a mistake, said so."""
    with pytest.raises(SessionError, match="never started"):
        GPUProfileSession().stop()


def test_a_session_that_was_not_started_records_nothing(recording: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Handed to a renderer before start(), it lets frames pass, and says once that it does."""
    session = GPUProfileSession()
    assert [session.begin_frame(recording.graphics, index) for index in range(3)] == [None] * 3
    assert [record.message for record in caplog.records if "never started" in record.message] == [
        "frames are rendered but the session was never started; call start() or use a with block"
    ]


def test_stop_is_idempotent(recording: Any) -> None:
    """Stopping again gives the same capture."""
    recording.frames(2)
    assert recording.stop() is recording.stop()


def test_a_recording_without_frames_is_a_capture_without_adapter(recording: Any) -> None:
    """No frame, no device: META says null, and the capture is closed and empty."""
    capture = recording.stop()
    assert (capture.frame_count, capture.meta["adapter"], capture.state) == (0, None, "closed")


def test_frames_after_the_stop_are_not_recorded(recording: Any) -> None:
    """The program goes on; the session answers None."""
    recording.frames(1)
    recording.stop()
    recording.frames(1)
    assert recording.stop().frame_count == 1


def test_the_frame_limit_stops_the_recording_by_itself(record: Callable[..., Any]) -> None:
    """After the limit no frame is recorded, and ``stopped`` resolves without a call to stop."""
    recording = record(frame_limit=3)
    recording.frames(5)
    recording.graphics.pump()
    assert recording.session.stopped.result == ("ok", None)
    assert recording.stop().frame_count == 3


def test_stopped_can_be_waited_for(record: Callable[..., Any]) -> None:
    """Waiting for the last frame of a limited recording pumps the device itself."""
    recording = record(frame_limit=2)
    recording.frames(2)
    assert recording.session.stopped.wait() == ("ok", None)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_frame_is_refused(limit: int) -> None:
    """A limit of nothing records nothing; None is what means no limit."""
    with pytest.raises(SessionError, match="at least 1"):
        GPUProfileSession(frame_limit=limit)


def test_a_level_that_is_not_recorded_is_refused() -> None:
    """A capture never claims a level whose content it does not hold."""
    with pytest.raises(SessionError, match="VERBOSE is not available"):
        GPUProfileSession(level=GPUProfileLevel.VERBOSE)


@pytest.mark.parametrize("level", ["workload", 7, -1, None])
def test_what_is_no_level_is_refused_with_the_levels_there_are(level: object) -> None:
    """A name as text, or a number out of range, is a ValueError that lists what may be given."""
    with pytest.raises(ValueError, match=r"GPUProfileLevel\.TIMING, .*WORKLOAD, not"):
        GPUProfileSession(level=level)  # type: ignore[arg-type]


def test_stop_inside_a_frame_is_refused(recording: Any) -> None:
    """A frame in progress has no record yet."""
    with recording.session.frame(recording.graphics), pytest.raises(SessionError, match="inside a frame"):
        recording.stop()


def test_leaving_a_failing_block_closes_the_capture() -> None:
    """The block's own error reaches the caller, and what was recorded is whole."""
    sink = io.BytesIO()
    with pytest.raises(KeyError, match="the program's own"), GPUProfileSession(sink):
        raise KeyError("the program's own")
    sink.seek(0)
    assert open_capture(sink).state == "closed"


def test_a_context_manager_starts_and_stops(record: Callable[..., Any]) -> None:
    """Entering starts, leaving stops, and stop() still gives the capture."""
    graphics = record().graphics
    with GPUProfileSession() as session, session.frame(graphics):
        pass
    assert session.stop().frame_count == 1


# --- who may record what


def test_two_sessions_on_one_graphics_context_are_refused(recording: Any) -> None:
    """The second session is told to stop the first."""
    recording.frames(1)
    second = GPUProfileSession().start()
    with pytest.raises(SessionError, match="another session records this graphics context"):
        second.begin_frame(recording.graphics, 0)


def test_a_session_may_follow_another(recording: Any) -> None:
    """Once the first has stopped, the context is free for the next."""
    recording.frames(1)
    recording.stop()
    with GPUProfileSession() as second, second.frame(recording.graphics):
        pass
    assert second.stop().frame_count == 1


def test_one_session_records_one_graphics_context(recording: Any, record: Callable[..., Any]) -> None:
    """Frames of two devices do not mix in a capture."""
    recording.frames(1)
    with pytest.raises(SessionError, match="another graphics context"):
        recording.session.begin_frame(record().graphics, 1)


def test_a_frame_that_was_not_ended_is_noticed(recording: Any) -> None:
    """Beginning the next frame is refused until the one before has ended."""
    recorder = recording.session.begin_frame(recording.graphics, 0)
    with pytest.raises(SessionError, match="has not ended"):
        recording.session.begin_frame(recording.graphics, 1)
    recorder.end()


def test_stop_belongs_to_the_rendering_thread(recording: Any) -> None:
    """Another thread gets an error of ours instead of a race."""
    recording.frames(1)
    errors: list[BaseException] = []

    def stop() -> None:
        try:
            recording.stop()
        except WrongThreadError as error:
            errors.append(error)

    thread = threading.Thread(target=stop)
    thread.start()
    thread.join()
    assert len(errors) == 1


# --- META


def test_meta_takes_what_the_caller_adds_until_the_first_frame(record: Callable[..., Any]) -> None:
    """Scene and settings may be added late, and after the first frame began no more."""
    recording = record(meta={"scene": "cubes"}, note="a hitch")
    recording.session.meta["settings"] = {"shadows": True}
    recording.frames(1)
    with pytest.raises(SessionError, match="sealed"):
        recording.session.meta["late"] = 1
    meta = recording.stop().meta
    assert (meta["scene"], meta["settings"], meta["note"]) == ("cubes", {"shadows": True}, "a hitch")
    assert "late" not in meta


@pytest.mark.parametrize("key", ["adapter", "ns_per_tick", "versions", "capture_id"])
def test_meta_s_facts_cannot_be_overwritten(key: str) -> None:
    """What the session finds out itself is not the caller's to say."""
    with pytest.raises(SessionError, match=f"'{key}' is what the session found out itself"):
        GPUProfileSession(meta={key: "mine"})


def test_meta_that_json_cannot_say_is_refused_where_it_is_given() -> None:
    """Not at the first frame, deep inside a renderer."""
    with pytest.raises(SessionError, match="'size'"):
        GPUProfileSession(meta={"size": {1, 2}})


def test_meta_states_the_device_and_the_process(recording: Any) -> None:
    """Adapter, features, clock, versions and paths are there, and an unknown driver fact is null, not a guess."""
    recording.frames(1)
    meta = recording.stop().meta
    assert meta["adapter"]["device"] == "software device of the tests"
    assert meta["features"]["granted"] == ["timestamp-query"]
    assert (meta["ns_per_tick"], meta["native_path"], meta["debug"]) == (1.0, False, __debug__)
    assert (meta["level"], meta["versions"]["wgpu"][:5]) == ("workload", "0.32.")


@pytest.mark.parametrize("wrong", [{"frames_in_flight": 16}, {"frames_in_flight": -1}, {"arrays_per_frame": 0}])
def test_numbers_that_no_timer_pool_can_have_are_refused_at_once(wrong: dict[str, int]) -> None:
    """Not when the first frame begins, where they would fail the renderer."""
    with pytest.raises(ValueError, match=r"timer pool|arrays_per_frame"):
        GPUProfileSession(**wrong)


def test_a_note_that_is_no_text_is_refused_at_once() -> None:
    """It would end the recording where META is written."""
    with pytest.raises(SessionError, match="str"):
        GPUProfileSession(note=b"bytes")  # type: ignore[arg-type]

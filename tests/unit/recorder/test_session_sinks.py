"""Where a capture goes, and what happens when that fails."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from framescope.profile.capture import open_capture
from framescope.profile.errors import SessionError
from framescope.profile.session import GPUProfileSession
from framescope.profile.sgpt.model import FrameData, FrameStatus
from framescope.profile.sgpt.writer import CaptureWriter


class FailingFile(io.BytesIO):
    """A file on a disk that is full after so many bytes."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def write(self, data: Any) -> int:
        """Refuse what does not fit."""
        if self.tell() + len(data) > self._room:
            raise OSError(28, "No space left on device")
        return super().write(data)


class Pipe(io.RawIOBase):
    """A sink that takes bytes and neither seeks nor reads."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Take ``data``."""
        self.taken += bytes(data)
        return len(data)


# --- sinks


def test_a_file_holds_every_written_frame_before_the_stop(record: Callable[..., Any], tmp_path: Path) -> None:
    """Frames are on their way to disk as they are absorbed; a capture that is not closed opens too."""
    path = tmp_path / "frames.sgpt"
    recording = record(sink=path)
    recording.frames(5)
    recording.graphics.pump()
    assert open_capture(path).frame_count == 5
    assert recording.stop().state == "closed"


def test_a_snapshot_is_the_capture_so_far(recording: Any) -> None:
    """Taking one does not end or disturb the recording."""
    recording.frames(2)
    recording.graphics.pump()
    snapshot = recording.session.snapshot()
    recording.frames(2)
    assert (snapshot.frame_count, recording.stop().frame_count) == (2, 4)


def test_a_snapshot_of_nothing_is_refused(recording: Any) -> None:
    """The capture begins with the first frame."""
    with pytest.raises(SessionError, match="nothing was written yet"):
        recording.session.snapshot()


def test_a_file_of_the_caller_s_is_read_from_where_the_capture_began(record: Callable[..., Any]) -> None:
    """What stood in the file before is left alone, by the snapshot and by the stop."""
    sink = io.BytesIO(b"before")
    sink.seek(0, io.SEEK_END)
    recording = record(sink=sink)
    recording.frames(2)
    recording.graphics.pump()
    snapshot = recording.session.snapshot()
    recording.frames(1)
    assert (snapshot.frame_count, recording.stop().frame_count) == (2, 3)
    assert sink.getvalue().startswith(b"before")


def test_a_sink_that_cannot_be_read_back_keeps_a_whole_capture(record: Callable[..., Any]) -> None:
    """The bytes are all there; only stop() cannot open them, and says that."""
    pipe = Pipe()
    recording = record(sink=pipe)
    recording.frames(2)
    with pytest.raises(SessionError, match="cannot be read back"):
        recording.stop()
    assert open_capture(pipe.taken).frame_count == 2


def test_a_failing_sink_ends_the_recording_and_not_the_program(
    record: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Frames go on, one error is told, and what was written stays readable."""
    sink = FailingFile(room=3500)
    recording = record(sink=sink)
    with caplog.at_level(logging.ERROR, "framescope.session"):
        recording.frames(30)
    written = recording.session.frames_written
    assert 0 < written < 30
    assert (len(caplog.records), recording.session.stopped.result[0]) == (1, "failed")
    assert caplog.messages[0].startswith("the recording ended: cannot write ")
    with pytest.raises(SessionError, match="No space left on device"):
        recording.stop()
    assert open_capture(sink.getvalue()).frame_count == written


def test_a_sink_that_fails_at_once_lets_the_frames_pass(record: Callable[..., Any]) -> None:
    """Not even META fits: rendering goes on, and stop() tells."""
    recording = record(sink=FailingFile(room=10))
    recording.frames(3)
    with pytest.raises(SessionError, match="No space left on device"):
        recording.stop()


def test_a_frame_that_cannot_be_written_keeps_its_place(
    recording: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault in the encoding costs one frame: it is skipped with the reason, and the recording goes on."""
    write_frame = CaptureWriter.write_frame

    def refuse_the_second(writer: CaptureWriter, frame: FrameData) -> int:
        if frame.number == 1 and frame.status is FrameStatus.COMPLETE:
            raise OverflowError("a count that fits no field")
        return write_frame(writer, frame)

    monkeypatch.setattr(CaptureWriter, "write_frame", refuse_the_second)
    recording.frames(3)
    frames = list(recording.stop().frames())
    assert [(frame.number, frame.status) for frame in frames] == [(0, "complete"), (1, "skipped"), (2, "complete")]
    assert frames[1].reason == "the recorder failed: OverflowError: a count that fits no field"
    assert (recording.session.frames_lost, len(caplog.records)) == (1, 1)


def test_a_failed_session_frees_its_graphics_context(record: Callable[..., Any]) -> None:
    """The next session may record where the failed one did."""
    recording = record(sink=FailingFile(room=10))
    recording.frames(1)
    with GPUProfileSession() as second, second.frame(recording.graphics):
        pass
    assert second.stop().frame_count == 1


def test_bytes_written_is_signalled_for_each_frame(recording: Any) -> None:
    """The signal carries the length of the capture, growing."""
    seen: list[int] = []
    recording.session.on_bytes_written.add(seen.append)
    recording.frames(4)
    recording.graphics.pump()
    assert (len(seen), seen == sorted(seen), seen[-1]) == (4, True, recording.session.bytes_written)


def test_the_byte_budget_warns_once_and_stops_nothing(
    record: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    """The warning names the level and the rate; every frame is recorded all the same."""
    recording = record(byte_budget=100)
    with caplog.at_level(logging.WARNING, "framescope.session"):
        recording.frames(10)
        capture = recording.stop()
    (warning,) = caplog.records
    assert "level WORKLOAD takes" in warning.getMessage()
    assert "a second" in warning.getMessage()
    assert capture.frame_count == 10

"""Disks that fill up, pipes whose reader left, places that cannot be written: frames go on, one error is told."""

from __future__ import annotations

import io
import logging
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from framescope.profile.capture import open_capture
from framescope.profile.errors import SessionError
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.source import open_source

FRAMES = 30


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """No file of this process grows beyond ``size`` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def told_once(recording: Any, caplog: pytest.LogCaptureFixture, error: str) -> None:
    """All frames were rendered; the log has one error, and stop() raises it."""
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    with pytest.raises(SessionError, match=error):
        recording.stop()
    with pytest.raises(SessionError, match=error):
        recording.stop()
    assert recording.session.stopped.result[0] == "failed"


@pytest.mark.parametrize("size", [3500, 4200, 5000])
@pytest.mark.parametrize("buffered", [None, 0, 1 << 20])
def test_a_full_disk_keeps_what_was_written(
    size: int,
    buffered: int | None,
    record: Callable[..., Any],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """By path, and by a file object with a buffer and without: every frame reported as written can be read."""
    path = tmp_path / "frames.sgpt"
    sink: Any = path if buffered is None else path.open("w+b", buffering=buffered)
    recording = record(sink=sink)
    with caplog.at_level(logging.ERROR, "framescope.session"), disk_of(size):
        recording.frames(FRAMES)
        written = recording.session.frames_written
        told_once(recording, caplog, "File too large")
    if buffered is not None:
        sink.close()  # what its buffer still held goes where there is room now
    assert 0 < written < FRAMES
    capture = open_capture(path.read_bytes(), check=True)
    assert capture.frame_numbers[:written] == list(range(written))
    assert all(frame.timed.all() for frame in capture.frames())


def test_a_pipe_whose_reader_left_ends_the_recording(
    record: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    """What went through it before is a capture."""
    reader, writer = os.pipe()
    with os.fdopen(writer, "wb", buffering=0) as sink, os.fdopen(reader, "rb", buffering=0) as pipe:
        recording = record(sink=sink)
        recording.frames(3)
        recording.graphics.pump()
        through = pipe.read(1 << 16)
        pipe.close()
        with caplog.at_level(logging.ERROR, "framescope.session"):
            recording.frames(FRAMES)
            told_once(recording, caplog, "Broken pipe")
    audit = audit_capture(open_source(through))
    assert (audit.frames, audit.lost, audit.state) == (3, [], "not closed")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a place where nobody can make files")
def test_a_place_that_cannot_be_written_ends_the_recording(
    record: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Even where the permissions promised otherwise."""
    recording = record(sink="/proc/frames.sgpt")
    with caplog.at_level(logging.ERROR, "framescope.session"):
        recording.frames(3)
        told_once(recording, caplog, r"cannot write /proc/frames\.sgpt")


def test_a_file_its_owner_closed_ends_the_recording(
    record: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    """A sink may go away between two frames."""
    sink = io.BytesIO()
    recording = record(sink=sink)
    recording.frames(3)
    recording.graphics.pump()
    sink.close()
    with caplog.at_level(logging.ERROR, "framescope.session"):
        recording.frames(FRAMES)
        told_once(recording, caplog, "closed file")


def test_notes_and_counters_of_the_frames_before_a_failure_stay(record: Callable[..., Any], tmp_path: Path) -> None:
    """They are in the file when their frame is."""
    path = tmp_path / "frames.sgpt"
    recording = record(sink=path)
    with disk_of(6000):
        for number in range(FRAMES):
            recording.session.counter("number", number)
            recording.frames(1)
            if recording.session.recording:
                recording.session.note(f"frame {number}")
        written = recording.session.frames_written
        with pytest.raises(SessionError, match="File too large"):
            recording.stop()
    with open_capture(path) as capture:
        assert [frame.counters["number"] for frame in capture.frames()][:written] == list(range(written))
        assert [note.text for note in capture.notes][:written] == [f"frame {number}" for number in range(written)]

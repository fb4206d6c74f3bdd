"""A recording's memory does not grow with its length, nor a reader's with what a file claims."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import tracemalloc
from pathlib import Path

import pytest
from capture_builders import PASSES, make_frame, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.errors import NotACapture
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.source import opened_source

TESTS = str(Path(__file__).parents[2])
RECORDING = """
    import sys
    sys.path.insert(0, sys.argv[1])
    from capture_builders import PASSES, TOPOLOGY, make_frame, make_work
    from framescope.profile.capture_stream import CaptureStream
    from framescope.profile.levels import GPUProfileLevel
    from framescope.profile.meta import SessionMeta

    path, frames = sys.argv[2], int(sys.argv[3])
    stream = CaptureStream(path, SessionMeta(GPUProfileLevel.WORKLOAD, "", {}), force=False)
    stream.seal()
    work = make_work(PASSES)
    for number in range(frames):
        stream.write(make_frame(number, topology=TOPOLOGY, work=work, counters={"live_bytes": number}))
        if number % 1000 == 0:
            stream.note("a thousand frames", number)
    stream.close()
    capture = stream.capture()
    # not getrusage: what the parent held when it forked counts there
    (peak,) = (line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:"))
    print(1024 * int(peak), capture.header.closed)
"""


def peak_of_recording(path: Path, frames: int) -> int:
    """Peak resident bytes of a process that records so many frames to disk and stops."""
    program = [sys.executable, "-c", textwrap.dedent(RECORDING), TESTS, str(path), str(frames)]
    child = subprocess.run(program, check=True, capture_output=True, text=True)
    peak, closed = child.stdout.split()
    assert closed == "True"
    return int(peak)


def check_recording(folder: Path, few: int, many: int) -> None:
    """Both are whole, and the long one took no more than 10 MB more."""
    peaks = [peak_of_recording(folder / f"{frames}.sgpt", frames) for frames in (few, many)]
    with open_capture(folder / f"{many}.sgpt") as capture:
        assert (capture.frame_count, capture.lost) == (many, [])
    print(f"peak of {few} frames {peaks[0]}, of {many} frames {peaks[1]}")
    assert peaks[1] - peaks[0] <= 10_000_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_recording_of_twenty_thousand_frames_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    """Within 10 MB, the capture that stop() returns included."""
    check_recording(tmp_path, 200, 20_000)


@pytest.mark.campaign
def test_a_recording_of_two_hundred_thousand_frames_takes_no_more_memory_than_one_of_two_thousand(
    tmp_path: Path,
) -> None:
    """Within 10 MB."""
    check_recording(tmp_path, 2_000, 200_000)


@pytest.fixture
def sparse(tmp_path: Path) -> Path:
    """A capture that was never stopped, in a file of 4 TiB that is a hole behind it."""
    path = tmp_path / "sparse.sgpt"
    path.write_bytes(write_capture([make_frame(number) for number in range(3)], close=False))
    os.truncate(path, 4 << 40)
    return path


def test_a_file_larger_than_memory_is_read_without_being_held(sparse: Path) -> None:
    """The hole is one loss; neither time nor memory is spent on it, and following frames would be found behind it."""
    tracemalloc.start()
    with open_capture(sparse, check=True) as capture, opened_source(sparse) as source:
        audit = audit_capture(source)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert capture.frame_numbers == [0, 1, 2]
        (lost,) = capture.lost
        assert lost.offset + lost.length == 4 << 40
        assert (audit.frames, audit.lost) == (3, [lost])
    assert peak < 8 << 20


def test_a_foreign_file_larger_than_memory_is_refused(tmp_path: Path) -> None:
    """By its first bytes."""
    path = tmp_path / "hole"
    path.touch()
    os.truncate(path, 4 << 40)
    with pytest.raises(NotACapture):
        open_capture(path)


def test_a_large_record_that_is_damaged_is_not_held(tmp_path: Path) -> None:
    """200 MB that a length claims, and that are there, are checksummed piece by piece."""
    path = tmp_path / "large.sgpt"
    size = 200 << 20
    path.write_bytes(Header().encode() + b"SRECFRAM" + size.to_bytes(4, "little") + b"\x01\x02\x03\x04")
    os.truncate(path, 48 + size)
    tracemalloc.start()
    with open_capture(path, check=True) as capture:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert [(lost.offset, lost.length) for lost in capture.lost] == [(32, size + 16)]
    assert peak < 8 << 20


def test_records_behind_a_hole_are_found(tmp_path: Path) -> None:
    """A hole in the middle is a loss between whole records."""
    whole = write_capture([make_frame(number, passes=PASSES) for number in range(3)], close=False)
    path, behind = tmp_path / "hole.sgpt", 1 << 40
    path.write_bytes(whole)
    with path.open("r+b") as file:
        file.seek(behind)
        file.write(encode_record(behind, b"NOTE", b'{"frame":null,"text":"here"}    '))
    with open_capture(path) as capture:
        assert [note.text for note in capture.notes] == ["here"]
        assert [(lost.offset, lost.length) for lost in capture.lost] == [(len(whole), behind - len(whole))]

"""Where captures are written to and read from."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from capture_builders import make_frame, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.errors import CaptureExists, SessionError
from framescope.profile.sgpt.writer import CaptureWriter

CAPTURE = write_capture([make_frame(number) for number in range(3)], {"note": "three frames"})


class Pipe(io.RawIOBase):
    """A stream that only takes bytes."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += bytes(data)[:1000]  # a raw stream may take less than it is given
        return min(len(data), 1000)


class Dribble(io.RawIOBase):
    """A stream that gives at most ``piece`` bytes a read."""

    def __init__(self, data: bytes, piece: int, *, can_seek: bool) -> None:
        self._inner = io.BytesIO(data)
        self._piece = piece
        self._can_seek = can_seek

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._can_seek

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._inner.seek(offset, whence)

    def tell(self) -> int:
        return self._inner.tell()

    def read(self, size: int = -1) -> bytes:
        return self._inner.read(min(size, self._piece) if size >= 0 else self._piece)


class Full(io.BytesIO):
    """A disk with room for ``room`` bytes, which then has room again."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self._room = room

    def write(self, data: Any) -> int:
        if self._room == 0:
            self._room = 1 << 30
            raise OSError(28, "No space left on device")
        taken = min(len(data), self._room)
        self._room -= taken
        return super().write(bytes(data)[:taken])


def write_frames(writer: CaptureWriter, count: int = 3) -> None:
    """Write some frames and close."""
    for number in range(count):
        writer.write_frame(make_frame(number))
    writer.close()


@pytest.mark.parametrize("can_seek", [True, False])
@pytest.mark.parametrize("piece", [1, 2, 3, 7, 4095, 4096])
def test_a_file_that_gives_little_at_a_time_reads_the_same(piece: int, can_seek: bool) -> None:
    """The size of the pieces in which bytes arrive changes nothing."""
    capture = open_capture(Dribble(CAPTURE, piece, can_seek=can_seek), check=True)
    assert (capture.to_bytes(), capture.frame_count, capture.lost) == (CAPTURE, 3, [])


def test_path_memory_and_stream_hold_the_same_bytes(tmp_path: Path) -> None:
    """A capture does not depend on where it is written."""
    path, file = tmp_path / "a.sgpt", io.BytesIO()
    for sink in (path, file):
        writer = CaptureWriter(sink, {"note": "three frames"})
        write_frames(writer)
        assert len(CAPTURE) == writer.bytes_written
    assert CAPTURE == path.read_bytes() == file.getvalue()


def test_a_stream_that_cannot_seek_holds_a_valid_capture() -> None:
    """The header's pointer stays 0; the last block still says that the recording was stopped."""
    pipe = Pipe()
    write_frames(CaptureWriter(pipe, {}))
    assert bytes(16) == bytes(pipe.data[16:32])
    capture = open_capture(bytes(pipe.data))
    assert (capture.state, capture.frame_count, capture.lost) == ("closed", 3, [])


def test_a_file_opened_for_appending_is_not_patched(tmp_path: Path) -> None:
    """Such a file would take the header's patch at its end."""
    with (tmp_path / "a.sgpt").open("ab") as file:
        write_frames(CaptureWriter(file, {}))
    capture = open_capture(tmp_path / "a.sgpt")
    assert (capture.state, capture.frame_count, capture.lost) == ("closed", 3, [])


def test_a_capture_inside_a_larger_file_counts_from_its_own_beginning() -> None:
    """Offsets are relative to where the stream stood."""
    file = io.BytesIO(b"a header of somebody else's")
    file.seek(0, os.SEEK_END)
    start = file.tell()
    write_frames(CaptureWriter(file, {}))
    file.seek(start)
    assert (lambda capture: (capture.state, capture.frame_count))(open_capture(file)) == ("closed", 3)


def test_the_path_stays_untouched_until_the_first_record(tmp_path: Path) -> None:
    """A recording that is set up and never begun leaves no file; one that was closed leaves a valid one."""
    path = tmp_path / "a.sgpt"
    writer = CaptureWriter(path, {})
    assert not path.exists()
    writer.close()
    assert open_capture(path).frame_count == 0


def test_a_path_holds_a_valid_capture_after_every_frame(tmp_path: Path) -> None:
    """Records reach the file as they are written, not at the end."""
    path = tmp_path / "a.sgpt"
    writer = CaptureWriter(path, {})
    for number in range(3):
        writer.write_frame(make_frame(number))
        capture = open_capture(path)
        assert (number + 1, "not closed") == (capture.frame_count, capture.state)
        capture.close()
    writer.close()


@pytest.mark.parametrize("content", [b"precious notes", b"SGP"])
def test_a_foreign_file_is_not_overwritten(tmp_path: Path, content: bytes) -> None:
    """What is no capture is refused before anything happens to it, unless the caller insists."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(CaptureExists, match="no capture"):
        CaptureWriter(path, {})
    assert content == path.read_bytes()
    write_frames(CaptureWriter(path, {}, force=True))
    assert open_capture(path).frame_count == 3


@pytest.mark.parametrize("content", [CAPTURE * 3, b""], ids=["a longer capture", "an empty file"])
def test_a_capture_or_an_empty_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    """Nothing of the old content is left behind."""
    path = tmp_path / "a.sgpt"
    path.write_bytes(content)
    write_frames(CaptureWriter(path, {"note": "three frames"}))
    assert path.read_bytes() == CAPTURE


def test_two_writers_on_one_path_are_refused(tmp_path: Path) -> None:
    """The second one gets an error, and the first one's capture is whole."""
    path = tmp_path / "a.sgpt"
    first, second = CaptureWriter(path, {}), CaptureWriter(path, {})
    first.write_frame(make_frame(0))
    with pytest.raises(SessionError, match="another recording"):
        second.write_frame(make_frame(0))
    first.close()
    assert (open_capture(path).state, open_capture(path).frame_count) == ("closed", 1)


@pytest.mark.parametrize("where", ["missing/a.sgpt", "."])
def test_a_path_that_cannot_be_written_is_refused_at_once(tmp_path: Path, where: str) -> None:
    """A missing folder or a folder itself is an error when the writer is made, naming the path."""
    with pytest.raises(SessionError, match="cannot write"):
        CaptureWriter(tmp_path / where, {})


def test_a_sink_is_a_path_a_file_or_nothing() -> None:
    """Anything else is refused by the name of its type."""
    with pytest.raises(SessionError, match="int"):
        CaptureWriter(7, {})  # type: ignore[arg-type]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_at_the_first_byte_is_one_clear_error() -> None:
    """Nothing was recorded, and the error names the sink."""
    with pytest.raises(SessionError) as caught:
        CaptureWriter("/dev/full", {}).seal()
    assert str(caught.value) == "cannot write /dev/full: No space left on device"


@pytest.mark.parametrize("room", range(len(CAPTURE) // 2, len(CAPTURE) + 16, 97))
def test_a_disk_that_fills_up_keeps_the_frames_before(room: int) -> None:
    """The first failure ends the capture, though the disk would take bytes again; the torn record is cut off."""
    disk = Full(room)
    writer = CaptureWriter(disk, {"note": "three frames"})
    with pytest.raises(SessionError, match="No space left"):
        write_frames(writer, 100)
    with pytest.raises(SessionError, match="ended earlier"):
        writer.write_note("after the failure")
    writer.close()
    capture = open_capture(disk.getvalue())
    assert (writer.frames_written, "not closed", []) == (capture.frame_count, capture.state, capture.lost)


def test_a_closed_stream_is_one_clear_error() -> None:
    """A sink that its owner closed ends the capture like a full disk."""
    file = io.BytesIO()
    writer = CaptureWriter(file, {})
    writer.seal()
    file.close()
    with pytest.raises(SessionError, match="closed file"):
        writer.write_frame(make_frame(0))


def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    """`close` is idempotent, and a closed capture takes nothing more."""
    writer = CaptureWriter(None, {})
    writer.close()
    data = writer.to_bytes()
    writer.close()
    assert data == writer.to_bytes()
    with pytest.raises(SessionError, match="closed"):
        writer.write_frame(make_frame(0))


def test_only_memory_gives_its_bytes_back(tmp_path: Path) -> None:
    """A capture on a path says where it is instead."""
    with CaptureWriter(tmp_path / "a.sgpt", {}) as writer, pytest.raises(SessionError, match=r"a\.sgpt"):
        writer.to_bytes()


KILLED = """
import os, sys
sys.path.insert(0, {tests!r})
from capture_builders import make_frame
from framescope.profile.sgpt.writer import CaptureWriter
writer = CaptureWriter(sys.argv[1], {{}})
for number in range(5):
    writer.write_frame(make_frame(number))
os.abort()
"""


def test_a_process_that_aborts_leaves_every_frame_it_wrote(tmp_path: Path) -> None:
    """Nothing waits in a buffer of ours when the driver ends the process."""
    path = tmp_path / "a.sgpt"
    tests = str(Path(__file__).parents[2])
    child = subprocess.run([sys.executable, "-c", KILLED.format(tests=tests), str(path)], check=False)
    assert child.returncode < 0
    capture = open_capture(path)
    assert (capture.frame_count, capture.state, capture.lost) == (5, "not closed", [])

"""Memory does not grow with the length of a capture."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from capture_builders import PASSES, make_frame, make_work

from framescope.profile.capture import Capture, open_capture
from framescope.profile.export.chrome_trace import write_chrome_trace
from framescope.profile.export.csv_table import write_csv
from framescope.profile.export.perfetto_trace import write_perfetto_trace
from framescope.profile.sgpt.writer import CaptureWriter

Write = Callable[[Capture, IO[bytes]], None]


class Sink(io.RawIOBase):
    """Counts what is written and keeps nothing."""

    written = 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.written += len(data)
        return len(data)


def recorded(path: Path, frames: int) -> Path:
    """A capture of so many frames on disk."""
    work = make_work(PASSES)
    writer = CaptureWriter(path, {"ns_per_tick": 1.0})
    for number in range(frames):
        stamps = {"cpu_begin_ns": 1000 * number, "cpu_submit_ns": 1000 * number + 100}
        writer.write_frame(
            make_frame(number, [(20 * number + k, 20 * number + k + 9) for k in (1, 5, 9)], work=work, **stamps)
        )
    writer.close()
    return path


def peak(path: Path, write: Write) -> int:
    """The largest number of bytes that Python holds while it exports."""
    with open_capture(path) as capture:
        tracemalloc.start()
        write(capture, Sink())
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return most


@pytest.mark.parametrize("write", [write_chrome_trace, write_perfetto_trace, write_csv])
def test_ten_times_the_frames_take_no_more_memory(tmp_path: Path, write: Write) -> None:
    """What is written is gone: a long capture is as easy as a short one, but for its index."""
    short, long = (recorded(tmp_path / f"{frames}.sgpt", frames) for frames in (150, 1500))
    peak(short, write)  # what is imported and cached the first time
    assert peak(long, write) - peak(short, write) < 500_000  # of what is written, each holds more

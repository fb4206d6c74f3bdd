"""Writes closed frames, and keeps an eye on what that costs and how long the capture gets."""

from __future__ import annotations

import time

from framescope.profile.byte_budget import ByteBudget
from framescope.profile.capture_stream import CaptureStream
from framescope.profile.frame_report import FrameReport
from framescope.shade.signal import Signal

__all__ = ["FrameWriter"]


class FrameWriter:
    """The last step of a frame.

    Args:
        stream: Where frames go.
        budget: Told how long the capture is.
        on_bytes_written: Sent after each frame, with the length of the capture.
    """

    __slots__ = ("_budget", "_cost_ns", "_on_bytes_written", "_started_ns", "_stream")

    def __init__(self, stream: CaptureStream, budget: ByteBudget, on_bytes_written: Signal) -> None:
        self._stream = stream
        self._budget = budget
        self._on_bytes_written = on_bytes_written
        self._started_ns = time.perf_counter_ns()
        self._cost_ns = 0

    def write(self, report: FrameReport) -> None:
        """Write ``report``; its cost takes in the writing of the frame before, since its own is not known yet.

        Raises:
            SessionError: The sink failed.
        """
        started = time.perf_counter_ns()
        if report.recorder_cost_ns is not None:
            report.recorder_cost_ns += self._cost_ns
        self._stream.write(report)
        written = self._stream.bytes_written
        self._budget.observe(written, self._stream.frames_written, (started - self._started_ns) / 1e9)
        self._cost_ns = time.perf_counter_ns() - started
        if self._on_bytes_written.handlers:
            self._on_bytes_written.send(written)

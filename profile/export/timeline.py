"""Frames on one axis of nanoseconds, though two clocks measured them.

The CPU's stamps lie where they are, counted from the first one. Where the GPU's ticks lie among them nobody knows, so
they are placed *nominally*. Frames keep the distances that the GPU's clock gives them, beginning with the first at its
submit, and move as little as three things ask that are known: work begins after its submit, it ended before its
timestamps were read back, and what did not overlap on the GPU's clock does not here.
"""

from __future__ import annotations

from dataclasses import dataclass

from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.sgpt.ticks import scale_ticks

__all__ = ["CpuStamps", "PlacedFrame", "Timeline"]


@dataclass(frozen=True, slots=True)
class CpuStamps:
    """Nanoseconds after the axis' zero; None where a stamp is unknown, or lies before the one that it must follow."""

    begin: int | None
    encode_end: int | None
    submit: int | None
    absorbed: int | None


@dataclass(frozen=True, slots=True)
class PlacedFrame:
    """A frame on the axis.

    Attributes:
        frame: The frame.
        cpu: Its stamps.
        at: Where to show what is said of the frame as a whole.
        gpu_at: Where to show what is said of its GPU passes that have no time.
        spans: Begin and end of each GPU pass in nanoseconds, None for one without a valid time.
    """

    frame: CapturedFrame
    cpu: CpuStamps
    at: int
    gpu_at: int
    spans: list[tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class _Placement:
    """Ticks of the frame that was placed last, and where they went."""

    first: int
    last: int
    at: int
    end: int


class Timeline:
    """Places frames one after the other, in the order of the capture.

    Attributes:
        ns_per_tick: The unit of the GPU's clock; 1 where it is unknown, and then ``unit_known`` is False.
    """

    def __init__(self, capture: Capture) -> None:
        self.unit_known = capture.ns_per_tick is not None
        self.ns_per_tick = 1.0 if capture.ns_per_tick is None else capture.ns_per_tick
        self._cpu_zero: int | None = None
        self._gpu: _Placement | None = None
        self._at = 0

    def place(self, frame: CapturedFrame) -> PlacedFrame:
        """The frame on the axis. What was placed before does not move."""
        cpu = self._stamps(frame)
        if cpu.begin is not None:
            self._at = cpu.begin
        spans: list[tuple[int, int] | None] = [None] * len(frame.timed)
        gpu_at = self._at if cpu.submit is None else cpu.submit
        timed = frame.timed.nonzero()[0].tolist()
        if timed:
            begins, ends = frame.begin[timed].tolist(), frame.end[timed].tolist()
            epoch = min(begins)
            gpu_at = self._gpu_place(epoch, max(ends), cpu)
            for index, begin, end in zip(timed, begins, ends, strict=True):
                first, last = (scale_ticks(tick - epoch, self.ns_per_tick) for tick in (begin, end))
                spans[index] = gpu_at + first, gpu_at + last
        if cpu.begin is None:
            self._at = max(self._at, gpu_at)
        return PlacedFrame(frame, cpu, self._at, gpu_at, spans)

    def _stamps(self, frame: CapturedFrame) -> CpuStamps:
        stamps = (frame.cpu_begin_ns, frame.cpu_encode_end_ns, frame.cpu_submit_ns, frame.cpu_absorbed_ns)
        if self._cpu_zero is None:
            self._cpu_zero = next((stamp for stamp in stamps if stamp is not None), None)
        after, known = 0, []
        for stamp in stamps:
            placed = None if stamp is None or self._cpu_zero is None else stamp - self._cpu_zero
            known.append(placed if placed is not None and placed >= after else None)
            after = after if known[-1] is None else known[-1]
        return CpuStamps(*known)

    def _gpu_place(self, first: int, last: int, cpu: CpuStamps) -> int:
        """Where the work between these two ticks begins."""
        if self._gpu is None:
            self._gpu = _Placement(first, first, self._at if cpu.submit is None else cpu.submit, 0)
        before = self._gpu
        since, extent = (scale_ticks(ticks, self.ns_per_tick) for ticks in (first - before.first, last - first))
        at = before.at + since if since >= 0 or cpu.submit is not None else before.end  # the clock was reset
        latest = None if cpu.absorbed is None else cpu.absorbed - extent
        if latest is not None:
            at = min(at, latest)
        if cpu.submit is not None:  # a driver that works inside of submit ends before that stamp is taken
            at = max(at, cpu.submit if latest is None else min(cpu.submit, latest))
        at = max(at, 0 if cpu.begin is None else cpu.begin)
        if first >= before.last:
            at = max(at, before.end)
        self._gpu = _Placement(first, last, at, at + extent)
        return at

"""Where the time of a range of frames went, pass by pass.

A pass's time in a frame is the union of its timed spans, never their sum; spans without a valid time are in no figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.grouping import FrameStack, PassGroup, PassKey, stack_frames
from framescope.profile.analysis.percentiles import Distribution, nearest_rank
from framescope.profile.analysis.report import PassStats, StatsReport
from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.sgpt.intervals import union_ticks

__all__ = ["frame_stats"]

Values = npt.NDArray[np.uint64]


def frame_stats(capture: Capture, start: int | None = None, stop: int | None = None) -> StatsReport:
    """Statistics of the frames with ``start <= number < stop``; damaged frames are left out and counted as lost."""
    seen = _Frames()
    passes: dict[PassKey, _PassFigures] = {}
    extents: list[Values] = []
    unions: list[Values] = []
    for stack in stack_frames(seen.watch(capture.frames(start, stop))):
        extent, union = _frame_times(stack)
        extents.append(extent)
        unions.append(union)
        for group in stack.groups:
            passes.setdefault(group.key, _PassFigures()).add(stack, group)
    union_distribution = Distribution.of(_joined(unions))
    total = None if union_distribution is None else union_distribution.total
    scale = capture.ns_per_tick
    rows = [figures.row(key, total, scale) for key, figures in passes.items()]
    return StatsReport(
        frames=len(seen.numbers),
        first=seen.numbers[0] if seen.numbers else None,
        last=seen.numbers[-1] if seen.numbers else None,
        statuses=dict(seen.statuses),
        spans=seen.spans,
        timed=seen.spans - seen.untimed.total(),
        untimed=dict(seen.untimed),
        lost=len(capture.lost),
        ns_per_tick=scale,
        backend=_backend(capture),
        extent=Distribution.of(_joined(extents)),
        union=union_distribution,
        cpu_frame_ns=Distribution.of(np.array(seen.cpu_frame_ns, np.uint64)),
        passes=tuple(sorted(rows, key=_by_total)),
    )


@dataclass(slots=True)
class _Frames:
    """What is counted of frames on their way to the stacks."""

    numbers: list[int] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    untimed: Counter[str] = field(default_factory=Counter)
    spans: int = 0
    cpu_frame_ns: list[int] = field(default_factory=list)

    def watch(self, frames: Iterator[CapturedFrame]) -> Iterator[CapturedFrame]:
        for frame in frames:
            self.numbers.append(frame.number)
            self.statuses[frame.status] += 1
            self.untimed.update(frame.untimed)
            self.spans += len(frame.state)
            if frame.cpu_frame_ns is not None:
                self.cpu_frame_ns.append(frame.cpu_frame_ns)
            yield frame


@dataclass(slots=True)
class _PassFigures:
    """What is gathered of one pass over the stacks."""

    times: list[Values] = field(default_factory=list)
    gpu_passes: list[Values] = field(default_factory=list)
    dispatches: list[Values] = field(default_factory=list)
    draws: list[Values] = field(default_factory=list)
    invocations: list[Values] = field(default_factory=list)
    partial: bool = False

    def add(self, stack: FrameStack, group: PassGroup) -> None:
        columns = group.columns
        timed = stack.timed[:, columns]
        times = union_ticks(stack.begin[:, columns], stack.end[:, columns], timed)
        self.times.append(times[timed.any(axis=1)])
        self.gpu_passes.append(np.full(len(timed), len(columns), np.uint64))
        if stack.dispatches is None or stack.invocations is None or stack.partial is None or stack.draws is None:
            return
        if len(group.compute):  # a render pass has no dispatches to count: that is not a count of 0
            self.dispatches.append(stack.dispatches[:, group.compute].sum(axis=1, dtype=np.uint64))
            self.invocations.append(stack.invocations[:, group.compute].sum(axis=1, dtype=np.uint64))
            self.partial |= bool(stack.partial[:, group.compute].any())
        if len(group.render):
            self.draws.append(stack.draws[:, group.render].sum(axis=1, dtype=np.uint64))

    def row(self, key: PassKey, total: int | None, ns_per_tick: float | None) -> PassStats:
        ticks = Distribution.of(_joined(self.times))
        return PassStats(
            path=key[0],
            attributed=key[1],
            gpu_passes=nearest_rank(np.sort(_joined(self.gpu_passes)), 50),
            n=sum(map(len, self.times)),
            ticks=ticks,
            ns=None if ticks is None else ticks.in_ns(ns_per_tick),
            share=ticks.total / total if ticks is not None and total else None,
            dispatches=_median(self.dispatches),
            draws=_median(self.draws),
            invocations=None if self.partial else _median(self.invocations),
        )


def _frame_times(stack: FrameStack) -> tuple[Values, Values]:
    any_timed = stack.timed.any(axis=1)
    begin, end, timed = stack.begin[any_timed], stack.end[any_timed], stack.timed[any_timed]
    if not len(begin):
        return np.zeros(0, np.uint64), np.zeros(0, np.uint64)
    first = np.where(timed, begin, np.uint64(0xFFFFFFFFFFFFFFFF)).min(axis=1)
    return np.where(timed, end, np.uint64(0)).max(axis=1) - first, union_ticks(begin, end, timed)


def _joined(parts: list[Values]) -> Values:
    return np.concatenate(parts) if parts else np.zeros(0, np.uint64)


def _median(parts: list[Values]) -> int | None:
    return nearest_rank(np.sort(_joined(parts)), 50) if parts else None


def _by_total(row: PassStats) -> tuple[int, str]:
    return (-1 if row.ticks is None else row.ticks.total) * -1, row.path


def _backend(capture: Capture) -> str | None:
    adapter = capture.meta.get("adapter")
    backend = adapter.get("backend_type") if isinstance(adapter, dict) else None
    return backend if isinstance(backend, str) else None

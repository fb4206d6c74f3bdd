"""Where the time of a range of frames went, pass by pass.

A pass's time in a frame is the union of its timed spans, never their sum; spans without a valid time are in no figure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.frame_facts import FrameFacts
from framescope.profile.analysis.grouping import FrameStack, PassGroup, PassKey, stack_frames
from framescope.profile.analysis.percentiles import Distribution, distributions, nearest_rank
from framescope.profile.analysis.report import PassStats, StatsReport
from framescope.profile.capture import Capture

__all__ = ["frame_stats"]

Values = npt.NDArray[np.uint64]


def frame_stats(capture: Capture, start: int | None = None, stop: int | None = None) -> StatsReport:
    """Statistics of the frames with ``start <= number < stop``; damaged frames are left out and counted as lost."""
    facts = FrameFacts()
    passes: dict[PassKey, _PassFigures] = {}
    extents: list[Values] = []
    unions: list[Values] = []
    for stack in facts.watch(stack_frames(capture, start, stop)):
        extents.append(stack.extent_ticks())
        unions.append(stack.union_ticks())
        for group in stack.groups:
            passes.setdefault(group.key, _PassFigures()).add(stack, group)
    union_distribution = Distribution.of(_joined(unions))
    total = None if union_distribution is None else union_distribution.total
    scale, numbers = capture.ns_per_tick, facts.numbers
    ticks = distributions([_joined(figures.times) for figures in passes.values()])
    rows = [
        figures.row(key, of_pass, total, scale) for (key, figures), of_pass in zip(passes.items(), ticks, strict=True)
    ]
    return StatsReport(
        frames=len(numbers),
        first=numbers[0] if numbers else None,
        last=numbers[-1] if numbers else None,
        statuses=dict(facts.statuses),
        spans=facts.spans,
        timed=facts.spans - facts.untimed.total(),
        untimed=dict(facts.untimed),
        lost=len(capture.lost),
        ns_per_tick=scale,
        backend=_backend(capture),
        extent=Distribution.of(_joined(extents)),
        union=union_distribution,
        cpu_frame_ns=Distribution.of(facts.cpu_frame_ns),
        passes=tuple(sorted(rows, key=_by_total)),
    )


@dataclass(slots=True)
class _PassFigures:
    """What is gathered of one pass over the stacks."""

    times: list[Values] = field(default_factory=list)
    gpu_passes: Counter[int] = field(default_factory=Counter)
    dispatches: list[Values] = field(default_factory=list)
    draws: list[Values] = field(default_factory=list)
    invocations: list[Values] = field(default_factory=list)
    partial: bool = False

    def add(self, stack: FrameStack, group: PassGroup) -> None:
        times, timed = stack.pass_ticks(group)
        self.times.append(times if timed.all() else times[timed])
        self.gpu_passes[len(group.columns)] += len(timed)
        if len(group.compute):  # a render pass has no dispatches to count: that is not a count of 0
            partial = stack.work("compute_partial", group.compute)
            self.partial |= partial is not None and bool(partial.any())
            _gather(self.dispatches, stack.work("dispatches", group.compute))
            _gather(self.invocations, stack.work("invocations", group.compute))
        if len(group.render):
            _gather(self.draws, stack.work("draws", group.render))

    def row(self, key: PassKey, ticks: Distribution | None, total: int | None, ns_per_tick: float | None) -> PassStats:
        return PassStats(
            path=key[0],
            attributed=key[1],
            gpu_passes=_median_of_counted(self.gpu_passes),
            n=sum(map(len, self.times)),
            ticks=ticks,
            ns=None if ticks is None else ticks.in_ns(ns_per_tick),
            share=ticks.total / total if ticks is not None and total else None,
            dispatches=_median(self.dispatches),
            draws=_median(self.draws),
            invocations=None if self.partial else _median(self.invocations),
        )


def _gather(parts: list[Values], more: Values | None) -> None:
    if more is not None:
        parts.append(more)


def _median_of_counted(values: Counter[int]) -> int:
    """The nearest rank of values of which each is given with how often it occurs."""
    reached, half = 0, (values.total() + 1) // 2
    for value in sorted(values):
        reached += values[value]
        if reached >= half:
            break
    return value


def _joined(parts: list[Values]) -> Values:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.zeros(0, np.uint64)


def _median(parts: list[Values]) -> int | None:
    return nearest_rank(np.sort(_joined(parts)), 50) if parts else None


def _by_total(row: PassStats) -> tuple[int, str]:
    return (-1 if row.ticks is None else row.ticks.total) * -1, row.path


def _backend(capture: Capture) -> str | None:
    adapter = capture.meta.get("adapter")
    backend = adapter.get("backend_type") if isinstance(adapter, dict) else None
    return backend if isinstance(backend, str) else None

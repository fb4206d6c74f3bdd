"""Is the clock believable? Two checks of GPU times against themselves, for a real graphics card.

*Doubling*: a kernel with twice the work takes twice as long. *Bracket*: passes that cannot overlap, because each
writes what the one before wrote, add up to the interval between two timestamps of the encoder around them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import wgpu

from framescope.harness.bench.ratios import median
from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.sgpt.ticks import ticks_to_ns
from framescope.shade.command_context import ShadeGPUCommandContext
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor

__all__ = ["BracketReport", "DoublingReport", "bracket", "doubling"]

_WORKGROUPS = 4096
_SIZE = _WORKGROUPS * 64 * 4


def _kernel(work: int) -> ComputePipelineDescriptor:
    """A kernel of dependent multiplications: its time is arithmetic, not memory."""
    code = f"""
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{
            var value = data[id.x] | 1u;
            for (var i = 0u; i < {work}u; i += 1u) {{ value = value * 1664525u + 1013904223u; }}
            data[id.x] = value;
        }}"""
    return ComputePipelineDescriptor(f"multiply {work}", code)


@dataclass(frozen=True, slots=True)
class DoublingReport:
    """Median GPU times of one kernel and of the same with twice the work; None where a tick's length is unknown."""

    work: int
    single_ns: int | None
    double_ns: int | None
    ratio: float


@dataclass(frozen=True, slots=True)
class BracketReport:
    """Disjoint passes against the encoder timestamps around them: medians of the shortest and of ``sum ÷ bracket``."""

    passes: int
    shortest_pass_ns: int | None
    sum_over_bracket: float


class _Clock:
    def __init__(self, graphics: GraphicsContext) -> None:
        self.graphics = graphics
        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC
        self.data = graphics.create_buffer(label="clock data", size=_SIZE, usage=usage)

    def encode(self, context: ShadeGPUCommandContext, kernel: ComputePipelineDescriptor) -> None:
        layout = self.graphics.compute_pipeline(kernel).get_bind_group_layout(0)
        group = self.graphics.create_bind_group(layout=layout, entries=[{"binding": 0, "resource": self.whole()}])
        with context.construct_compute_pass(kernel, {0: group}) as encoder:
            encoder.dispatch_workgroups(_WORKGROUPS)

    def whole(self) -> dict[str, Any]:
        return {"buffer": self.data, "offset": 0, "size": _SIZE}

    def ticks(
        self,
        kernels: list[ComputePipelineDescriptor],
        before: Callable[[ShadeGPUCommandContext], object] = lambda _: None,
        after: Callable[[ShadeGPUCommandContext], object] = lambda _: None,
    ) -> list[int]:
        """The ticks of one pass per kernel, in one submit; ``before`` and ``after`` encode what goes around them."""
        recorder = GPUFrameRecorder(self.graphics)
        context = self.graphics.create_command_context("clock")
        context.enable_profiling(recorder)
        before(context)
        for kernel in kernels:
            self.encode(context, kernel)
        after(context)
        context.finish()
        context.profiling_absorbed.wait(30.0)
        report = recorder.close()
        return [int(end) - int(begin) for begin, end in zip(report.begin, report.end, strict=True)]

    def ns(self, ticks: float) -> int | None:
        return ticks_to_ns(int(ticks), self.graphics.ns_per_tick)


def doubling(graphics: GraphicsContext, work: int = 20_000, rounds: int = 30) -> DoublingReport:
    """Time a kernel and the same kernel with twice the work, taking turns."""
    clock = _Clock(graphics)
    kernels = [_kernel(work), _kernel(2 * work)]
    for _ in range(5):  # clocks and caches settle
        clock.ticks(kernels)
    samples = [clock.ticks(kernels) for _ in range(rounds)]
    single = median([float(pair[0]) for pair in samples])
    double = median([float(pair[1]) for pair in samples])
    return DoublingReport(work, clock.ns(single), clock.ns(double), double / single)


def bracket(graphics: GraphicsContext, passes: int = 20, work: int = 20_000, rounds: int = 20) -> BracketReport:
    """Time ``passes`` dependent passes between two encoder timestamps (``timestamp-query-inside-encoders``)."""
    clock, kernel = _Clock(graphics), _kernel(work)
    queries = graphics.create_query_set(label="bracket", type="timestamp", count=2)
    resolve = wgpu.BufferUsage.QUERY_RESOLVE | wgpu.BufferUsage.COPY_SRC
    resolved = graphics.create_buffer(label="bracket", size=256, usage=resolve)

    def before(context: ShadeGPUCommandContext) -> None:
        context.write_timestamp(queries, 0)

    def after(context: ShadeGPUCommandContext) -> None:
        context.write_timestamp(queries, 1)
        context.resolve_query_set(queries, 0, 2, resolved, 0)

    ratios, shortest = [], []
    for turn in range(rounds + 5):
        ticks = clock.ticks([kernel] * passes, before, after)
        begin, end = np.frombuffer(graphics.read_buffer(resolved, 0, 16), np.uint64).tolist()
        if turn >= 5:
            ratios.append(sum(ticks) / (end - begin))
            shortest.append(float(min(ticks)))
    return BracketReport(passes, clock.ns(median(shortest)), median(ratios))

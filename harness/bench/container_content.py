"""What the containers are measured on: made-up frames of many passes, and the frames of a real capture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.capture import open_capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.session import GPUProfileSession
from framescope.profile.sgpt.model import (
    ComputeColumns,
    FrameData,
    FrameStatus,
    PassList,
    PassListEntry,
    PipelineRef,
    RenderColumns,
    WorkColumns,
)
from framescope.scenes.sponza.scene import SponzaScene
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["Content", "record_atrium", "recorded", "synthetic"]

_EPOCH = 1_800_000_000_000_000_000  # nanoseconds since 1970: what a driver that counts from there says today
_FRAME_NS = 1 << 25
_PIPELINES = 30


@dataclass(frozen=True, slots=True)
class Content:
    """Frames to be written, their times in nanoseconds.

    Attributes:
        frames: Their spans are in nanoseconds.
        spans: Spans of all frames together.
    """

    frames: tuple[FrameData, ...]

    @property
    def spans(self) -> int:
        """Spans of all frames together."""
        return sum(len(frame.state) for frame in self.frames)

    def timing(self) -> Content:
        """The same as level TIMING records it: no work, no graph."""
        return Content(tuple(replace(frame, work=None, cpu_pass_ns=None, topology=None) for frame in self.frames))


def synthetic(frames: int = 600, spans: int = 200, seed: int = 7) -> Content:
    """Frames of one pass list with times and counts drawn anew for every span; three passes in five are compute."""
    rng = np.random.default_rng(seed)
    pipelines = [PipelineRef(f"pipeline {number}", (8, 8, 1)) for number in range(_PIPELINES)]
    entries = tuple(
        PassListEntry(
            f"group {number // 10}/pass {number}",
            f"pass {number}",
            "compute" if number % 5 < 3 else "render",
            number,
            (pipelines[number % _PIPELINES],),
        )
        for number in range(spans)
    )
    passes = PassList(entries)
    return Content(tuple(_made_up(number, passes, rng) for number in range(frames)))


def _made_up(number: int, passes: PassList, rng: np.random.Generator) -> FrameData:
    spans = len(passes)
    lasting, idle = rng.integers(2_000, 120_000, spans), rng.integers(100, 1_000, spans)
    begin = _EPOCH + number * _FRAME_NS + np.cumsum(lasting + idle) - lasting
    cpu = number * _FRAME_NS
    return FrameData(
        number=number,
        renderer_index=number,
        cpu_begin_ns=cpu,
        cpu_encode_end_ns=cpu + int(rng.integers(1_000_000, 9_000_000)),
        cpu_submit_ns=cpu + 10_000_000,
        cpu_absorbed_ns=cpu + 40_000_000,
        recorder_cost_ns=int(rng.integers(100_000, 500_000)),
        pass_list=passes,
        begin=begin.astype(np.uint64),
        end=(begin + lasting).astype(np.uint64),
        state=np.zeros(spans, np.uint8),
        query_set=np.zeros(spans, np.uint8),
        work=_made_up_work(passes.compute_count, passes.render_count, rng),
    )


def _made_up_work(compute: int, render: int, rng: np.random.Generator) -> WorkColumns:
    x, y = (rng.integers(1, most, compute).astype(np.uint64) for most in (240, 135))
    draws, instances = (rng.integers(1, most, render).astype(np.uint64) for most in (400, 2_000))
    one, none = np.ones(compute, np.uint32), np.zeros(compute, np.uint32)
    nothing = np.zeros(render, np.uint64)
    exact = np.uint8(0)
    return WorkColumns(
        ComputeColumns(one, none, x, y, one.astype(np.uint64), x * y * np.uint64(64), np.full(compute, exact)),
        RenderColumns(
            draws.astype(np.uint32),
            np.zeros(render, np.uint32),
            nothing,
            draws * np.uint64(900),
            instances,
            np.full(render, exact),
        ),
    )


def recorded(path: Path) -> Content:
    """The frames of a capture, as they were handed to the writer when it was recorded."""
    with open_capture(path) as capture:
        return Content(tuple(_as_written(frame) for frame in capture.frames() if frame.pass_list is not None))


def _as_written(frame: CapturedFrame) -> FrameData:
    same: dict[str, Any] = {
        name: getattr(frame, name)
        for name in (
            *("number", "renderer_index", "reason", "failed_pass", "pass_list", "topology", "counters"),
            *("cpu_begin_ns", "cpu_encode_end_ns", "cpu_submit_ns", "cpu_absorbed_ns", "recorder_cost_ns"),
            *("begin", "end", "state", "query_set", "work", "cpu_pass_ns"),
        )
    }
    return FrameData(status=FrameStatus[frame.status.upper()], **same)


def record_atrium(graphics: GraphicsContext, path: Path, frames: int, size: tuple[int, int] = (160, 90)) -> None:
    """Record the atrium at level WORKLOAD."""
    target = OffscreenTarget(graphics, size)
    scene = SponzaScene(graphics, size, target.texture_format)
    renderer = Renderer(graphics)
    with GPUProfileSession(path) as session:
        renderer.profile_session = session
        for _ in range(frames):
            render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
    scene.close()
    target.close()

"""Does recording make ``queue.submit`` wait for the GPU? On a GPU-bound compute chain, recording on against off.

A profiler that maps its results the obvious way serialises the CPU behind the GPU and then shows a slow submit. On
the software adapter a submit waits anyway, so the figure means something on a graphics card only.
"""

from __future__ import annotations

import time
from typing import Any

from framescope.harness.bench.ratios import Ratio, median, ratio
from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.compute_chain.scene import ComputeChainScene
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["TARGET", "measure"]

TARGET = 1.5


class _SubmitTimer:
    """Times ``queue.submit`` of one device while installed; wall time, since the question is whether it waits."""

    def __init__(self, queue: Any) -> None:
        self._submit = queue.submit
        self.samples: list[float] = []
        queue.submit = self._timed

    def _timed(self, command_buffers: Any) -> None:
        start = time.perf_counter()
        self._submit(command_buffers)
        self.samples.append(time.perf_counter() - start)

    def take(self) -> list[float]:
        samples, self.samples = self.samples, []
        return samples


def measure(
    graphics: GraphicsContext, frames: int = 100, blocks: int = 3, **parameters: int
) -> tuple[Ratio, dict[str, int]]:
    """Render blocks of frames with recording off and on in turn.

    Args:
        graphics: A fresh context: its queue's ``submit`` is wrapped.
        frames: Frames a block.
        blocks: Blocks of each kind.
        parameters: Of the compute chain; enough work to keep the GPU busy.

    Returns:
        The ratio of median submit times on ÷ off, and medians, with the GPU time of a frame.
    """
    target = OffscreenTarget(graphics, (64, 64))
    scene = ComputeChainScene(graphics, (64, 64), target.texture_format, **parameters)
    renderer, timer = Renderer(graphics), _SubmitTimer(graphics.queue)
    samples: dict[str, list[float]] = {"off": [], "on": []}
    extents = []
    for _ in range(blocks):
        for arm in ("off", "on"):
            session = GPUProfileSession(None, level=GPUProfileLevel.WORKLOAD) if arm == "on" else None
            if session is not None:
                session.start()
            renderer.profile_session = session
            for frame in range(frames):
                render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
                if frame == 10:
                    timer.take()  # the queue has filled by now
            samples[arm] += timer.take()
            if session is not None:
                capture = session.stop()
                extents += [frame.gpu_extent_ns for frame in capture.frames(10, frames)]
    figures = {f"submit_{arm}_ns": round(median(times) * 1e9) for arm, times in samples.items()}
    known = [float(extent) for extent in extents if extent is not None]
    if known:
        figures["gpu_extent_ns"] = round(median(known))
    count = min(map(len, samples.values()))
    return ratio(samples["on"][:count], samples["off"][:count], TARGET), figures

"""Does anything grow? Thousands of recorded frames of the compute chain: objects, memory, creations.

Resident memory is read as a least-squares slope over the later frames, so that one page more at one moment does not
decide; wgpu objects are counted by wgpu itself.
"""

from __future__ import annotations

import gc
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import wgpu

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.compute_chain.scene import ComputeChainScene
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["SoakReport", "object_counts", "soak"]

_READINGS = 75  # of resident memory, over the frames after the settled ones


@dataclass(frozen=True, slots=True)
class SoakReport:
    """What a soak found.

    Attributes:
        frames: Frames rendered and recorded.
        settled: Frames after which nothing may grow.
        rss_slope_bytes: Growth of resident memory per frame after ``settled`` frames.
        objects_settled: Live wgpu objects by class after ``settled`` frames.
        objects_end: The same after the last frame.
        created_after: Buffers, textures and query sets created after ``settled`` frames.
        gc_enabled: Whether Python's cycle collector ran.
    """

    frames: int
    settled: int
    rss_slope_bytes: float
    objects_settled: dict[str, int]
    objects_end: dict[str, int]
    created_after: int
    gc_enabled: bool

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def resident_bytes() -> int:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def object_counts() -> dict[str, int]:
    """Live wgpu objects by class, as wgpu-native counts them."""
    counts = wgpu.diagnostics.get_dict()["wgpu_native_counts"]
    return {name: int(entry["count"]) for name, entry in counts.items() if name != "total"}


class _CreationCounter:
    """Counts the resources a graphics context creates while it is installed."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self.count = 0
        for name in ("create_buffer", "create_texture", "create_query_set"):
            setattr(graphics.device, name, self._counted(getattr(graphics.device, name)))

    def _counted(self, create: Any) -> Any:
        def counted(**descriptor: Any) -> Any:
            self.count += 1
            return create(**descriptor)

        return counted


def soak(
    graphics: GraphicsContext, frames: int = 2000, settled: int = 500, passes: int = 50, *, collect: bool = True
) -> SoakReport:
    """Record ``frames`` frames of the compute chain at WORKLOAD into a file and watch what grows.

    Args:
        graphics: A fresh context: creations are counted on its device.
        frames: Frames in all.
        settled: Frames after which nothing may grow.
        passes: Compute passes a frame.
        collect: False switches Python's cycle collector off.
    """
    settled = min(settled, frames // 2)
    target = OffscreenTarget(graphics, (64, 64))
    scene = ComputeChainScene(graphics, (64, 64), target.texture_format, passes=passes)
    readings: list[tuple[int, int]] = []
    every = max(1, (frames - settled) // _READINGS)
    with tempfile.TemporaryDirectory() as folder:
        session = GPUProfileSession(Path(folder) / "soak.sgpt", level=GPUProfileLevel.WORKLOAD)
        renderer = Renderer(graphics, session)
        session.start()
        gc.collect()
        if not collect:
            gc.disable()
        try:
            for frame in range(frames):
                render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
                if frame == settled:
                    objects_settled, created = object_counts(), _CreationCounter(graphics)
                if frame >= settled and frame % every == 0:
                    readings.append((frame, resident_bytes()))
            objects_end = object_counts()
        finally:
            gc.enable()
        session.stop()
    scene.close()
    target.close()
    at, rss = np.array(readings, dtype=np.float64).T
    slope = float(np.polyfit(at, rss, 1)[0])
    return SoakReport(frames, settled, slope, objects_settled, objects_end, created.count, collect)

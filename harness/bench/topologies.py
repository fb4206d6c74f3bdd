"""How many topologies does a frame graph have over a session? The profiler proposal's open question (§5.4).

The atrium for 600 frames in which the shadow refresh, the overlay and the resolution change, recorded
at WORKLOAD: what is written once per distinct graph, and what a frame costs on average.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.capture import open_capture
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.overlay.overlay import Overlay
from framescope.scenes.points import BEFORE_PRESENT
from framescope.scenes.sponza.scene import SponzaScene
from framescope.shade.extensions.registry import Extensions
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["TopologyReport", "count_topologies"]

_OVERLAY_EVERY = 100  # frames between switching the overlay on and off
_RESIZE_EVERY = 150
_REFRESH_EVERY = 200
_REFRESH = ("turn", "all", "hold")


@dataclass(frozen=True, slots=True)
class TopologyReport:
    """What a session with changing settings came to.

    Attributes:
        frames: Frames recorded.
        topologies: Distinct compiled graphs.
        pass_lists: Distinct lists of GPU passes.
        bytes: Size of the capture.
        bytes_per_frame: That, per frame.
        gpu_passes: Fewest and most GPU passes of a frame.
        changes: How often a setting was changed.
    """

    frames: int
    topologies: int
    pass_lists: int
    bytes: int
    bytes_per_frame: int
    gpu_passes: tuple[int, int]
    changes: int

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def count_topologies(
    graphics: GraphicsContext, path: Path, frames: int = 600, size: tuple[int, int] = (160, 90)
) -> TopologyReport:
    """Record the atrium into ``path`` while its settings change, and count.

    Args:
        graphics: The device.
        path: The capture to write.
        frames: Frames in all.
        size: The first resolution; the second is half of it each way.
    """
    sizes = [size, (size[0] // 2, size[1] // 2)]
    target = OffscreenTarget(graphics, size)
    scene = SponzaScene(graphics, size, target.texture_format)
    overlay = Overlay()
    renderer = Renderer(graphics)
    changes = 0
    with GPUProfileSession(path, level=GPUProfileLevel.WORKLOAD) as session:
        renderer.profile_session = session
        for frame in range(frames):
            if frame and frame % _OVERLAY_EVERY == 0:
                _switch(scene.extensions, overlay)
                changes += 1
            if frame and frame % _REFRESH_EVERY == 0:
                scene.change(shadow_refresh=_REFRESH[frame // _REFRESH_EVERY % len(_REFRESH)])
                changes += 1
            if frame and frame % _RESIZE_EVERY == 0:
                target.close()
                now = sizes[frame // _RESIZE_EVERY % len(sizes)]
                target = OffscreenTarget(graphics, now)
                scene.resize(now)
                changes += 1
            render_scene_frame(renderer, scene, target.texture, target.size, surface=False)
    scene.close()
    target.close()
    with open_capture(path) as capture:
        passes = [len(frame.state) for frame in capture.frames()]
        return TopologyReport(
            frames=capture.frame_count,
            topologies=capture.topology_count,
            pass_lists=capture.pass_list_count,
            bytes=capture.size_bytes,
            bytes_per_frame=round(capture.size_bytes / capture.frame_count),
            gpu_passes=(min(passes), max(passes)),
            changes=changes,
        )


def _switch(extensions: Extensions, overlay: Overlay) -> None:
    """Take the overlay out where it is in, and the other way round."""
    if (BEFORE_PRESENT.name, overlay.name) in extensions:
        extensions.remove(overlay)
    else:
        extensions.add(BEFORE_PRESENT.name, overlay)

"""Driving a scene: one call of ``Renderer.render`` a frame, on a window or offscreen.

Both kinds of target hand the renderer a texture, so the frames of both are the same work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import TextureHandle
from framescope.shade.renderer import Renderer

__all__ = ["FrameSource", "FrameTarget", "KeepGoing", "render_scene_frame"]

KeepGoing = Callable[[int], bool]
"""Called after each frame with how many were rendered; False ends the loop."""


class FrameSource(Protocol):
    """What is rendered: a scene, or something that wraps one."""

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        """Add this frame's passes; the returned handle is the last version of ``target``."""

    def resize(self, size: tuple[int, int]) -> None:
        """The target has another size from the next frame on."""


class FrameTarget(Protocol):
    """Where frames go.

    Attributes:
        texture_format: Format of the texture that is rendered to.
        size: ``(width, height)`` in texels, as it is now.
        last_image: The last frame of :meth:`run`, height × width × 4, if it was asked for and rendered.
    """

    texture_format: str
    size: tuple[int, int]
    last_image: npt.NDArray[np.uint8] | None

    def run(
        self, renderer: Renderer, source: FrameSource, frames: int, keep_going: KeepGoing, *, keep_image: bool
    ) -> int:
        """Render up to ``frames`` frames.

        Returns:
            How many were rendered: fewer where ``keep_going`` said so or the window was closed.
        """

    def close(self) -> None:
        """Give back what the target made."""


def render_scene_frame(
    renderer: Renderer, source: FrameSource, texture: Any, size: tuple[int, int], *, surface: bool
) -> None:
    """Render one frame into a texture.

    Args:
        renderer: Throttles, records, compiles, executes and submits.
        source: Records the passes.
        texture: The texture to write, ``size`` texels.
        size: Width and height; a size with a 0 in it makes the renderer skip the frame.
        surface: The texture belongs to a window, so the frame ends in a presentation.
    """

    def record(graph: FrameGraph, frame_index: int) -> None:
        target = graph.import_texture(
            "target", texture, initial="undefined", origin="surface" if surface else "imported"
        )
        target = source.record(graph, target, frame_index)
        graph.mark(target, "present" if surface else "output")

    renderer.render(record, size=size)

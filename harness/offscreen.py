"""Frames into a texture that nobody sees: what a machine without a display, a test and a benchmark use."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import wgpu

from framescope.harness.exit_codes import UsageError
from framescope.harness.frame_loop import FrameSource, KeepGoing, render_scene_frame
from framescope.scenes.scene import Scene
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["OffscreenTarget", "open_offscreen"]

_USAGE = wgpu.TextureUsage.RENDER_ATTACHMENT | wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_SRC


def open_offscreen(graphics: GraphicsContext, scene: type[Scene], size: tuple[int, int] | None) -> OffscreenTarget:
    """A target for a scene, of the scene's own size for the adapter where ``size`` is None.

    Raises:
        UsageError: The size is beyond the device's limit.
    """
    if size is None:
        size = scene.default_size(graphics.is_software)
    limit = graphics.limits["max-texture-dimension-2d"]
    if max(size) > limit:
        raise UsageError(f"--size {size[0]}x{size[1]}: this device's textures end at {limit} texels")
    return OffscreenTarget(graphics, size)


class OffscreenTarget:
    """One texture, written again by every frame.

    Args:
        graphics: Where the texture lives.
        size: ``(width, height)`` in texels.
        texture_format: Its format.
    """

    def __init__(
        self,
        graphics: GraphicsContext,
        size: tuple[int, int],
        texture_format: str = "rgba8unorm-srgb",
    ) -> None:
        self._graphics = graphics
        self.size = size
        self.texture_format = texture_format
        self.last_image: npt.NDArray[np.uint8] | None = None
        self.texture: Any = graphics.create_texture(
            label="offscreen target", size=(*size, 1), format=texture_format, usage=_USAGE
        )

    def run(
        self, renderer: Renderer, source: FrameSource, frames: int, keep_going: KeepGoing, *, keep_image: bool
    ) -> int:
        """Render up to ``frames`` frames; see :class:`~framescope.harness.frame_loop.FrameTarget`."""
        rendered = 0
        while rendered < frames:
            render_scene_frame(renderer, source, self.texture, self.size, surface=False)
            rendered += 1
            if not keep_going(rendered):
                break
        if keep_image and rendered > 0:
            self.last_image = self.read()
        return rendered

    def read(self) -> npt.NDArray[np.uint8]:
        """What the texture holds, height × width × 4; waits for the GPU."""
        image: npt.NDArray[np.uint8] = self._graphics.read_texture(self.texture)
        return image

    def close(self) -> None:
        """Retire the texture; a second call does nothing."""
        if self.texture is not None:
            self._graphics.retire(self.texture)
            self.texture = None

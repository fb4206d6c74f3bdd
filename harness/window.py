"""Frames into a window, through rendercanvas and glfw."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import wgpu

from framescope.harness.environment import has_display
from framescope.harness.frame_loop import FrameSource, KeepGoing, render_scene_frame
from framescope.shade.errors import DeviceUnavailable
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["WindowTarget", "open_canvas"]

_USAGE = wgpu.TextureUsage.RENDER_ATTACHMENT | wgpu.TextureUsage.COPY_SRC  # COPY_SRC for the screenshot
_UNTHROTTLED_FPS = 10_000.0  # the renderer's frames in flight are the throttle


def open_canvas(size: tuple[int, int], title: str) -> Any:
    """A window, made before the adapter so that one is chosen that can present to it.

    Raises:
        DeviceUnavailable: There is no display, or glfw cannot open a window on it.
    """
    if not has_display():
        raise DeviceUnavailable("no display for a window; leave --window out, or run under xvfb-run -a")
    try:
        import glfw
        from rendercanvas.glfw import RenderCanvas

        canvas = RenderCanvas(size=size, title=title, update_mode="continuous", max_fps=_UNTHROTTLED_FPS, vsync=False)
        glfw.poll_events()  # until then the canvas believes in a size of its own
        return canvas
    except Exception as error:  # glfw and rendercanvas each have their own kinds, with no common root
        raise DeviceUnavailable(f"no window could be opened: {error}") from error


class WindowTarget:
    """The surface of a window.

    Args:
        graphics: A device that can present to ``canvas``.
        canvas: What :func:`open_canvas` gave.
    """

    def __init__(self, graphics: GraphicsContext, canvas: Any) -> None:
        self._graphics = graphics
        self._canvas = canvas
        self._context = canvas.get_wgpu_context()
        self.texture_format: str = self._context.get_preferred_format(graphics.device.adapter)
        self._context.configure(device=graphics.device, format=self.texture_format, usage=_USAGE)
        self.size: tuple[int, int] = canvas.get_physical_size()
        self.last_image: npt.NDArray[np.uint8] | None = None

    def run(
        self, renderer: Renderer, source: FrameSource, frames: int, keep_going: KeepGoing, *, keep_image: bool
    ) -> int:
        """Render up to ``frames`` frames; see :class:`~framescope.harness.frame_loop.FrameTarget`.

        Raises:
            BaseException: What a frame raised. rendercanvas would log it and go on drawing.
        """
        from rendercanvas.glfw import loop

        rendered = 0
        raised: list[BaseException] = []

        def draw() -> None:
            nonlocal rendered
            if raised or rendered >= frames:
                return  # the loop may ask once more before it has closed the window
            try:
                self._draw(renderer, source, keep_image=keep_image and rendered == frames - 1)
                rendered += 1
                go_on = keep_going(rendered) and rendered < frames
            except BaseException as error:
                raised.append(error)
                go_on = False
            if not go_on:
                loop.call_soon(self._canvas.close)  # after this frame was presented

        self._canvas.request_draw(draw)
        loop.run()
        if raised:
            raise raised[0]
        return rendered

    def _draw(self, renderer: Renderer, source: FrameSource, *, keep_image: bool) -> None:
        size = self._canvas.get_physical_size()
        if size != self.size:
            self.size = size
            source.resize(size)
        texture = self._context.get_current_texture()
        render_scene_frame(renderer, source, texture, size, surface=True)
        if keep_image:  # the texture is gone once it was presented
            self.last_image = self._graphics.read_texture(texture)

    def close(self) -> None:
        """Close the window; a second call does nothing."""
        self._canvas.close()

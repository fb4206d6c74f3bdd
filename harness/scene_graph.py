"""The frame graph of a scene: frames rendered offscreen, and the compiled graph of the last of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import open_offscreen
from framescope.scenes.scene import Scene
from framescope.shade.adapter import open_graphics
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import TextureHandle
from framescope.shade.renderer import Renderer

__all__ = ["compiled_frame"]


class _WatchedScene:
    """A scene whose frames note what their passes bind, for the lints."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        graph.watch_bindings = True
        return self._scene.record(graph, target, frame_index)

    def resize(self, size: tuple[int, int]) -> None:
        self._scene.resize(size)


def compiled_frame(
    scene: type[Scene],
    parameters: Mapping[str, Any],
    frame: int,
    *,
    size: tuple[int, int] | None = None,
    adapter: str | None = None,
    power: str | None = None,
) -> CompiledGraph:
    """Render frames 0 to ``frame`` and give back the graph of the last, which has run.

    Args:
        scene: The scene's class.
        parameters: Its parameters, all of them.
        frame: Number of the frame to look at.
        size: Width and height; None takes the scene's own for the adapter.
        adapter: Part of the adapter's name, or None.
        power: Power preference, or None.

    Raises:
        UsageError: The size is beyond the device's limit.
        DeviceUnavailable: No adapter, no device.
    """
    with ExitStack() as stack:
        graphics = open_graphics(adapter, power)
        stack.callback(graphics.close)
        target = open_offscreen(graphics, scene, size)
        stack.callback(target.close)
        source = scene(graphics, target.size, target.texture_format, **parameters)
        stack.callback(source.close)
        renderer, watched = Renderer(graphics), _WatchedScene(source)
        for _ in range(frame + 1):
            render_scene_frame(renderer, watched, target.texture, target.size, surface=False)
        graphics.wait_idle()
        compiled = renderer.compiled
        assert compiled is not None
        return compiled

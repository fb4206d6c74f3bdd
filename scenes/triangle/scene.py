"""The smallest scene: one triangle, one uniform, one render pass."""

from __future__ import annotations

import struct
from typing import Any, ClassVar

import wgpu

from framescope.scenes.scene import Parameter, load_wgsl
from framescope.shade.command_context import ShadeGPUCommandContext
from framescope.shade.extensions.frame_points import FramePoint
from framescope.shade.extensions.registry import Extensions
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import TextureHandle
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.render import RenderPipelineDescriptor

__all__ = ["TriangleScene"]

_RADIANS_PER_FRAME = 0.02
_BACKGROUND = (0.012, 0.014, 0.02, 1.0)


class TriangleScene:
    """A triangle that turns by a fixed angle every frame."""

    name: ClassVar[str] = "triangle"
    summary: ClassVar[str] = "one spinning triangle in one render pass"
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    points: ClassVar[tuple[FramePoint, ...]] = ()

    def __init__(self, graphics: GraphicsContext, size: tuple[int, int], target_format: str) -> None:
        self._graphics = graphics
        self._size = size
        self.extensions = Extensions(self.points, scene=self.name)
        self._pipeline = graphics.render_pipeline(
            RenderPipelineDescriptor(
                "triangle",
                load_wgsl(__file__, "triangle.wgsl"),
                vertex_entry="corner",
                fragment_entry="shade",
                targets=[{"format": target_format}],
            )
        )
        self._turn: Any = graphics.create_buffer(
            label="turn", size=8, usage=wgpu.BufferUsage.UNIFORM | wgpu.BufferUsage.COPY_DST
        )
        self._bindings = graphics.bind_group(self._pipeline.get_bind_group_layout(0), {0: self._turn}, "triangle")

    @classmethod
    def default_size(cls, software: bool) -> tuple[int, int]:
        """Small enough for a software adapter, a window's size elsewhere."""
        return (320, 180) if software else (1280, 720)

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        """Add the one pass."""
        width, height = self._size
        self._graphics.write_buffer(self._turn, struct.pack("<2f", frame_index * _RADIANS_PER_FRAME, width / height))
        turn = graph.import_buffer("turn", self._turn, initial="defined")

        def draw(resources: Any, context: ShadeGPUCommandContext) -> None:
            attachment = {
                "view": resources.view(target),
                "load_op": "clear",
                "store_op": "store",
                "clear_value": _BACKGROUND,
            }
            with context.begin_render_pass(label="triangle", color_attachments=[attachment]) as gpu_pass:
                gpu_pass.set_pipeline(self._pipeline)
                gpu_pass.set_bind_group(0, self._bindings)
                gpu_pass.draw(3)

        triangle = graph.add("triangle", kind="render", execute=draw)
        triangle.read(turn, "buffer-uniform")
        target = triangle.attach(target, load_op="clear")
        return target

    def counters(self) -> dict[str, int | float]:
        """Nothing worth a track."""
        return {}

    def describe(self) -> dict[str, Any]:
        """One triangle."""
        return {"triangles": 1}

    def resize(self, size: tuple[int, int]) -> None:
        """Keep the triangle's shape on a target of another shape."""
        self._size = size

    def close(self) -> None:
        """Retire the uniform buffer."""
        if self._turn is not None:
            self._graphics.retire(self._turn)
            self._turn = None

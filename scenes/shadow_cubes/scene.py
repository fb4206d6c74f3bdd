"""Cubes on a floor under a moving sun: a shadow pass, a forward pass, tone mapping."""

from __future__ import annotations

from typing import Any, ClassVar

import wgpu

from framescope.scenes.points import AFTER_LIGHTING, BEFORE_PRESENT
from framescope.scenes.records import SCENE_COLOR, SHADOW_MAP, TARGET
from framescope.scenes.scene import Parameter, load_wgsl
from framescope.scenes.shadow_cubes.layout import FRAME_BYTES, cube_data, frame_data
from framescope.shade.command_context import ShadeGPUCommandContext
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.extensions.frame_points import FramePoint
from framescope.shade.extensions.registry import Extensions
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle, TextureHandle
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.render import RenderPipelineDescriptor

__all__ = ["ShadowCubesScene"]

_VERTICES = 36
_LIGHT_FORMAT = "rgba16float"
_DEPTH_FORMAT = "depth32float"
_HORIZON = (0.72, 0.80, 0.92, 1.0)
_SHADOW_BIAS = {"depth_bias": 2, "depth_bias_slope_scale": 1.5}


class ShadowCubesScene:
    """A small forward renderer.

    Args:
        graphics: Where to run.
        size: The target's width and height.
        target_format: The target's format.
        cubes: How many cubes stand on the floor.
        shadow_size: Width and height of the shadow map.

    Attributes:
        extensions: What adds passes to the frame from outside, at :attr:`points`.
    """

    name: ClassVar[str] = "shadow-cubes"
    summary: ClassVar[str] = "a forward scene with one shadow map: shadow, forward and tone mapping passes"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter("cubes", 48, "how many cubes stand on the floor", minimum=1),
        Parameter("shadow_size", 1024, "width and height of the shadow map", minimum=16),
    )
    points: ClassVar[tuple[FramePoint, ...]] = (AFTER_LIGHTING, BEFORE_PRESENT)

    def __init__(
        self,
        graphics: GraphicsContext,
        size: tuple[int, int],
        target_format: str,
        *,
        cubes: int = 48,
        shadow_size: int = 1024,
    ) -> None:
        self._graphics = graphics
        self._size = size
        self.extensions = Extensions(self.points, scene=self.name)
        self.cubes, self.shadow_size = cubes, shadow_size
        self._make_pipelines(target_format)
        usage = wgpu.BufferUsage.COPY_DST
        self._frame: Any = graphics.create_buffer(
            label="frame", size=FRAME_BYTES, usage=usage | wgpu.BufferUsage.UNIFORM
        )
        self._cubes: Any = graphics.create_buffer_with_data(
            label="cubes", data=cube_data(cubes), usage=usage | wgpu.BufferUsage.STORAGE
        )
        scene = {0: self._frame, 1: self._cubes}
        self._cast_scene = graphics.bind_group(self._cast.get_bind_group_layout(0), scene, "cast: scene")
        self._light_scene = graphics.bind_group(self._light.get_bind_group_layout(0), scene, "light: scene")

    def _make_pipelines(self, target_format: str) -> None:
        code = load_wgsl(__file__, "scene.wgsl")
        depth = {"format": _DEPTH_FORMAT, "depth_write_enabled": True, "depth_compare": "less"}
        culled = {"cull_mode": "back"}
        pipeline = self._graphics.render_pipeline
        self._cast = pipeline(
            RenderPipelineDescriptor(
                "cast shadows",
                code,
                vertex_entry="cast_shadow",
                fragment_entry=None,
                depth_stencil=depth | _SHADOW_BIAS,
                primitive=culled,
            )
        )
        self._light = pipeline(
            RenderPipelineDescriptor(
                "light",
                code,
                vertex_entry="place",
                fragment_entry="light",
                targets=[{"format": _LIGHT_FORMAT}],
                depth_stencil=depth,
                primitive=culled,
            )
        )
        self._tonemap = pipeline(
            RenderPipelineDescriptor(
                "tone mapping",
                load_wgsl(__file__, "tonemap.wgsl"),
                vertex_entry="corner",
                fragment_entry="tonemap",
                targets=[{"format": target_format}],
            )
        )
        self._light_shadow_layout = self._light.get_bind_group_layout(1)
        self._tonemap_layout = self._tonemap.get_bind_group_layout(0)

    @classmethod
    def default_size(cls, software: bool) -> tuple[int, int]:
        """Small enough for a software adapter, a window's size elsewhere."""
        return (320, 180) if software else (1280, 720)

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        """Add the three passes, and at each point those of extensions."""
        extensions = self.extensions.begin_frame(graph, self._size, frame_index)
        width, height = self._size
        self._graphics.write_buffer(self._frame, frame_data(frame_index, width / height, self.shadow_size))
        frame = graph.import_buffer("frame", self._frame, initial="defined")
        cubes = graph.import_buffer("cubes", self._cubes, initial="defined")
        shadow = self._add_shadow_pass(graph, frame, cubes)
        light = self._add_forward_pass(graph, frame, cubes, shadow)
        light = extensions.reach(AFTER_LIGHTING.name, {SCENE_COLOR: light, SHADOW_MAP: shadow})[SCENE_COLOR]
        target = self._add_tone_mapping(graph, light, target)
        shown = {TARGET: target, SCENE_COLOR: light, SHADOW_MAP: shadow}
        last: TextureHandle = extensions.reach(BEFORE_PRESENT.name, shown)[TARGET]
        return last

    def _add_shadow_pass(self, graph: FrameGraph, frame: BufferHandle, cubes: BufferHandle) -> TextureHandle:
        def draw(resources: Any, context: ShadeGPUCommandContext) -> None:
            depth = _depth_attachment(resources.view(shadow), "store")
            with context.begin_render_pass(
                label="shadow map", color_attachments=[], depth_stencil_attachment=depth
            ) as gpu_pass:
                gpu_pass.set_pipeline(self._cast)
                gpu_pass.set_bind_group(0, self._cast_scene)
                gpu_pass.draw(_VERTICES, self.cubes, 0, 1)  # all but the floor, which shadows nothing

        node = graph.add("shadow map", kind="render", execute=draw)
        node.read(frame, "buffer-uniform")
        node.read(cubes, "buffer-storage-read")
        shadow = node.create_texture(
            "shadow map", TextureDescriptor((self.shadow_size, self.shadow_size, 1), _DEPTH_FORMAT)
        )
        shadow = node.attach(shadow, load_op="clear")
        return shadow

    def _add_forward_pass(
        self, graph: FrameGraph, frame: BufferHandle, cubes: BufferHandle, shadow: TextureHandle
    ) -> TextureHandle:
        def draw(resources: Any, context: ShadeGPUCommandContext) -> None:
            colour = {"view": resources.view(light), "load_op": "clear", "store_op": "store", "clear_value": _HORIZON}
            sampler = self._graphics.sampler(compare="less-equal", mag_filter="linear", min_filter="linear")
            shadows = self._graphics.bind_group(self._light_shadow_layout, {0: resources.view(shadow), 1: sampler})
            with context.begin_render_pass(
                label="forward",
                color_attachments=[colour],
                depth_stencil_attachment=_depth_attachment(resources.view(depth), "discard"),
            ) as gpu_pass:
                gpu_pass.set_pipeline(self._light)
                gpu_pass.set_bind_group(0, self._light_scene)
                gpu_pass.set_bind_group(1, shadows)
                gpu_pass.draw(_VERTICES, self.cubes + 1)

        node = graph.add("forward", kind="render", execute=draw)
        node.read(frame, "buffer-uniform")
        node.read(cubes, "buffer-storage-read")
        node.read(shadow, "texture-sampled")
        light = node.create_texture("scene light", TextureDescriptor((*self._size, 1), _LIGHT_FORMAT))
        light = node.attach(light, load_op="clear")
        depth = node.create_texture("depth", TextureDescriptor((*self._size, 1), _DEPTH_FORMAT))
        depth = node.attach(depth, load_op="clear", store_op="discard")
        return light

    def _add_tone_mapping(self, graph: FrameGraph, light: TextureHandle, target: TextureHandle) -> TextureHandle:
        def draw(resources: Any, context: ShadeGPUCommandContext) -> None:
            attachment = {"view": resources.view(target), "load_op": "clear", "store_op": "store"}
            source = self._graphics.bind_group(self._tonemap_layout, {0: resources.view(light)})
            with context.begin_render_pass(label="tone mapping", color_attachments=[attachment]) as gpu_pass:
                gpu_pass.set_pipeline(self._tonemap)
                gpu_pass.set_bind_group(0, source)
                gpu_pass.draw(3)

        node = graph.add("tone mapping", kind="render", execute=draw)
        node.read(light, "texture-sampled")
        target = node.attach(target, load_op="clear")
        return target

    def counters(self) -> dict[str, int | float]:
        """Nothing that changes from frame to frame."""
        return {}

    def describe(self) -> dict[str, Any]:
        """How much there is to draw."""
        return {"meshes": 1, "instances": self.cubes + 1, "triangles": 12 * (self.cubes + 1), "lights": 1}

    def resize(self, size: tuple[int, int]) -> None:
        """The transients follow the target's size from the next frame on."""
        self._size = size

    def close(self) -> None:
        """Retire the buffers; the textures are the graph's."""
        for buffer in (self._frame, self._cubes):
            if buffer is not None:
                self._graphics.retire(buffer)
        self._frame = self._cubes = None


def _depth_attachment(view: Any, store_op: str) -> dict[str, Any]:
    return {"view": view, "depth_load_op": "clear", "depth_store_op": store_op, "depth_clear_value": 1.0}

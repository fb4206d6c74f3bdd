"""The atrium as a sample scene: assets uploaded once, and every frame the passes of ``passes/frame_passes.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from framescope.scenes.sponza.assets.camera import STILL_FRAME, camera_at, jitter
from framescope.scenes.sponza.assets.lights import sun_direction
from framescope.scenes.sponza.frame import Frame, Geometry, MaterialHandles
from framescope.scenes.sponza.frame_constants import VIEW_STRIDE, FrameState, packed_constants, packed_view
from framescope.scenes.sponza.frame_records import POINTS
from framescope.scenes.sponza.passes.frame_passes import FramePasses
from framescope.scenes.sponza.persistent import Persistent
from framescope.scenes.sponza.settings import PARAMETERS, Settings, sizes_for
from framescope.scenes.sponza.shadow_views import ShadowViews
from framescope.scenes.sponza.static_scene import StaticScene
from framescope.shade.extensions.registry import Extensions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from framescope.scenes.scene import Parameter
    from framescope.shade.extensions.frame_points import FramePoint
    from framescope.shade.graph.compiled import CompiledGraph
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graph.handles import BufferHandle, TextureHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["SponzaScene"]

_SUN_STRENGTH = 2.2  # beside a sky and lamps whose strengths are set in the shaders and by the assets


class SponzaScene:
    """A procedural atrium of Sponza's kind and scale, drawn by a deferred renderer.

    Args:
        graphics: The device.
        size: Of the picture, in pixels.
        target_format: Of the texture that :meth:`record` draws into.
        **parameters: See :data:`~framescope.scenes.sponza.settings.PARAMETERS`.

    Attributes:
        settings: The parameters' values; change them between frames through :meth:`change`.
        static: Geometry and materials on the device.
        persistent: What one frame leaves to the next.
        draw_calls: Draw calls of the frame recorded last, those of extensions aside.
        extensions: What adds passes to the frame from outside, at :attr:`points`.
    """

    name: ClassVar[str] = "sponza"
    summary: ClassVar[str] = "a procedural atrium of Sponza's kind and scale, drawn by a deferred renderer"
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS
    points: ClassVar[tuple[FramePoint, ...]] = POINTS

    def __init__(self, graphics: GraphicsContext, size: tuple[int, int], target_format: str, **parameters: Any) -> None:
        self._graphics = graphics
        self.extensions = Extensions(self.points, scene=self.name)
        self.settings = Settings.of(**parameters)
        self._sizes = sizes_for(graphics.is_software, self.settings)
        self.static = StaticScene(graphics, self._sizes)
        self._passes = FramePasses(graphics, self.static, self._sizes, target_format)
        self.draw_calls = 0
        self._closed = False
        self._in_flight = False  # a frame was recorded whose passes have not run
        self._previous: NDArray[np.float32] | None = None
        self._start(size)

    @classmethod
    def default_size(cls, software: bool) -> tuple[int, int]:
        """Small where a software adapter does the work."""
        return (320, 180) if software else (1920, 1080)

    def change(self, **parameters: Any) -> None:
        """Change parameters from the next frame on; raises as the constructor does. ``texture_size`` stays."""
        self.settings = self.settings.changed(**parameters)

    def resize(self, size: tuple[int, int]) -> None:
        """The picture has another size from the next frame on: histories and pyramid are made anew."""
        self.persistent.retire()
        self._start(size)

    def cut(self) -> None:
        """The picture jumps: the next frame makes nothing of what the frames before it saw."""
        self._previous = None

    def _executed(self, compiled: CompiledGraph) -> None:
        self._in_flight = False

    def _forget(self) -> None:
        """The last frame was lost on its way: the maps and the history that it was to leave were not drawn."""
        self.cut()
        self._shadows = ShadowViews(self.static.bounds, self._sizes.shadow_tile)

    def close(self) -> None:
        """Give every resource back. May be called twice."""
        if not self._closed:
            self._closed = True
            self.persistent.retire()
            self.static.retire()

    def _start(self, size: tuple[int, int]) -> None:
        self._size = size
        self.persistent = Persistent(self._graphics, size, self._sizes.shadow_tile)
        self._shadows = ShadowViews(self.static.bounds, self._sizes.shadow_tile)
        self._previous = None

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        """Add the passes of frame ``frame_index``; returns the last version of ``target``."""
        if self._in_flight:
            self._forget()
        self._in_flight = True
        graph.on_executed.add(self._executed)
        state, cascades = self._advance(frame_index)
        self._upload(state)
        frame = self._begin(graph, target, cascades)
        frame.extensions = self.extensions.begin_frame(graph, self._size, frame_index)
        self._passes.add(frame)
        self.draw_calls = frame.draw_calls
        return frame.target

    def _advance(self, frame_index: int) -> tuple[FrameState, tuple[int, ...]]:
        settings, number = self.settings, frame_index + self.settings.frame_offset
        walks = settings.camera == "path"
        camera = camera_at(number if walks else STILL_FRAME, self._size[0] / self._size[1])
        sun = sun_direction(number, settings.moving_sun)
        cascades = self._shadows.update(camera, sun, number, settings.shadow_refresh)
        steady = (camera.projection @ camera.view).astype(np.float32)
        previous, self._previous = self._previous, steady
        return (
            FrameState(
                camera=camera,
                steady=steady,
                previous=steady if previous is None else previous,
                jitter=self._jitter(number),
                sun=sun,
                sun_radiance=self.static.lights.sun_color * _SUN_STRENGTH,
                size=self._size,
                clock=number if walks else STILL_FRAME,
                number=number,
                lights=len(self.static.lights.point),
                draws=len(self.static.atrium.draws),
                history=previous is not None and (self.persistent.history.valid or not settings.taa),
            ),
            cascades,
        )

    def _jitter(self, number: int) -> tuple[float, float]:
        if not self.settings.taa:
            return (0.0, 0.0)
        x, y = jitter(number)
        return (2.0 * x / self._size[0], 2.0 * y / self._size[1])

    def _upload(self, state: FrameState) -> None:
        write, keep = self._graphics.write_buffer, self.persistent
        write(keep.constants, packed_constants(state, self._shadows))
        eye = state.camera.position
        write(keep.views, packed_view(state.clip_from_world(), state.steady, eye, state.draws))
        for cascade, matrix in enumerate(self._shadows.matrices):
            above = eye - state.sun * 100.0
            write(keep.views, packed_view(matrix, matrix, above, state.draws), VIEW_STRIDE * (1 + cascade))

    def _begin(self, graph: FrameGraph, target: TextureHandle, cascades: tuple[int, ...]) -> Frame:
        static, keep = self.static, self.persistent
        frame = Frame()
        frame.graph, frame.settings, frame.size = graph, self.settings, self._size
        frame.cascades, frame.draw_calls, frame.target = cascades, 0, target
        self._import_static(frame, static)
        self._import_persistent(frame, keep)
        return frame

    def _import_static(self, frame: Frame, static: StaticScene) -> None:
        def buffer(resource: Any) -> BufferHandle:
            return frame.graph.import_buffer(resource.label, resource, initial="defined")

        def texture(resource: Any) -> TextureHandle:
            return frame.graph.import_texture(resource.label, resource, initial="defined")

        frame.geometry = Geometry(
            buffer(static.positions), buffer(static.attributes), buffer(static.indices), buffer(static.draws)
        )
        frame.materials = MaterialHandles(
            texture(static.base_colour), texture(static.normal), texture(static.surface), buffer(static.parameters)
        )
        frame.lamps = buffer(static.lamps)

    def _import_persistent(self, frame: Frame, keep: Persistent) -> None:
        # A new resource is all zeros by WebGPU's own rule, so even the first frame reads defined contents.
        graph = frame.graph
        frame.constants = graph.import_buffer("frame constants", keep.constants, initial="defined")
        frame.views = graph.import_buffer("culling views", keep.views, initial="defined")
        frame.counts = graph.import_buffer("visible counts", keep.counts, initial="defined")
        frame.exposure = graph.import_buffer("exposure", keep.exposure, initial="defined")
        frame.atlas = graph.import_texture("shadow atlas", keep.atlas, initial="defined")
        frame.pyramid = graph.import_texture("depth pyramid", keep.pyramid, initial="defined")
        if self.settings.taa:
            frame.history, frame.resolved = keep.history.import_into(graph, self._size)
        else:
            keep.history.forget()

    def counters(self) -> Mapping[str, int | float]:
        """Draw calls, triangles of the scene, lights and pixels of the frame recorded last."""
        return {
            "draws": self.draw_calls,
            "triangles": self.static.triangles,
            "lights": 1 + len(self.static.lights.point),
            "width": self._size[0],
            "height": self._size[1],
        }

    def describe(self) -> Mapping[str, Any]:
        """The scene's scale."""
        materials = self.static.material_set
        return {
            "meshes": len(self.static.atrium.draws),
            "triangles": self.static.triangles,
            "vertices": len(self.static.atrium.positions),
            "materials": len(materials.names),
            "texture_size": materials.base_color.shape[1],
            "point_lights": len(self.static.lights.point),
            "suns": 1,
            "shadow_tile": self._sizes.shadow_tile,
            "resident_bytes": self._graphics.live_bytes,
        }

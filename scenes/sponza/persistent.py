"""What one frame leaves to the next: shadow atlas, depth pyramid, histories, exposure, and what is uploaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import wgpu

from framescope.scenes.sponza.frame_constants import CONSTANTS_BYTES, VIEW_STRIDE
from framescope.scenes.sponza.render import DEPTH_FORMAT, HDR_FORMAT
from framescope.scenes.sponza.shadow_views import CASCADES
from framescope.shade.history import HistoryTexture

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext

__all__ = ["VIEW_SLOTS", "Persistent"]

VIEW_SLOTS = 1 + CASCADES  # the camera, then the cascades
_COUNT_SLOTS = VIEW_SLOTS + 2  # and two late lists of the camera
_EXPOSURE_BYTES = 8
_PICTURE = wgpu.TextureUsage.STORAGE_BINDING | wgpu.TextureUsage.TEXTURE_BINDING | wgpu.TextureUsage.COPY_SRC


class Persistent:
    """Textures and buffers that passes of one frame leave to the next.

    Args:
        graphics: The device.
        size: Of the picture, in pixels.
        shadow_tile: Texels along a side of one cascade.

    Attributes:
        constants: Uniform buffer of ``frame.wgsl``.
        views: One ``View`` of ``cull.wgsl`` every 256 bytes.
        counts: Four counts every 256 bytes: draws in the frustum, drawn, hidden, triangles drawn.
        atlas: Depth of the four cascades, two by two.
        pyramid: Farthest distances, from half the picture's size down to one texel.
        history: The picture before tone mapping, for temporal anti-aliasing.
        exposure: The exposure and the luminance that it follows.
    """

    def __init__(self, graphics: GraphicsContext, size: tuple[int, int], shadow_tile: int) -> None:
        self._graphics = graphics
        buffer, texture = wgpu.BufferUsage, wgpu.TextureUsage
        uniform = buffer.UNIFORM | buffer.COPY_DST
        self.constants = graphics.create_buffer(label="frame constants", size=CONSTANTS_BYTES, usage=uniform)
        self.views = graphics.create_buffer(label="culling views", size=VIEW_STRIDE * VIEW_SLOTS, usage=uniform)
        self.counts = self._storage("visible counts", VIEW_STRIDE * _COUNT_SLOTS)
        self.exposure = self._storage("exposure", _EXPOSURE_BYTES)
        self.atlas = graphics.create_texture(
            label="shadow atlas",
            size=(shadow_tile * 2, shadow_tile * 2, 1),
            format=DEPTH_FORMAT,
            usage=texture.RENDER_ATTACHMENT | texture.TEXTURE_BINDING | texture.COPY_SRC,
        )
        width, height = (max(1, extent // 2) for extent in size)
        self.pyramid = self._picture("depth pyramid", (width, height), "r32float", max(width, height).bit_length())
        self.history = HistoryTexture(graphics, "history", HDR_FORMAT, _PICTURE)

    def _storage(self, label: str, size: int) -> Any:
        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC
        return self._graphics.create_buffer(label=label, size=size, usage=usage)

    def _picture(self, label: str, size: tuple[int, int], texture_format: str, levels: int) -> Any:
        return self._graphics.create_texture(
            label=label, size=(*size, 1), format=texture_format, usage=_PICTURE, mip_level_count=levels
        )

    def retire(self) -> None:
        """Give every resource back once no submitted frame needs it."""
        for resource in (
            self.constants, self.views, self.counts, self.exposure, self.atlas, self.pyramid,
        ):  # fmt: skip
            self._graphics.retire(resource)
        self.history.retire()

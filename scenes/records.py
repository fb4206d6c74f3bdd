"""What the sample scenes publish of their frames: one key for one meaning, whichever scene it is.

A key says at which points an extension may put something else in the record's place; see ``docs/extensions.md``.
"""

from __future__ import annotations

from framescope.scenes.points import (
    AFTER_GBUFFER,
    AFTER_LIGHTING,
    AFTER_TRANSPARENCY,
    BEFORE_PRESENT,
    BEFORE_TONE_MAPPING,
)
from framescope.shade.extensions.frame_record import RecordKey
from framescope.shade.graph.handles import BufferHandle, TextureHandle

__all__ = [
    "ALBEDO",
    "DEPTH",
    "DEPTH_PYRAMID",
    "EXPOSURE",
    "FRAME_CONSTANTS",
    "LIGHT_RANGES",
    "LINEAR_DEPTH",
    "LUMINANCE_HISTOGRAM",
    "MOTION",
    "NORMAL",
    "OCCLUSION",
    "SCENE_COLOR",
    "SHADOW_MAP",
    "SURFACE",
    "TARGET",
]

_SURFACES = (AFTER_GBUFFER.name,)  # once shading has run, another G-buffer would be read by nobody
_LIGHT = (AFTER_LIGHTING.name, AFTER_TRANSPARENCY.name, BEFORE_TONE_MAPPING.name)

SCENE_COLOR = RecordKey("scene colour", TextureHandle, _LIGHT)
"""Linear light, ``rgba16float``."""
TARGET = RecordKey("target", TextureHandle, (BEFORE_PRESENT.name,), in_place=True)
"""What the frame is drawn to, in display colours."""
ALBEDO = RecordKey("albedo", TextureHandle, _SURFACES)
NORMAL = RecordKey("normal", TextureHandle, _SURFACES)
"""World normals, ``n * 0.5 + 0.5``."""
SURFACE = RecordKey("surface", TextureHandle, _SURFACES)
MOTION = RecordKey("motion", TextureHandle, _SURFACES)
DEPTH = RecordKey("depth", TextureHandle)
"""The depth buffer, 0 near, 1 far."""
LINEAR_DEPTH = RecordKey("linear depth", TextureHandle)
"""Distance along the view axis, metres."""
DEPTH_PYRAMID = RecordKey("depth pyramid", TextureHandle)
"""Farthest distances, half the frame's size down to one texel."""
SHADOW_MAP = RecordKey("shadow map", TextureHandle)
"""Depth from the sun; an atlas of cascades where a scene has several."""
OCCLUSION = RecordKey("ambient occlusion", TextureHandle)
LIGHT_RANGES = RecordKey("light ranges", BufferHandle)
"""First light and count of each cluster (``scenes/sponza/shaders/clusters.wgsl``)."""
LUMINANCE_HISTOGRAM = RecordKey("luminance histogram", BufferHandle)
EXPOSURE = RecordKey("exposure", BufferHandle)
FRAME_CONSTANTS = RecordKey("frame constants", BufferHandle)
"""The uniforms of ``scenes/sponza/shaders/frame.wgsl``."""

"""What the atrium publishes at its points: attributes of the frame being recorded, restated at each point.

Restating makes it impossible for a record to name what a pass has replaced since (the frame graph correctness
ledger §23), and a frame with no extension at a point gathers nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.scenes import records
from framescope.scenes.points import (
    AFTER_GBUFFER,
    AFTER_LIGHTING,
    AFTER_TRANSPARENCY,
    BEFORE_PRESENT,
    BEFORE_TONE_MAPPING,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.extensions.frame_points import FramePoint
    from framescope.shade.extensions.frame_record import RecordKey

__all__ = ["POINTS", "reach"]

POINTS = (AFTER_GBUFFER, AFTER_LIGHTING, AFTER_TRANSPARENCY, BEFORE_TONE_MAPPING, BEFORE_PRESENT)

_ATTRIBUTES: Mapping[RecordKey[Any], str] = {
    records.SCENE_COLOR: "hdr",
    records.TARGET: "target",
    records.ALBEDO: "albedo",
    records.NORMAL: "normal",
    records.SURFACE: "surface",
    records.MOTION: "motion",
    records.DEPTH: "depth",
    records.LINEAR_DEPTH: "distances",
    records.DEPTH_PYRAMID: "pyramid",
    records.SHADOW_MAP: "atlas",
    records.OCCLUSION: "occlusion",
    records.LIGHT_RANGES: "list_ranges",
    records.LUMINANCE_HISTOGRAM: "bins",
    records.EXPOSURE: "exposure",
    records.FRAME_CONSTANTS: "constants",
}


def reach(frame: Frame, point: FramePoint) -> None:
    """Let the extensions of ``point`` add their passes; what they publish replaces the frame's attributes."""
    if not frame.extensions.has_extensions(point.name):
        return
    made = {key: getattr(frame, name) for key, name in _ATTRIBUTES.items() if hasattr(frame, name)}
    if point is not BEFORE_PRESENT:  # nothing is on it yet
        del made[records.TARGET]
    for key, handle in frame.extensions.reach(point.name, made).items():
        setattr(frame, _ATTRIBUTES[key], handle)

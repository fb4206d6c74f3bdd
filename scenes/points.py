"""The named points of the sample scenes' frames: where code from outside adds passes.

A scene that has one of these has it with this meaning. Order of a frame: as listed.
"""

from __future__ import annotations

from framescope.shade.extensions.frame_points import FramePoint

__all__ = ["AFTER_GBUFFER", "AFTER_LIGHTING", "AFTER_TRANSPARENCY", "BEFORE_PRESENT", "BEFORE_TONE_MAPPING"]

AFTER_GBUFFER = FramePoint("after-gbuffer", "surfaces are known, nothing is lit: decals, terrain layers")
AFTER_LIGHTING = FramePoint("after-lighting", "opaque surfaces and sky are lit; what is transparent comes later")
AFTER_TRANSPARENCY = FramePoint("after-transparency", "all light is there, jittered; anti-aliasing comes later")
BEFORE_TONE_MAPPING = FramePoint("before-tone-mapping", "the picture in linear light, anti-aliased")
BEFORE_PRESENT = FramePoint("before-present", "the target is drawn; what is added lies on top of everything")

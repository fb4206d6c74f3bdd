"""Boxes in words, the same in errors, answers of ``explain`` and lints: ``"all"``, ``"layer 0"``, ``"bytes 0–63"``."""

from __future__ import annotations

from collections.abc import Sequence

from framescope.shade.descriptors import Descriptor
from framescope.shade.graph.model import descriptor_fields, region
from framescope.shade.graph.model_text import region_text
from framescope.shade.graph.regions import Box, subtract_all, whole

__all__ = ["boxes_text"]


def boxes_text(boxes: Sequence[Box], descriptor: Descriptor) -> str:
    """Boxes in words: ``"all"`` where they are the whole resource, ``""`` where there are none."""
    if not subtract_all(whole(descriptor), boxes):
        return "all"
    fields = descriptor_fields(descriptor)
    return "; ".join(dict.fromkeys(region_text(region(box, descriptor), fields) for box in boxes))

"""Which part of a resource an access touches, and the set arithmetic of such parts.

A declared region becomes a tuple of boxes. A box is a product of three intervals' worth of facts: aspects, mip
levels, and array layers (depth slices for a 3D texture); a buffer range is the same box with one mip level and
bytes for layers. So one overlap test and one subtraction serve both kinds of resource.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NoReturn

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor

__all__ = [
    "Box",
    "BufferRegion",
    "Region",
    "TextureRegion",
    "aspect_mask",
    "intersection",
    "overlaps",
    "resolve",
    "subtract",
    "subtract_all",
    "whole",
]

Box = tuple[int, int, int, int, int]
"""(aspect mask, first mip, mip end, first layer | slice | byte, its end); ends are exclusive."""

_COLOR, _DEPTH, _STENCIL = 1, 2, 4


@dataclass(frozen=True, slots=True)
class TextureRegion:
    """Mip levels × array layers (or depth slices) × aspect of a texture.

    Attributes:
        base_mip_level: First mip level.
        mip_level_count: Levels, None for all from the first on.
        base_array_layer: First layer; of a 3D texture, first depth slice.
        array_layer_count: Layers or slices, None for all from the first on.
        aspect: ``"all"``, ``"depth-only"`` or ``"stencil-only"``.

    Raises:
        TypeError: A number that is no ``int``.
    """

    base_mip_level: int = 0
    mip_level_count: int | None = None
    base_array_layer: int = 0
    array_layer_count: int | None = None
    aspect: str = "all"
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        mip, mips = self.base_mip_level, self.mip_level_count
        layer, layers = self.base_array_layer, self.array_layer_count
        if mip.__class__ is not int or layer.__class__ is not int or not _is_count(mips) or not _is_count(layers):
            _refuse(self)
        object.__setattr__(self, "_hash", hash((mip, mips, layer, layers, self.aspect)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class BufferRegion:
    """A range of a buffer.

    Attributes:
        offset: First byte.
        size: Bytes, None for all from ``offset`` on. An access of 0 bytes is legal and touches nothing.

    Raises:
        TypeError: A number that is no ``int``.
    """

    offset: int = 0
    size: int | None = None
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        if self.offset.__class__ is not int or not _is_count(self.size):
            _refuse(self)
        object.__setattr__(self, "_hash", hash((self.offset, self.size)))

    def __hash__(self) -> int:
        return self._hash


Region = TextureRegion | BufferRegion


def _is_count(value: object) -> bool:
    return value is None or value.__class__ is int


def _refuse(region: Region) -> NoReturn:
    """1.0 equals 1, so it would find the plan and the boxes of 1, or leave its own to every later frame."""
    raise TypeError(f"{region}: every number of a region is an int")


def aspect_mask(texture_format: str) -> int:
    """The aspects a format has, as bits."""
    mask = (_DEPTH if "depth" in texture_format else 0) | (_STENCIL if "stencil" in texture_format else 0)
    return mask or _COLOR


@lru_cache(maxsize=1024)
def whole(descriptor: Descriptor) -> tuple[Box, ...]:
    """The boxes of a whole resource."""
    if isinstance(descriptor, BufferDescriptor):
        return ((1, 0, 1, 0, descriptor.size),)
    return _texture_boxes(TextureRegion(), descriptor)


@lru_cache(maxsize=4096)  # a frame asks again what the frame before asked: both arguments are frozen and hashed once
def resolve(region: Region | None, descriptor: Descriptor) -> tuple[Box, ...]:
    """The boxes of a declared region; None is the whole resource.

    Raises:
        ValueError: The region does not lie inside the resource; the text says how.
    """
    if region is None:
        return whole(descriptor)
    if isinstance(descriptor, BufferDescriptor):
        if not isinstance(region, BufferRegion):
            raise ValueError("a buffer takes a BufferRegion")
        return _buffer_boxes(region, descriptor)
    if not isinstance(region, TextureRegion):
        raise ValueError("a texture takes a TextureRegion")
    return _texture_boxes(region, descriptor)


def _buffer_boxes(region: BufferRegion, descriptor: BufferDescriptor) -> tuple[Box, ...]:
    end = descriptor.size if region.size is None else region.offset + region.size
    if region.offset < 0 or end < region.offset or end > descriptor.size:
        raise ValueError(f"bytes {region.offset} to {end} of a buffer of {descriptor.size} bytes")
    return () if end == region.offset else ((1, 0, 1, region.offset, end),)


def _texture_boxes(region: TextureRegion, descriptor: TextureDescriptor) -> tuple[Box, ...]:
    mips = _interval(region.base_mip_level, region.mip_level_count, descriptor.mip_level_count, "mip levels")
    mask = _region_aspects(region.aspect, descriptor.format)
    depth_or_layers = descriptor.size[2]
    if descriptor.dimension != "3d":
        layers = _interval(region.base_array_layer, region.array_layer_count, depth_or_layers, "array layers")
        return ((mask, *mips, *layers),)
    boxes = []
    for mip in range(*mips):  # a 3D texture gets shallower with each level, so each has a box of its own
        depth = max(1, depth_or_layers >> mip)
        slices = _interval(region.base_array_layer, region.array_layer_count, depth, f"depth slices of mip {mip}")
        boxes.append((mask, mip, mip + 1, *slices))
    return tuple(boxes)


def _interval(base: int, count: int | None, limit: int, what: str) -> tuple[int, int]:
    end = limit if count is None else base + count
    if end <= base and base >= limit:  # a count that was worked out from the base is of no help to the reader
        raise ValueError(f"{what} from {base} on, of a texture that has {limit}")
    if base < 0 or end <= base or end > limit:
        raise ValueError(f"{what} {base} to {end} of a texture that has {limit}")
    return base, end


def _region_aspects(aspect: str, texture_format: str) -> int:
    available = aspect_mask(texture_format)
    wanted = {"all": available, "depth-only": _DEPTH, "stencil-only": _STENCIL}.get(aspect)
    if wanted is None or wanted & ~available:
        raise ValueError(f"aspect {aspect!r} of format {texture_format}")
    return wanted


def overlaps(a: Box, b: Box) -> bool:
    """Whether two boxes share anything."""
    return a == b or (bool(a[0] & b[0]) and a[1] < b[2] and b[1] < a[2] and a[3] < b[4] and b[3] < a[4])


def intersection(a: Box, b: Box) -> Box:
    """What two overlapping boxes share."""
    if a == b:  # most accesses touch all of what the one before them touched
        return a
    return (a[0] & b[0], max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3]), min(a[4], b[4]))


def subtract(box: Box, cut: Box) -> tuple[Box, ...]:
    """What is left of ``box`` without ``cut``: at most one box of other aspects, two of mips, two of layers."""
    if box == cut:
        return ()
    if not overlaps(box, cut):
        return (box,)
    mask, mip, mip_end, low, high = box
    shared, cut_mip, cut_mip_end, cut_low, cut_high = intersection(box, cut)
    pieces = (
        (mask & ~shared, mip, mip_end, low, high),
        (shared, mip, cut_mip, low, high),
        (shared, cut_mip_end, mip_end, low, high),
        (shared, cut_mip, cut_mip_end, low, cut_low),
        (shared, cut_mip, cut_mip_end, cut_high, high),
    )
    return tuple(piece for piece in pieces if piece[0] and piece[1] < piece[2] and piece[3] < piece[4])


def subtract_all(boxes: tuple[Box, ...], cuts: Iterable[Box]) -> tuple[Box, ...]:
    """What is left of ``boxes`` without any of ``cuts``."""
    for cut in cuts:
        boxes = tuple(piece for box in boxes for piece in subtract(box, cut))
    return boxes

"""The bytes that a texture or buffer descriptor declares.

Declared, not allocated: a device may round up, pad or compress (the profiler proposal §3.3). What cannot be
known is None, what backends disagree on carries its bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.formats import FormatInfo, format_info

__all__ = ["Footprint", "buffer_bytes", "declared_bytes", "texture_bytes", "texture_footprint"]


@dataclass(frozen=True, slots=True)
class Footprint:
    """Declared size of a resource.

    Attributes:
        bytes: Declared bytes, or None when the format is not known.
        estimate: Whether ``bytes`` is one backend's answer and others give another.
        low: Fewest bytes any backend takes, or None when the format is not known.
        high: Most bytes any backend takes, or None when the format is not known.
    """

    bytes: int | None
    estimate: bool
    low: int | None
    high: int | None


_UNKNOWN = Footprint(None, False, None, None)


@lru_cache(maxsize=1024)
def texture_footprint(descriptor: TextureDescriptor) -> Footprint:
    """Sum the blocks of every mip level, layer and sample of a texture.

    A level's blocks are counted from its true size (level 0 halved, rounded down, at least 1) rounded up to
    whole blocks; halving the rounded size instead would count a compressed tail wrongly.

    Args:
        descriptor: What the texture is declared to be.

    Returns:
        The declared bytes with their bounds; all None for a format this version does not know.
    """
    info = format_info(descriptor.format)
    if info is None:
        return _UNKNOWN
    blocks = _block_count(descriptor, info) * descriptor.sample_count
    return Footprint(blocks * info.block_bytes, info.is_estimate, blocks * info.low, blocks * info.high)


def texture_bytes(descriptor: TextureDescriptor) -> int | None:
    """Return a texture's declared bytes, or None when its format is not known."""
    return texture_footprint(descriptor).bytes


def buffer_bytes(descriptor: BufferDescriptor) -> int:
    """Return a buffer's declared bytes."""
    return descriptor.size


def declared_bytes(descriptor: Descriptor) -> int | None:
    """Return the declared bytes of a texture or buffer, or None when a texture's format is not known."""
    return descriptor.size if isinstance(descriptor, BufferDescriptor) else texture_bytes(descriptor)


def _block_count(descriptor: TextureDescriptor, info: FormatInfo) -> int:
    width, height, depth_or_layers = descriptor.size
    blocks = 0
    for level in range(descriptor.mip_level_count):
        columns = -(-_halved(width, level) // info.block_width)
        rows = -(-_halved(height, level) // info.block_height)
        # Only a volume shrinks in its third dimension: array layers are kept by every level.
        slices = _halved(depth_or_layers, level) if descriptor.dimension == "3d" else depth_or_layers
        blocks += columns * rows * slices
    return blocks


def _halved(extent: int, level: int) -> int:
    return min(extent, max(1, extent >> level))  # an extent of 0 stays 0

"""What the graph can learn of a resource it did not make: its descriptor, read from public attributes."""

from __future__ import annotations

from typing import Any

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor

__all__ = ["buffer_descriptor", "texture_descriptor"]


def texture_descriptor(texture: Any) -> TextureDescriptor | None:
    """The descriptor of a wgpu texture or of anything shaped like one, None for anything else."""
    try:
        return TextureDescriptor(
            tuple(texture.size),
            texture.format,
            int(texture.usage),
            texture.dimension,
            texture.mip_level_count,
            texture.sample_count,
        )
    except (AttributeError, TypeError):
        return None


def buffer_descriptor(buffer: Any) -> BufferDescriptor | None:
    """The descriptor of a wgpu buffer or of anything shaped like one, None for anything else."""
    try:
        return BufferDescriptor(int(buffer.size), int(buffer.usage))
    except (AttributeError, TypeError):
        return None

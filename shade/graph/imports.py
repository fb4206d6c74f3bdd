"""What the graph can learn of a resource it did not make: its descriptor, read from public attributes.

Reading six attributes through wgpu-py costs as much as declaring four passes, and they never change. So the
descriptor is left on the resource, and the next frame finds it there.
"""

from __future__ import annotations

from typing import Any

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor

__all__ = ["buffer_descriptor", "texture_descriptor"]


def texture_descriptor(texture: Any) -> TextureDescriptor | None:
    """The descriptor of a wgpu texture or of anything shaped like one, None for anything else."""
    known = getattr(texture, "framescope_descriptor", None)
    if isinstance(known, TextureDescriptor):
        return known
    try:
        found = TextureDescriptor(
            tuple(texture.size),
            texture.format,
            int(texture.usage),
            texture.dimension,
            texture.mip_level_count,
            texture.sample_count,
            tuple(getattr(texture, "framescope_view_formats", ())),
        )
    except (AttributeError, TypeError):
        return None
    _leave(texture, found)
    return found


def buffer_descriptor(buffer: Any) -> BufferDescriptor | None:
    """The descriptor of a wgpu buffer or of anything shaped like one, None for anything else."""
    known = getattr(buffer, "framescope_descriptor", None)
    if isinstance(known, BufferDescriptor):
        return known
    try:
        found = BufferDescriptor(int(buffer.size), int(buffer.usage))
    except (AttributeError, TypeError):
        return None
    _leave(buffer, found)
    return found


def _leave(resource: Any, descriptor: TextureDescriptor | BufferDescriptor) -> None:
    try:
        resource.framescope_descriptor = descriptor
    except AttributeError:  # a slotted stand-in is asked again next frame
        return

"""Which textures can serve in which role at all, whatever features a device has: "Texture Format Capabilities".

What some feature would permit is left to the device; what none does is refused where it is declared.
"""

from __future__ import annotations

from functools import lru_cache

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.formats import DEPTH_STENCIL_FORMATS, format_info

__all__ = ["ROLES", "role_missing"]

_DEPTH = frozenset({"texture-depth-write", "texture-depth-read"})
_STORAGE = frozenset({"texture-storage-read", "texture-storage-write"})
ROLES = _DEPTH | _STORAGE | {"texture-color-attachment-write"}
"""The accesses that not every texture permits."""


@lru_cache(maxsize=1024)
def role_missing(descriptor: TextureDescriptor, access: str) -> str | None:
    """Why no such texture can be accessed by one of :data:`ROLES`, or None when one can."""
    info = format_info(descriptor.format)
    if (descriptor.format in DEPTH_STENCIL_FORMATS) is not (access in _DEPTH):
        return "depth and stencil formats are attached as depth, the others never"
    if info is not None and info.block_width > 1:
        return "compressed formats are sampled and copied, nothing else"
    if access in _STORAGE:
        return "a multisampled texture is no storage" if descriptor.sample_count > 1 else None
    return "a 1d texture is no attachment" if descriptor.dimension == "1d" else None

"""Which textures can serve in which role at all, whatever features a device has: "Texture Format Capabilities".

What some feature would permit is left to the device; what none does is refused where it is declared.
"""

from __future__ import annotations

from functools import lru_cache

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.formats import format_info

__all__ = ["role_missing"]

_DEPTH_ROLES = ("texture-depth-write", "texture-depth-read")
_STORAGE_ROLES = ("texture-storage-read", "texture-storage-write")
_COLOR_ROLE = "texture-color-attachment-write"


@lru_cache(maxsize=1024)
def role_missing(descriptor: TextureDescriptor, access: str) -> str | None:
    """Why no such texture can be accessed so, or None when one can."""
    if access not in (_COLOR_ROLE, *_DEPTH_ROLES, *_STORAGE_ROLES):
        return None
    info = format_info(descriptor.format)
    has_depth = "depth" in descriptor.format or "stencil" in descriptor.format
    if has_depth is not (access in _DEPTH_ROLES):
        return "depth and stencil formats are attached as depth, the others never"
    if info is not None and info.block_width > 1:
        return "compressed formats are sampled and copied, nothing else"
    if access in _STORAGE_ROLES:
        return "a multisampled texture is no storage" if descriptor.sample_count > 1 else None
    return "a 1d texture is no attachment" if descriptor.dimension == "1d" else None

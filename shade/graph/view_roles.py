"""What a view must be to serve in a role: sampled, bound as storage, attached.

WebGPU says so when the bind group is made or the pass is begun, far from the declaration and without a pass name.
"""

from __future__ import annotations

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.regions import Region, TextureRegion, aspect_mask
from framescope.shade.graph.views import IDENTITY, View

__all__ = ["role_fault"]

_STORAGE = ("texture-storage-read", "texture-storage-write")
_ATTACHED = ("texture-color-attachment-write", "texture-depth-read", "texture-depth-write")


def role_fault(view: View, region: Region, access: str, descriptor: TextureDescriptor) -> str | None:
    """Why ``view`` cannot be used as ``access`` says, in words that follow "which"; None when it can.

    Args:
        view: The view.
        region: What the access touches of it.
        access: The access kind.
        descriptor: The view's texture.
    """
    if access in ("texture-copy-src", "texture-copy-dst"):
        return "a copy cannot go through; give it a region"
    if access in _ATTACHED:
        return _attachment_fault(view, region)
    if access in _STORAGE:
        return _storage_fault(view)
    if view.aspect == "all" and aspect_mask(descriptor.format).bit_count() > 1:
        return "shows depth and stencil; a shader sees one aspect, so declare it 'depth-only' or 'stencil-only'"
    return None


def _storage_fault(view: View) -> str | None:
    if view.mip_level_count != 1:
        return f"shows {view.mip_level_count} mip levels; as storage it shows one"
    if view.dimension.startswith("cube"):
        return f"has dimension {view.dimension!r}; storage has no cubes, so declare it '2d-array'"
    return None if view.swizzle == IDENTITY else f"has swizzle {view.swizzle!r}; as storage it has none"


def _attachment_fault(view: View, region: Region) -> str | None:
    if view.dimension not in ("2d", "2d-array", "3d"):
        return f"has dimension {view.dimension!r}; an attachment is '2d', '2d-array' or a slice of '3d'"
    if view.mip_level_count != 1 or view.array_layer_count != 1:
        return (
            f"shows {view.mip_level_count} mip levels and {view.array_layer_count} array layers; "
            "an attachment shows one of each"
        )
    if view.dimension == "3d" and (not isinstance(region, TextureRegion) or region.array_layer_count != 1):
        return "is of a volume; attach it with depth_slice="
    return None if view.swizzle == IDENTITY else f"has swizzle {view.swizzle!r}; an attachment has none"

"""Declared views of textures: WebGPU's defaults filled in, and what cannot be a view refused.

A view is an entity of the graph: accesses name it, reports list it, and a callback gets the real one. It belongs to
the texture, not to a version of it: the same view serves whoever reads or writes through it.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.formats import format_info
from framescope.shade.graph.regions import TextureRegion, resolve
from framescope.shade.labels import device_label

__all__ = ["IDENTITY", "SWIZZLE_FEATURE", "View", "ViewPart", "complete_view"]

IDENTITY = "rgba"
SWIZZLE_FEATURE = "texture-component-swizzle"
_SWIZZLE = re.compile(r"[rgba01]{4}")
_DIMENSIONS = {"1d": ("1d",), "2d": ("2d", "2d-array", "cube", "cube-array"), "3d": ("3d",)}
_LAYERED = ("2d-array", "cube-array")


class View(NamedTuple):
    """A view with nothing left to default; the meaning of each field is ``GPUTextureViewDescriptor``'s."""

    resource: int
    label: str
    format: str
    dimension: str
    aspect: str
    swizzle: str
    base_mip_level: int
    mip_level_count: int
    base_array_layer: int
    array_layer_count: int

    @property
    def region(self) -> TextureRegion:
        """What of the texture it shows; of a volume, every depth slice."""
        mips = (self.base_mip_level, self.mip_level_count)
        if self.dimension == "3d":
            return TextureRegion(*mips, aspect=self.aspect)
        return TextureRegion(*mips, self.base_array_layer, self.array_layer_count, self.aspect)

    @property
    def arguments(self) -> dict[str, Any]:
        """wgpu-py's arguments of ``create_view``."""
        return {
            "label": device_label(self.label),
            "format": self.format,
            "dimension": self.dimension,
            "aspect": self.aspect,
            "swizzle": self.swizzle,
            "base_mip_level": self.base_mip_level,
            "mip_level_count": self.mip_level_count,
            "base_array_layer": self.base_array_layer,
            "array_layer_count": self.array_layer_count,
        }


class ViewPart(NamedTuple):
    """What an access through a view declares in place of a region.

    Attributes:
        view: Index of the view.
        region: What it touches: the view's region, or one depth slice of it.
    """

    view: int
    region: TextureRegion


def complete_view(asked: View, descriptor: TextureDescriptor, *, imported: bool) -> View:
    """Fill in the defaults of ``createView`` and check the view against its texture.

    Args:
        asked: The view with ``""`` for a format or dimension and 0 for a count left out.
        descriptor: The texture.
        imported: Whether somebody else made the texture: its list of view formats cannot be asked for, so the sRGB
            twin of its format is left for the device to judge.

    Raises:
        ValueError: The text says what does not fit.
    """
    dimension = asked.dimension or _default_dimension(descriptor)
    if dimension not in _DIMENSIONS[descriptor.dimension]:
        raise ValueError(f"dimension {dimension!r} of a {descriptor.dimension} texture")
    layers_left = descriptor.size[2] - asked.base_array_layer if dimension != "3d" else 1
    layers = asked.array_layer_count or (layers_left if dimension in _LAYERED else 6 if dimension == "cube" else 1)
    mips = asked.mip_level_count or descriptor.mip_level_count - asked.base_mip_level
    own = _format_of_aspect(descriptor.format, asked.aspect)
    view = asked._replace(
        format=asked.format or own, dimension=dimension, mip_level_count=mips, array_layer_count=layers
    )
    _check_format(view.format, own, descriptor, imported)
    _check_shape(view, descriptor)
    if not _SWIZZLE.fullmatch(view.swizzle):
        raise ValueError(f"swizzle {view.swizzle!r}; four of r, g, b, a, 0 and 1")
    resolve(view.region, descriptor)
    return view


def _default_dimension(descriptor: TextureDescriptor) -> str:
    if descriptor.dimension == "2d" and descriptor.size[2] > 1:
        return "2d-array"
    return descriptor.dimension


def _format_of_aspect(texture_format: str, aspect: str) -> str:
    """The format that one aspect of a combined format has on its own."""
    if aspect == "stencil-only":
        return "stencil8"
    return texture_format.removesuffix("-stencil8") if aspect == "depth-only" else texture_format


def _check_format(view_format: str, own: str, descriptor: TextureDescriptor, imported: bool) -> None:
    allowed = {own, descriptor.format, *descriptor.view_formats}
    if imported and view_format.removesuffix("-srgb") == descriptor.format.removesuffix("-srgb"):
        return
    if view_format not in allowed:
        raise ValueError(f"format {view_format!r}, which is neither the texture's nor one of its view_formats")
    if format_info(view_format) is None and view_format != descriptor.format:
        raise ValueError(f"format {view_format!r}, which WebGPU does not have")


def _check_shape(view: View, descriptor: TextureDescriptor) -> None:
    if view.dimension in ("1d", "2d", "3d") and view.array_layer_count != 1:
        raise ValueError(f"{view.array_layer_count} array layers in a {view.dimension} view")
    if view.dimension == "3d" and view.base_array_layer:
        raise ValueError(f"array layer {view.base_array_layer} of a volume, which has none")
    if view.dimension.startswith("cube"):
        width, height, _ = descriptor.size
        if width != height:
            raise ValueError(f"a cube of faces that are not square ({width} by {height})")
        if view.array_layer_count % 6 or (view.dimension == "cube" and view.array_layer_count != 6):
            raise ValueError(f"{view.array_layer_count} array layers in a {view.dimension} view; six make a cube")
    if descriptor.sample_count > 1 and view.dimension != "2d":
        raise ValueError(f"dimension {view.dimension!r} of a multisampled texture; only '2d'")

"""What a copy touches: bytes of a buffer, subresources of a texture, and whether it fills them.

The arithmetic of WebGPU's "linear texture data" and "texture copy" rules, on descriptors alone. A row of texels may be
padded to ``bytes_per_row`` and an image to ``rows_per_image``; what lies between is never written. So the bytes of a
copy are one range from its first to its last byte, and it overwrites them only if there are no gaps in it.
"""

from __future__ import annotations

from typing import NamedTuple

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.formats import format_info
from framescope.shade.graph.access import Contents
from framescope.shade.graph.regions import BufferRegion, TextureRegion

__all__ = [
    "Block",
    "CopyFault",
    "Extent",
    "Layout",
    "Texels",
    "block_of",
    "buffer_span",
    "check_texture_pair",
    "linear_span",
    "texel_region",
]

Extent = tuple[int, int, int]


class CopyFault(ValueError):
    """A copy that WebGPU would refuse; the text says why.

    Attributes:
        code: The code of the error to raise.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Block(NamedTuple):
    """The unit of a copy: width and height in texels, bytes in a buffer, and what its offset is a multiple of."""

    width: int
    height: int
    size: int
    alignment: int


class Layout(NamedTuple):
    """How texels lie in a buffer; None for what the copy is too small to need."""

    offset: int
    bytes_per_row: int | None
    rows_per_image: int | None


class Texels(NamedTuple):
    """Where in a texture a copy begins."""

    mip_level: int
    origin: Extent
    aspect: str


# Of depth and stencil formats: bytes of a texel in a buffer, and whether it may be copied from one.
_DEPTH = {"depth16unorm": (2, True), "depth32float": (4, False), "depth32float-stencil8": (4, False)}


def block_of(descriptor: TextureDescriptor, aspect: str, *, to_buffer: bool) -> Block:
    """The block that one aspect of a texture is copied in, to or from a buffer.

    Raises:
        CopyFault: FG1108 when WebGPU does not copy that aspect so, FG1106 when the aspect is left open or the texture
            is multisampled.
    """
    name = descriptor.format
    info = format_info(name)
    if info is None:
        raise CopyFault("FG1108", f"format {name!r} has no known texel size")
    if descriptor.sample_count > 1:
        raise CopyFault("FG1106", f"{descriptor.sample_count} samples a texel; resolve it first")
    if "color" in info.aspects:
        return Block(info.block_width, info.block_height, info.block_bytes, info.block_bytes)
    if len(info.aspects) > 1 and aspect == "all":
        raise CopyFault("FG1106", f"{name} is copied one aspect at a time: 'depth-only' or 'stencil-only'")
    if aspect == "stencil-only" or info.aspects == ("stencil",):
        return Block(1, 1, 1, 4)
    size, from_buffer = _DEPTH.get(name, (0, False))
    if not size or not (to_buffer or from_buffer):
        raise CopyFault("FG1108", f"the depth of {name} is not copied {'to' if to_buffer else 'from'} a buffer")
    return Block(1, 1, size, 4)


def buffer_span(descriptor: BufferDescriptor, offset: int, size: int) -> BufferRegion:
    """The range of ``size`` bytes at ``offset``.

    Raises:
        CopyFault: FG1103 when it does not lie inside the buffer.
    """
    if offset < 0 or size < 0 or offset + size > descriptor.size:
        raise CopyFault("FG1103", f"bytes {offset} to {offset + size} of a buffer of {descriptor.size} bytes")
    return BufferRegion(offset, size)


def linear_span(
    layout: Layout, extent: Extent, block: Block, descriptor: BufferDescriptor
) -> tuple[BufferRegion, Contents]:
    """The bytes of a copy between a buffer and a texture, and what a write of them does to what was there.

    Args:
        layout: How the texels lie in the buffer.
        extent: Texels copied: width, height, layers or slices.
        block: What they are copied in.
        descriptor: The buffer.

    Raises:
        CopyFault: FG1106 for a stride that is missing or too small, FG1103 for bytes outside of the buffer.
    """
    if 0 in extent:
        return buffer_span(descriptor, layout.offset, 0), "overwrite"
    columns, rows, images = -(-extent[0] // block.width), -(-extent[1] // block.height), extent[2]
    row = columns * block.size
    stride = _stride(layout.bytes_per_row, row, "bytes_per_row", needed=rows > 1 or images > 1)
    height = _stride(layout.rows_per_image, rows, "rows_per_image", needed=images > 1)
    size = stride * height * (images - 1) + stride * (rows - 1) + row
    return buffer_span(descriptor, layout.offset, size), "overwrite" if size == row * rows * images else "preserve"


def _stride(given: int | None, least: int, name: str, *, needed: bool) -> int:
    if given is None and needed:
        raise CopyFault("FG1106", f"{name} is missing; a copy of this size needs at least {least}")
    if given is not None and given < least:
        raise CopyFault("FG1106", f"{name} {given} is less than the {least} of the copy")
    return least if given is None else given


def texel_region(texels: Texels, extent: Extent, descriptor: TextureDescriptor) -> tuple[TextureRegion, Contents]:
    """The subresources of a copy, and what a write of them does to what was there.

    A subresource is the smallest part of a texture whose contents the graph follows: a copy that fills only some
    of its width and height preserves it.

    Raises:
        CopyFault: FG1106 for texels outside of the mip level or not on the borders of blocks.
    """
    level = texels.mip_level
    if not 0 <= level < descriptor.mip_level_count:
        raise CopyFault("FG1106", f"mip level {level} of a texture that has {descriptor.mip_level_count}")
    info = format_info(descriptor.format)
    blocks = (1, 1, 1) if info is None else (info.block_width, info.block_height, 1)
    sizes = _mip_extent(descriptor, level)
    for name, origin, count, size, block in zip("xyz", texels.origin, extent, sizes, blocks, strict=True):
        whole = -(-size // block) * block  # the last block of a small level reaches over its edge
        if origin < 0 or count < 0 or origin + count > whole:
            raise CopyFault("FG1106", f"{name} {origin} to {origin + count} of mip level {level}, which has {whole}")
        if origin % block or count % block:
            raise CopyFault("FG1106", f"{name} {origin} to {origin + count} cuts blocks of {block} texels")
    filled = texels.origin[:2] == (0, 0) and extent[0] >= sizes[0] and extent[1] >= sizes[1]
    region = TextureRegion(level, 1, texels.origin[2], extent[2], texels.aspect)
    return region, "overwrite" if filled else "preserve"


def check_texture_pair(
    source: tuple[TextureDescriptor, Texels], destination: tuple[TextureDescriptor, Texels], extent: Extent
) -> None:
    """Raise unless texels of one texture can be copied to the other.

    Raises:
        CopyFault: FG1106 for formats or sample counts that differ, and for a part of what is copied only whole.
    """
    (given, texels), (taken, target) = source, destination
    if given.format.removesuffix("-srgb") != taken.format.removesuffix("-srgb"):
        raise CopyFault("FG1106", f"format {given.format} to format {taken.format}; they may differ in -srgb alone")
    if given.sample_count != taken.sample_count:
        raise CopyFault("FG1106", f"{given.sample_count} samples a texel to {taken.sample_count}")
    info = format_info(given.format)
    has_depth = info is not None and "color" not in info.aspects
    if texels.aspect != "all" or target.aspect != "all":
        raise CopyFault("FG1106", f"aspect {texels.aspect!r} to {target.aspect!r}; textures are copied with 'all'")
    for descriptor, place in (source, destination):
        partial = place.origin[:2] != (0, 0) or extent[:2] != _mip_extent(descriptor, place.mip_level)[:2]
        if partial and (has_depth or descriptor.sample_count > 1):
            raise CopyFault("FG1106", "part of a depth, stencil or multisampled texture, which is copied whole")


def _mip_extent(descriptor: TextureDescriptor, level: int) -> Extent:
    """Width, height, and layers or depth of a mip level."""
    width, height, depth = descriptor.size
    if descriptor.dimension == "3d":
        depth = max(1, depth >> level)
    return max(1, width >> level), max(1, height >> level), depth

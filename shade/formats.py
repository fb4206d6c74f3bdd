"""Every texture format of WebGPU: the size of its block, the bytes a block takes, the aspects it has.

The sizes are those of the specification's table of texture format capabilities. Four depth and stencil
formats have no size of their own: which of several layouts a device picks is up to its backend, so their
bytes are an estimate between two bounds, and marked as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["DEPTH_STENCIL_FORMATS", "FORMATS", "FormatInfo", "format_info"]


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """What one texture format costs and holds.

    Attributes:
        name: The WebGPU name, ``"rgba8unorm-srgb"``.
        block_width: Texels a block spans horizontally; 1 for uncompressed formats.
        block_height: Texels a block spans vertically.
        block_bytes: Bytes of one block; the usual layout's where backends differ.
        low: Fewest bytes a block takes on any backend.
        high: Most bytes a block takes on any backend.
        aspects: Of ``"color"``, ``"depth"`` and ``"stencil"``, those the format has.
    """

    name: str
    block_width: int
    block_height: int
    block_bytes: int
    low: int
    high: int
    aspects: tuple[str, ...]

    @property
    def is_estimate(self) -> bool:
        """Whether backends disagree on the bytes, so that ``block_bytes`` is one answer of several."""
        return self.low != self.high


# Bytes of a texel → the names that share it.
_COLOR = {
    1: "r8unorm r8snorm r8uint r8sint",
    2: "r16unorm r16snorm r16uint r16sint r16float rg8unorm rg8snorm rg8uint rg8sint",
    4: "r32uint r32sint r32float rg16unorm rg16snorm rg16uint rg16sint rg16float rgba8unorm rgba8unorm-srgb "
    "rgba8snorm rgba8uint rgba8sint bgra8unorm bgra8unorm-srgb rgb9e5ufloat rgb10a2uint rgb10a2unorm rg11b10ufloat",
    8: "rg32uint rg32sint rg32float rgba16unorm rgba16snorm rgba16uint rgba16sint rgba16float",
    16: "rgba32uint rgba32sint rgba32float",
}

# Bytes of a 4×4 block → the names that share it.
_BLOCK_4X4 = {
    8: "bc1-rgba-unorm bc1-rgba-unorm-srgb bc4-r-unorm bc4-r-snorm etc2-rgb8unorm etc2-rgb8unorm-srgb "
    "etc2-rgb8a1unorm etc2-rgb8a1unorm-srgb eac-r11unorm eac-r11snorm",
    16: "bc2-rgba-unorm bc2-rgba-unorm-srgb bc3-rgba-unorm bc3-rgba-unorm-srgb bc5-rg-unorm bc5-rg-snorm "
    "bc6h-rgb-ufloat bc6h-rgb-float bc7-rgba-unorm bc7-rgba-unorm-srgb etc2-rgba8unorm etc2-rgba8unorm-srgb "
    "eac-rg11unorm eac-rg11snorm",
}

_ASTC_BYTES = 16  # whatever the block spans
_ASTC_BLOCKS = "4x4 5x4 5x5 6x5 6x6 8x5 8x6 8x8 10x5 10x6 10x8 10x10 12x10 12x12"

# Name → usual, fewest and most bytes a texel, aspects. Stencil alone may live in a packed depth-stencil
# texture; "24plus" is 24 bits in 32, a 32-bit float, or either of them beside 8 bits of stencil.
_DEPTH_STENCIL = {
    "depth16unorm": (2, 2, 2, ("depth",)),
    "depth32float": (4, 4, 4, ("depth",)),
    "stencil8": (1, 1, 4, ("stencil",)),
    "depth24plus": (4, 4, 8, ("depth",)),
    "depth24plus-stencil8": (4, 4, 8, ("depth", "stencil")),
    "depth32float-stencil8": (8, 5, 8, ("depth", "stencil")),
}

DEPTH_STENCIL_FORMATS = frozenset(_DEPTH_STENCIL)
"""Formats that are attached as depth, stencil or both."""


def _color(names: str, size: int, width: int = 1, height: int = 1) -> Iterator[FormatInfo]:
    for name in names.split():
        yield FormatInfo(name, width, height, size, size, size, ("color",))


def _astc() -> Iterator[FormatInfo]:
    for block in _ASTC_BLOCKS.split():
        width, height = (int(side) for side in block.split("x"))
        yield from _color(f"astc-{block}-unorm astc-{block}-unorm-srgb", _ASTC_BYTES, width, height)


def _all_formats() -> Iterable[FormatInfo]:
    for size, names in _COLOR.items():
        yield from _color(names, size)
    for size, names in _BLOCK_4X4.items():
        yield from _color(names, size, 4, 4)
    yield from _astc()
    for name, (usual, low, high, aspects) in _DEPTH_STENCIL.items():
        yield FormatInfo(name, 1, 1, usual, low, high, aspects)


FORMATS = MappingProxyType({info.name: info for info in _all_formats()})
"""Name → :class:`FormatInfo`, for every format of the specification."""


def format_info(name: str) -> FormatInfo | None:
    """Return what is known of a format, or None for a name that is not in the specification."""
    return FORMATS.get(name)

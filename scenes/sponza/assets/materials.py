"""The material set: the textures and parameters of all 25 materials, ready to upload."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.canvas import Paint, texels
from framescope.scenes.sponza.assets.cloth_leaf_textures import CLOTH_LEAF_PAINTERS
from framescope.scenes.sponza.assets.palette import MATERIALS, Alpha
from framescope.scenes.sponza.assets.stone_textures import STONE_PAINTERS
from framescope.scenes.sponza.assets.wood_metal_textures import WOOD_METAL_PAINTERS

__all__ = ["EMISSION_SCALE", "MaterialSet", "build_materials"]

Bytes = npt.NDArray[np.uint8]

Painter = Callable[[int], Paint]

EMISSION_SCALE = 6.0

_PAINTERS: dict[str, Painter] = {
    painter.__name__: painter for painter in (*STONE_PAINTERS, *WOOD_METAL_PAINTERS, *CLOTH_LEAF_PAINTERS)
}


@dataclass(frozen=True, slots=True)
class MaterialSet:
    """Textures and parameters, indexed by material number.

    Attributes:
        base_color: uint8 (25, S, S, 4): sRGB colour; linear alpha (coverage for ``"mask"``, opacity
            for ``"blend"``).
        normal: uint8 (25, S, S, 4): tangent-space normal as ``127.5 + 127.5 * n`` in rgb, height in alpha.
        surface: uint8 (25, S, S, 4), linear: occlusion, roughness, metallic, emission. The light that a texel sends
            out is ``emission / 255 * EMISSION_SCALE * base colour``.
        parameters: float32 (25, 8): colour factor rgb, opacity factor, roughness factor, metallic factor, alpha cutoff
            (0 where nothing is cut), translucency.
        names: The materials' names.
        alpha: ``"opaque"``, ``"mask"`` or ``"blend"`` of each.
    """

    base_color: Bytes
    normal: Bytes
    surface: Bytes
    parameters: npt.NDArray[np.float32]
    names: tuple[str, ...]
    alpha: tuple[Alpha, ...]


def build_materials(texture_size: int = 256) -> MaterialSet:
    """Paint every texture; equal sizes give equal bytes.

    Args:
        texture_size: Texels a side, a power of two of at least 8.

    Raises:
        ValueError: The size is no such power.
    """
    if texture_size < 8 or texture_size & (texture_size - 1):
        raise ValueError(f"build_materials: texture_size must be a power of two of at least 8, got {texture_size}")
    layers = [texels(_PAINTERS[info.name](texture_size)) for info in MATERIALS]
    base_color, normal, surface = (np.stack(kind) for kind in zip(*layers, strict=True))
    parameters = [(1, 1, 1, info.opacity, 1, info.metallic, info.cutoff, info.translucency) for info in MATERIALS]
    return MaterialSet(
        base_color=base_color,
        normal=normal,
        surface=surface,
        parameters=np.array(parameters, np.float32),
        names=tuple(info.name for info in MATERIALS),
        alpha=tuple(info.alpha for info in MATERIALS),
    )

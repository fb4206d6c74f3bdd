"""The material set: the textures and parameters of all 25 materials, ready to upload."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.noise import fractal
from framescope.scenes.sponza.assets.palette import MATERIALS

__all__ = ["EMISSION_SCALE", "MaterialSet", "build_materials"]

Bytes = npt.NDArray[np.uint8]

EMISSION_SCALE = 12.0


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
    alpha: tuple[str, ...]


def build_materials(texture_size: int = 256) -> MaterialSet:
    """Paint every texture at ``texture_size`` texels a side, a power of two."""
    count, size = len(MATERIALS), texture_size
    base = np.full((count, size, size, 4), 255, np.uint8)
    noise = fractal(size, 8, 1)
    for number in range(count):
        tint = np.random.default_rng(number).random(3) * 100 + 120
        base[number, ..., :3] = (noise[..., None] * 0.5 + 0.5) * tint
    normal = np.broadcast_to(np.array((128, 128, 255, 128), np.uint8), base.shape).copy()
    surface = np.broadcast_to(np.array((255, 200, 0, 0), np.uint8), base.shape).copy()
    parameters = np.array(
        [(1, 1, 1, m.opacity, 1, m.metallic, m.cutoff, m.translucency) for m in MATERIALS], np.float32
    )
    return MaterialSet(
        base, normal, surface, parameters, tuple(m.name for m in MATERIALS), tuple(m.alpha for m in MATERIALS)
    )

"""The 25 materials by name and number, and how large one repeat of each texture is in the world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["MATERIALS", "Alpha", "MaterialInfo", "material", "metres_of"]

Alpha = Literal["opaque", "mask", "blend"]


@dataclass(frozen=True, slots=True)
class MaterialInfo:
    """What geometry and renderer need to know of a material.

    Attributes:
        name: Its name.
        metres: World size of one repeat of its textures.
        alpha: How its alpha is used.
        metallic: Factor on the metallic texture.
        opacity: Factor on alpha; below 1 only where ``alpha`` is ``"blend"``.
        cutoff: Alpha below which a masked texel is left out; 0 where nothing is.
        translucency: Share of the light from behind that comes through.
    """

    name: str
    metres: float
    alpha: Alpha = "opaque"
    metallic: float = 0.0
    opacity: float = 1.0
    cutoff: float = 0.0
    translucency: float = 0.0


MATERIALS = (
    MaterialInfo("ashlar", 1.35),
    MaterialInfo("brick", 1.35),
    MaterialInfo("plaster", 1.8),
    MaterialInfo("court_flags", 1.8),
    MaterialInfo("gallery_tiles", 1.35),
    MaterialInfo("shaft_stone", 1.35),
    MaterialInfo("carved_stone", 0.9),
    MaterialInfo("arch_stone", 1.35),
    MaterialInfo("trim_stone", 1.35),
    MaterialInfo("vault_plaster", 1.8),
    MaterialInfo("ceiling_wood", 1.35),
    MaterialInfo("door_wood", 1.2),
    MaterialInfo("roof_tile", 1.2),
    MaterialInfo("bronze", 0.6, metallic=1.0),
    MaterialInfo("gold", 0.6, metallic=1.0),
    MaterialInfo("iron", 0.6, metallic=1.0),
    MaterialInfo("fabric_red", 1.0, "mask", cutoff=0.5, translucency=0.25),
    MaterialInfo("fabric_green", 1.0, "mask", cutoff=0.5, translucency=0.25),
    MaterialInfo("fabric_blue", 1.0, "mask", cutoff=0.5, translucency=0.25),
    MaterialInfo("gauze", 1.0, "blend", opacity=0.5, translucency=0.6),
    MaterialInfo("leaf", 1.0, "mask", cutoff=0.5, translucency=0.45),
    MaterialInfo("soil", 0.6),
    MaterialInfo("terracotta", 0.8),
    MaterialInfo("relief_marble", 1.35),
    MaterialInfo("ember", 0.3),
)

_NUMBERS = {info.name: number for number, info in enumerate(MATERIALS)}


def material(name: str) -> int:
    """The number of a material.

    Raises:
        KeyError: No material has that name.
    """
    return _NUMBERS[name]


def metres_of(name: str) -> float:
    """World size of one repeat of a material's textures."""
    return MATERIALS[_NUMBERS[name]].metres

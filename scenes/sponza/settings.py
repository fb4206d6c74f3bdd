"""What a user may choose about the atrium, and the sizes that follow from the adapter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from framescope.scenes.scene import Parameter

__all__ = ["PARAMETERS", "Settings", "Sizes", "sizes_for"]

PARAMETERS = (
    Parameter("camera", "path", "the camera walks the atrium or stands still", choices=("path", "still")),
    Parameter("frame_offset", 0, "the frame of the walk at which to begin", minimum=0),
    Parameter(
        "shadow_refresh", "turn", "shadow cascades drawn: in turn, all in every frame, or never again after the first",
        choices=("turn", "all", "hold"),
    ),
    Parameter("moving_sun", False, "the sun moves with the frame number"),
    Parameter("taa", True, "temporal anti-aliasing"),
    Parameter("overlay", False, "small pictures of what the passes made, along the lower edge"),
    Parameter("texture_size", 0, "texels along a side of each material texture; 0 lets the adapter decide", minimum=0),
)  # fmt: skip

_SMALLEST_TEXTURE = 64  # the finest pattern that the materials paint needs as many texels


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of :data:`PARAMETERS`; see there."""

    camera: str = "path"
    frame_offset: int = 0
    shadow_refresh: str = "turn"
    moving_sun: bool = False
    taa: bool = True
    overlay: bool = False
    texture_size: int = 0

    @classmethod
    def of(cls, **values: Any) -> Settings:
        """Settings from the scene's keyword arguments.

        Raises:
            TypeError: There is no such parameter.
            ValueError: A value it cannot have.
        """
        return cls().changed(**values)

    def changed(self, **values: Any) -> Settings:
        """These settings with some of them changed; raises as :meth:`of`."""
        known = {parameter.name: parameter for parameter in PARAMETERS}
        for name, value in values.items():
            if name not in known:
                raise TypeError(f"the atrium has no parameter {name!r}; there are: {', '.join(known)}")
            known[name].check(value)
        _check_texture_size(values.get("texture_size", 0))
        return replace(self, **values)


def _check_texture_size(size: int) -> None:
    if size != 0 and (size < _SMALLEST_TEXTURE or size & (size - 1)):
        raise ValueError(f"texture_size is {size}, it can be 0 or a power of two from {_SMALLEST_TEXTURE} on")


@dataclass(frozen=True, slots=True)
class Sizes:
    """What costs memory and time and is no matter of taste.

    Attributes:
        texture: Texels along a side of each material texture.
        shadow_tile: Texels along a side of one cascade's part of the atlas.
        anisotropy: Of the material sampler.
    """

    texture: int
    shadow_tile: int
    anisotropy: int


def sizes_for(software: bool, settings: Settings) -> Sizes:
    """The sizes for a software adapter or a hardware one."""
    chosen = settings.texture_size
    if software:
        return Sizes(chosen if chosen > 0 else 64, 512, 1)
    return Sizes(chosen if chosen > 0 else 256, 2048, 8)

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
    Parameter(
        "texture_size", "auto", "texels along a side of each material texture; auto goes by the adapter",
        choices=("auto", "64", "128", "256", "512", "1024"),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of :data:`PARAMETERS`; see there."""

    camera: str = "path"
    frame_offset: int = 0
    shadow_refresh: str = "turn"
    moving_sun: bool = False
    taa: bool = True
    texture_size: str = "auto"

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
        return replace(self, **values)


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
    texture, tile, anisotropy = (64, 512, 1) if software else (256, 2048, 8)
    if settings.texture_size != "auto":
        texture = int(settings.texture_size)
    return Sizes(texture, tile, anisotropy)

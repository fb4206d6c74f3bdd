"""The sun, and the 24 point lights that sit in the atrium's lamps and braziers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.plan import COURT_X, COURT_Z, GALLERY, STOREYS, bay_places

__all__ = ["BRAZIERS", "GALLERY_LAMPS", "HALL_LAMPS", "Lights", "build_lights", "sun_direction"]

_SUN_TURN_FRAMES = 600
_GALLERY_MIDDLE = 0.5 * (GALLERY + 0.3)


@dataclass(frozen=True, slots=True)
class Lights:
    """All lights of the scene.

    Attributes:
        sun_direction: float32 (3,), unit, from the sun toward the ground, at frame 0.
        sun_color: float32 (3,), linear radiance of the sun.
        point: float32 (24, 8): position xyz, radius beyond which the light is nothing, linear colour rgb, intensity.
    """

    sun_direction: npt.NDArray[np.float32]
    sun_color: npt.NDArray[np.float32]
    point: npt.NDArray[np.float32]


def _in_gallery(side: int, offset: float) -> tuple[float, float]:
    """The middle of a bay's gallery in world x and z."""
    reach = (COURT_X if side % 2 else COURT_Z) + _GALLERY_MIDDLE
    return [(offset, reach), (reach, -offset), (-offset, -reach), (-reach, offset)][side]


# Every second bay below, every third above; flame positions (x, y, z) in metres.
HALL_LAMPS = tuple(
    (x, 3.15, z)
    for side, number, offset in bay_places()
    if number % 2 == (0 if side % 2 == 0 else 1)
    for x, z in [_in_gallery(side, offset)]
)
GALLERY_LAMPS = tuple(
    (x, STOREYS[1].floor + 2.75, z)
    for side, number, offset in bay_places()
    if number % 3 == 1
    for x, z in [_in_gallery(side, offset)]
)
BRAZIERS = tuple((x, 1.22, z) for x in (-9.45, 9.45) for z in (-2.75, 2.75))


def build_lights() -> Lights:
    """The sun at frame 0 and every point light: 12 lamps in the lower gallery, 8 in the upper one, 4 braziers."""
    rows = [(*place, 5.5, 1.0, 0.62, 0.28, 7.0) for place in HALL_LAMPS]
    rows += [(*place, 5.0, 1.0, 0.70, 0.38, 5.0) for place in GALLERY_LAMPS]
    rows += [(*place, 6.5, 1.0, 0.45, 0.14, 12.0) for place in BRAZIERS]
    return Lights(
        sun_direction(0, False), np.array((1.0, 0.93, 0.80), np.float32) * np.float32(6.0), np.array(rows, np.float32)
    )


def sun_direction(frame: int, moving: bool) -> npt.NDArray[np.float32]:
    """From the sun toward the ground, float32 (3,), unit.

    Args:
        frame: Frame number; the moving sun comes back to the same place after 600 frames.
        moving: Whether it moves at all; a sun at rest keeps a static scene's shadows still.
    """
    phase = 2.0 * np.pi * (frame % _SUN_TURN_FRAMES) / _SUN_TURN_FRAMES if moving else 0.0
    direction = np.array((-0.42 + 0.24 * np.sin(phase), -1.0, -0.17 + 0.08 * (1.0 - np.cos(phase))))
    unit: npt.NDArray[np.float32] = (direction / np.linalg.norm(direction)).astype(np.float32)
    return unit

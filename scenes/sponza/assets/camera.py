"""The camera's walk: a smooth closed loop of 600 frames that depends on the frame number alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.math3d import look_at, perspective
from framescope.scenes.sponza.assets.mesh import Floats

__all__ = ["LOOP_FRAMES", "STILL_FRAME", "Camera", "camera_at", "jitter"]

LOOP_FRAMES = 600
STILL_FRAME = 0  # the establishing view down the court
NEAR, FAR = 0.1, 60.0
_FIELD_OF_VIEW = float(np.radians(62.0))
_JITTER_PHASES = 16

# Eye (x, y, z) and the direction it looks, yaw from +x toward +z and pitch upward in degrees; equally spaced in time:
# down the court, round at its far end, up to the gallery's height, back above the court, and down again.
_STATIONS = np.array(
    [
        (11.2, 2.2, 0.6, 183.0, 6.0),
        (7.4, 2.0, 1.4, 192.0, 11.0),
        (3.0, 1.8, 1.0, 197.0, 10.0),
        (-2.5, 1.8, -0.6, 173.0, 9.0),
        (-7.0, 2.2, -1.2, 140.0, 20.0),
        (-9.4, 3.4, 0.0, 98.0, 20.0),
        (-9.2, 5.4, 0.8, 50.0, 12.0),
        (-6.0, 7.3, 1.3, 5.0, -2.0),
        (-0.5, 7.9, 1.0, -16.0, -8.0),
        (4.5, 7.4, -0.4, 12.0, -14.0),
        (8.6, 5.6, -1.3, 75.0, -14.0),
        (10.9, 3.4, -0.6, 140.0, -2.0),
    ]
)


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the picture is taken from.

    Attributes:
        view: float32 (4, 4), world to view, looking along -z.
        projection: float32 (4, 4), view to clip, depth forward from 0 to 1, without jitter.
        position: float32 (3,).
        near: Distance of the near plane.
        far: Distance of the far plane.
        fov: Vertical field of view in radians.
    """

    view: npt.NDArray[np.float32]
    projection: npt.NDArray[np.float32]
    position: npt.NDArray[np.float32]
    near: float
    far: float
    fov: float


def camera_at(frame: int, aspect: float) -> Camera:
    """The camera of a frame; ``aspect`` is width over height. Frame ``n + LOOP_FRAMES`` equals frame ``n``."""
    *eye, yaw, pitch = _along_loop(_STATIONS, (frame % LOOP_FRAMES) / LOOP_FRAMES)
    yaw, pitch = np.radians(yaw), np.radians(pitch)
    position = np.array(eye)
    ahead = np.array((np.cos(yaw) * np.cos(pitch), np.sin(pitch), np.sin(yaw) * np.cos(pitch)))
    projection = perspective(_FIELD_OF_VIEW, aspect, NEAR, FAR)
    return Camera(
        look_at(position, position + ahead), projection, position.astype(np.float32), NEAR, FAR, _FIELD_OF_VIEW
    )


def jitter(frame: int) -> tuple[float, float]:
    """The sub-pixel offset of a frame, in pixels within ±0.5: Halton points of bases 2 and 3, repeating after 16."""
    index = frame % _JITTER_PHASES + 1
    return _radical_inverse(index, 2) - 0.5, _radical_inverse(index, 3) - 0.5


def _radical_inverse(index: int, base: int) -> float:
    value, weight = 0.0, 1.0 / base
    while index:
        index, digit = divmod(index, base)
        value += digit * weight
        weight /= base
    return value


def _along_loop(stations: Floats, share: float) -> Floats:
    """A point of the closed Catmull-Rom curve through the stations; ``share`` runs from 0 to 1."""
    count = len(stations)
    number, t = divmod(share * count, 1.0)
    a, b, c, d = (stations[(int(number) + step) % count] for step in (-1, 0, 1, 2))
    curve: Floats = 0.5 * (
        2.0 * b + (c - a) * t + (2.0 * a - 5.0 * b + 4.0 * c - d) * t**2 + (3.0 * (b - c) + d - a) * t**3
    )
    return curve

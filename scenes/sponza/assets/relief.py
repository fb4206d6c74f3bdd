"""A lion's head carved in high relief inside a round moulded frame, as on the end wall of the Sponza palace."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Floats, Mesh
from framescope.scenes.sponza.assets.mouldings import ROUND_FRAME
from framescope.scenes.sponza.assets.profiles import lathe, profile
from framescope.scenes.sponza.assets.solids import sheet

__all__ = ["lion", "lion_frame"]

# Rounded lumps of the face: x (mirrored when not 0), y, width, height, how far it stands out; unit disc coordinates.
_FACE = (
    (0.0, 0.02, 0.44, 0.50, 0.24),  # skull
    (0.0, 0.36, 0.30, 0.16, 0.08),  # forehead
    (0.0, 0.36, 0.03, 0.14, -0.06),  # furrow of the forehead
    (0.22, 0.235, 0.12, 0.045, 0.10),  # brows
    (0.23, 0.13, 0.085, 0.055, -0.10),  # sockets
    (0.225, 0.13, 0.055, 0.035, 0.10),  # eyes
    (0.0, 0.08, 0.10, 0.28, 0.17),  # bridge of the nose
    (0.0, -0.12, 0.15, 0.075, 0.22),  # tip of the nose
    (0.075, -0.165, 0.03, 0.022, -0.08),  # nostrils
    (0.14, -0.27, 0.15, 0.13, 0.27),  # muzzle
    (0.0, -0.29, 0.02, 0.10, -0.12),  # cleft of the lip
    (0.10, -0.405, 0.09, 0.025, -0.16),  # mouth
    (0.0, -0.47, 0.11, 0.08, 0.18),  # chin
    (0.33, -0.02, 0.10, 0.20, 0.08),  # cheeks
    (0.37, 0.47, 0.10, 0.10, 0.26),  # ears
    (0.37, 0.46, 0.045, 0.05, -0.20),  # hollow of the ears
)
_MANE = ((0.56, 0.78, 7, 0.0, 0.22), (0.62, 0.90, 9, 0.5, 0.16), (0.72, 0.99, 11, 0.0, 0.10))


def lion(radius: float, rings: int, around: int, metres: float) -> Mesh:
    """The head on its disc, facing -z, its middle at the origin.

    Args:
        radius: Of the disc in metres.
        rings: Samples from the middle to the edge.
        around: Samples round it.
        metres: Size of one repeat of the texture.
    """
    r = np.linspace(0.0, 1.0, rings + 1)[None, :]
    angle = np.linspace(0.0, 2.0 * np.pi, around + 1)[:, None]
    x, y = r * np.sin(angle), r * np.cos(angle)
    height = 0.05 + _face(x, y) + _mane(r, angle) * np.clip((r - 0.52) * 8.0, 0.0, 1.0)
    height = height * np.clip((1.0 - r) * 14.0, 0.0, 1.0)
    points = np.stack((-x, np.broadcast_to(y, x.shape), -height), axis=2) * radius
    return sheet(points, points[..., :2] * (-1.0, 1.0) / metres, (0.0, 0.0, -1.0), closed=True)


def _face(x: Floats, y: Floats) -> Floats:
    height = np.zeros_like(x)
    for centre_x, centre_y, width, tall, out in _FACE:
        for mirror in (1.0, -1.0) if centre_x else (1.0,):
            height += out * np.exp(-(((x - mirror * centre_x) / width) ** 2) - ((y - centre_y) / tall) ** 2)
    return height


def _mane(r: Floats, angle: Floats) -> Floats:
    """Three rings of flame-shaped locks, the inner ones over the outer ones."""
    height = np.zeros((angle.size, r.size))
    mirrored = np.pi - np.abs(angle - np.pi)
    for inner, outer, count, phase, out in _MANE:
        along = (r - inner) / (outer - inner)
        sway = 0.22 * np.sin(along * 4.0) + phase
        across = np.abs(((mirrored * count / np.pi + sway) % 1.0) - 0.5) * 2.0
        width = np.clip(1.05 - np.clip(along, 0.0, 1.0) ** 1.6, 0.0, 1.0)
        lock = np.clip(1.0 - (across / np.maximum(width, 0.05)) ** 2, 0.0, 1.0) * (along < 1.0)
        height = np.maximum(height, out * (0.35 + 0.65 * np.sqrt(lock)) * (lock > 0.0))
    return height


def lion_frame(radius: float, around: int, metres: float) -> Mesh:
    """A round moulded frame about the disc, facing -z."""
    outline = profile([(radius + reach, height) for reach, height in ROUND_FRAME], 45.0)
    return lathe(outline, around, metres).turned(-90.0, "x")

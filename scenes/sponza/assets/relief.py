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
    (0.0, 0.02, 0.40, 0.50, 0.30),  # skull
    (0.0, 0.42, 0.26, 0.16, 0.08),  # forehead
    (0.19, 0.25, 0.13, 0.055, 0.13),  # brows
    (0.20, 0.13, 0.085, 0.07, -0.17),  # sockets
    (0.19, 0.125, 0.05, 0.042, 0.12),  # eyes
    (0.0, 0.10, 0.085, 0.22, 0.15),  # bridge of the nose
    (0.0, -0.13, 0.12, 0.06, 0.13),  # tip of the nose
    (0.045, -0.17, 0.03, 0.025, -0.09),  # nostrils
    (0.13, -0.24, 0.13, 0.11, 0.19),  # muzzle
    (0.0, -0.25, 0.022, 0.10, -0.07),  # cleft of the lip
    (0.0, -0.385, 0.20, 0.04, -0.22),  # mouth
    (0.0, -0.50, 0.13, 0.08, 0.17),  # chin
    (0.33, -0.08, 0.10, 0.18, 0.06),  # cheeks
    (0.42, 0.46, 0.10, 0.11, 0.26),  # ears
    (0.42, 0.45, 0.045, 0.055, -0.20),  # hollow of the ears
)
_MANE = ((0.50, 0.72, 13, 0.3, 0.24), (0.60, 0.86, 17, 0.0, 0.19), (0.72, 0.99, 23, 0.5, 0.13))


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
    height = 0.05 + _face(x, y) + _mane(r, angle) * np.clip((r - 0.36) * 6.0, 0.0, 1.0)
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
    for inner, outer, count, phase, out in _MANE:
        along = (r - inner) / (outer - inner)
        sway = 0.35 * np.sin(along * 5.0) + phase
        across = np.abs(((angle * count / (2.0 * np.pi) + sway) % 1.0) - 0.5) * 2.0
        width = np.clip(1.05 - np.clip(along, 0.0, 1.0) ** 1.6, 0.0, 1.0)
        lock = np.clip(1.0 - (across / np.maximum(width, 0.05)) ** 2, 0.0, 1.0) * (along < 1.0)
        strands = 1.0 + 0.10 * np.cos(across * 14.0)
        height = np.maximum(height, out * (0.35 + 0.65 * np.sqrt(lock)) * strands * (lock > 0.0))
    return height


def lion_frame(radius: float, around: int, metres: float) -> Mesh:
    """A round moulded frame about the disc, facing -z."""
    outline = profile([(radius + reach, height) for reach, height in ROUND_FRAME], 45.0)
    return lathe(outline, around, metres).turned(-90.0, "x")

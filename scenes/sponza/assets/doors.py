"""Double doors in the galleries' outer walls: a moulded stone frame with a hood, two panelled leaves, bronze rings."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, grid, merged
from framescope.scenes.sponza.assets.mouldings import DOOR_FRAME, DOOR_HOOD
from framescope.scenes.sponza.assets.plan import GALLERY
from framescope.scenes.sponza.assets.profiles import extruded, profile, ring
from framescope.scenes.sponza.assets.solids import rectangle

__all__ = ["door_frame", "door_leaves", "door_rings"]

_HALF, _HEIGHT = 0.72, 2.75
_FACE = GALLERY - 0.055  # in front of the skirting


def door_frame(floor: float, metres: float) -> Mesh:
    """The stone frame and its hood, in a bay's frame."""
    frame = ring(profile(DOOR_FRAME), _HALF, _HEIGHT / 2.0, metres).turned(-90.0, "x")
    frame = frame.moved(y=floor + _HEIGHT / 2.0, z=GALLERY)  # its sill lies under the floor
    hood = profile(DOOR_HOOD)
    place = floor + _HEIGHT + 0.3
    body = extruded(hood, (-1.0, place, GALLERY), (1.0, place, GALLERY), (0, 0, -1), metres, (-1.0, 1.0))
    ends = [
        extruded(hood, start, (end, place, GALLERY), out, metres, mitres)
        for start, end, out, mitres in (
            ((1.0, place, GALLERY + 0.1), 1.0, (1.0, 0.0, 0.0), (0.0, 1.0)),
            ((-1.0, place, GALLERY + 0.1), -1.0, (-1.0, 0.0, 0.0), (0.0, 1.0)),
        )
    ]
    frieze = profile([(0.0, 0.0), (0.05, 0.0), (0.05, 0.1)])
    band = extruded(frieze, (-0.94, place - 0.1, GALLERY), (0.94, place - 0.1, GALLERY), (0, 0, -1), metres)
    return merged([body, band, *ends, frame])


def door_leaves(floor: float, metres: float) -> Mesh:
    """Two leaves with three sunk panels each."""
    back = rectangle((_HALF, floor, _FACE), (-2 * _HALF, 0, 0), (0, _HEIGHT, 0), metres)
    outline = profile([(0.05, 0.0), (0.03, 0.035), (0.0, 0.035), (-0.03, 0.015), (-0.05, 0.0)])
    parts = [back]
    for side in (-1.0, 1.0):
        for low, high in ((0.12, 0.85), (1.0, 1.75), (1.9, 2.63)):
            moulding = ring(outline, 0.22, (high - low) / 2.0 - 0.05, metres).turned(-90.0, "x")
            parts.append(moulding.moved(side * 0.36, floor + (low + high) / 2.0, _FACE))
    return merged(parts)


def door_rings(floor: float, metres: float) -> Mesh:
    """The pull rings of both leaves."""
    ring_mesh = _torus(0.075, 0.013, 12, 5, metres)
    return merged([ring_mesh.moved(side * 0.12, floor + 1.28, _FACE - 0.02) for side in (-1.0, 1.0)])


def _torus(radius: float, thickness: float, around: int, across: int, metres: float) -> Mesh:
    """A torus about the z axis."""
    a = np.linspace(0.0, 2.0 * np.pi, around + 1)[:, None]
    b = np.linspace(0.0, 2.0 * np.pi, across + 1)[None, :]
    flat = np.cos(b)
    normals = np.stack(
        (np.cos(a) * flat, np.sin(a) * flat, np.broadcast_to(np.sin(b), (around + 1, across + 1))), axis=2
    )
    middle = np.stack((np.cos(a) * radius, np.sin(a) * radius, np.zeros_like(a)), axis=2)
    uvs = np.stack(np.broadcast_arrays(a * radius / metres, b * thickness / metres), axis=2)
    return grid(middle + normals * thickness, normals, uvs)

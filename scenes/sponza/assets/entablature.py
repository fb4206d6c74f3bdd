"""What crowns the arcades: cornices with dentils, the brick attic with its windows, the eaves and the tiled roof.

Everything is built for one bay, in the bay's frame, as seen from the court (-z). Distances count from the arcade's
centre line toward the court, so that the mitres of a side's first and last bay meet those of its neighbours exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, grid, merged
from framescope.scenes.sponza.assets.mouldings import CORNICE, CROWN
from framescope.scenes.sponza.assets.plan import ARCADE_HALF, BAY, EAVES, GALLERY, OVERHANG, RIDGE
from framescope.scenes.sponza.assets.profiles import Profile, extruded, profile, ring
from framescope.scenes.sponza.assets.solids import rectangle, slab

__all__ = ["attic_wall", "attic_windows", "cornice", "eaves_timber", "roof_tiles", "shutter"]

Mitres = tuple[float, float]

_TO_COURT = (0.0, 0.0, -1.0)
_WINDOW = (0.40, 0.45, 11.75)  # half width, half height, middle


def cornice(height: float, mitres: Mitres, top: bool, metres: float) -> Mesh:
    """A bay's cornice with its lower edge at ``height``; the attic's crown is plainer and has no dentils."""
    moulding = _along_bay(profile(CROWN if top else CORNICE), height, mitres, metres)
    if top:
        return moulding
    inset = [0.45 if mitre else 0.0 for mitre in mitres]  # dentils stop where the neighbouring side's cornice begins
    places = np.arange(12) * (BAY / 12.0) - BAY / 2.0 + BAY / 24.0
    places = places[(places > -BAY / 2.0 + inset[0]) & (places < BAY / 2.0 - inset[1])]
    dentil = slab((-0.06, height + 0.215, -0.50), (0.06, height + 0.31, -0.40), metres, "newb")
    return merged([moulding, *(dentil.moved(x=float(x)) for x in places)])


def _along_bay(outline: Profile, height: float, mitres: Mitres, metres: float) -> Mesh:
    return extruded(outline, (-BAY / 2.0, height, 0.0), (BAY / 2.0, height, 0.0), _TO_COURT, metres, mitres)


def attic_wall(low: float, metres: float) -> Mesh:
    """The brick wall above the upper cornice, with a hole for the window."""
    half_x, half_y, middle = _WINDOW
    edges_x, edges_y = (-BAY / 2.0, -half_x, half_x, BAY / 2.0), (low, middle - half_y, middle + half_y, _slope(0.0))
    pieces = [(0, 3, 0, 1), (0, 3, 2, 3), (0, 1, 1, 2), (2, 3, 1, 2)]
    return merged(
        [
            rectangle(
                (edges_x[right], edges_y[bottom], -ARCADE_HALF),
                (edges_x[left] - edges_x[right], 0, 0),
                (0, edges_y[top] - edges_y[bottom], 0),
                metres,
            )
            for left, right, bottom, top in pieces
        ]
    )


def attic_windows(metres: float) -> Mesh:
    """The window's stone frame, its reveals and its sill."""
    half_x, half_y, middle = _WINDOW
    outline = profile([(0.13, 0.0), (0.13, 0.05), (0.05, 0.05), (0.03, 0.03), (0.0, 0.03), (0.0, -0.2)])
    frame = ring(outline, half_x, half_y, metres).turned(-90.0, "x").moved(y=middle, z=-ARCADE_HALF)
    sill = slab(
        (-0.62, middle - half_y - 0.2, -ARCADE_HALF - 0.13),
        (0.62, middle - half_y - 0.12, -ARCADE_HALF),
        metres,
        "newtb",
    )
    return merged([frame, sill])


def shutter(metres: float) -> Mesh:
    """The closed wooden shutter behind a window's frame."""
    half_x, half_y, middle = _WINDOW
    return rectangle((half_x, middle - half_y, -ARCADE_HALF + 0.19), (-2 * half_x, 0, 0), (0, 2 * half_y, 0), metres)


def _slope(reach: Any) -> Any:
    """Height of the roof's underside at a distance toward the court; a number or an array, as is given."""
    return EAVES + 0.12 + (RIDGE - EAVES) * (OVERHANG - reach) / (OVERHANG + GALLERY)


def eaves_timber(mitres: Mitres, metres: float) -> Mesh:
    """Boards under the overhanging roof, the rafters that carry them, and the board along the edge."""
    outline = profile([(0.0, _slope(0.0)), (OVERHANG, _slope(OVERHANG)), (OVERHANG, _slope(OVERHANG) + 0.1)])
    boards = _along_bay(outline, 0.0, mitres, metres)
    tilt = float(np.degrees(np.arctan2(_slope(0.0) - _slope(1.0), 1.0)))
    rafter = slab((-0.055, -0.14, -0.98), (0.055, 0.0, 0.0), metres, "newb").turned(-tilt, "x").moved(y=_slope(0.0))
    inset = [OVERHANG if mitre else 0.0 for mitre in mitres]
    places = np.arange(6) * (BAY / 6.0) - BAY / 2.0 + BAY / 12.0
    places = places[(places > -BAY / 2.0 + inset[0]) & (places < BAY / 2.0 - inset[1])]
    return merged([boards, *(rafter.moved(x=float(x)) for x in places)])


def roof_tiles(mitres: Mitres, samples: int, metres: float) -> Mesh:
    """A bay's roof of half-round tiles from the edge over the court up to the outer wall."""
    edge = OVERHANG + 0.04
    reach = np.array((edge - 0.1, edge, edge, edge, edge, 0.0, -GALLERY - 0.3))[None, :]
    share = np.linspace(0.0, 1.0, 9 * samples + 1)[:, None]
    x = (-BAY / 2.0 + mitres[0] * reach) * (1.0 - share) + (BAY / 2.0 + mitres[1] * reach) * share
    wave = (0.07 * np.abs(np.sin(share * np.pi * 9.0)) + 0.03) * (np.arange(7) >= 3)
    points = np.stack((x, _slope(reach) + 0.07 + wave, np.broadcast_to(-reach, x.shape)), axis=2)
    normals = np.cross(np.array((0.0, 0.3, 1.0)), np.gradient(points, axis=0))
    normals[:, :2], normals[:, 2:4] = (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)  # what hangs over the edge, and the edge
    joined = np.broadcast_to((True, False, True, False, True, True), (9 * samples, 6))
    return grid(points, normals, np.stack((points[..., 0], points[..., 2]), axis=2) / metres, joined)

"""The galleries behind the arcades: outer walls with pilasters and mouldings, floors, and the paving of the court."""

from __future__ import annotations

from framescope.scenes.sponza.assets.mesh import Mesh, merged
from framescope.scenes.sponza.assets.mouldings import PILASTER_BASE, PILASTER_CAP
from framescope.scenes.sponza.assets.plan import COURT_X, COURT_Z, GALLERY, RIDGE, Storey
from framescope.scenes.sponza.assets.profiles import extruded, profile, ring
from framescope.scenes.sponza.assets.solids import rectangle

__all__ = [
    "FLOOR_EDGE",
    "court_paving",
    "gallery_floor",
    "outer_wall",
    "outside",
    "pilaster",
    "stylobate",
    "wall_mouldings",
]

FLOOR_EDGE = 0.45  # the strip of stone that the columns stand on reaches this far from their centre line
_TO_COURT = (0.0, 0.0, -1.0)


def outer_wall(low_x: float, high_x: float, low: float, high: float, metres: float) -> Mesh:
    """The plain wall at the back of a gallery, between two x of a bay's frame and two heights."""
    return rectangle((high_x, low, GALLERY), (low_x - high_x, 0, 0), (0, high - low, 0), metres)


def outside(low_x: float, high_x: float, metres: float) -> Mesh:
    """The building's outer face, which keeps the sun out of the galleries."""
    return rectangle((low_x, -0.1, GALLERY + 0.3), (high_x - low_x, 0, 0), (0, RIDGE + 0.1, 0), metres)


def wall_mouldings(low_x: float, high_x: float, storey: Storey, mitres: tuple[float, float], metres: float) -> Mesh:
    """A skirting along the floor and a string course at the height where the ceiling begins."""
    skirting = profile([(0.05, 0.0), (0.05, 0.24), (0.03, 0.28), (0.0, 0.30)])
    course = profile([(0.0, -0.1), (0.03, -0.09), (0.05, -0.04), (0.08, -0.02), (0.08, 0.03), (0.0, 0.05)])
    heights = ((skirting, storey.floor), (course, storey.spring))
    return merged(
        [
            extruded(outline, (low_x, height, GALLERY), (high_x, height, GALLERY), _TO_COURT, metres, mitres)
            for outline, height in heights
        ]
    )


def pilaster(storey: Storey, metres: float) -> Mesh:
    """A flat pier against the outer wall, with base and cap, at x = 0 of the frame."""
    low, high = storey.floor, storey.spring
    base = ((reach, low + height) for reach, height in PILASTER_BASE)
    outline = profile([*base, *((reach, high + height) for reach, height in PILASTER_CAP)])
    return ring(outline, 0.2, 0.1, metres).moved(z=GALLERY)


def gallery_floor(low_x: float, high_x: float, low_z: float, height: float, metres: float) -> Mesh:
    """The floor of a gallery from a distance ``low_z`` behind the arcade's centre line to the outer wall."""
    return rectangle((low_x, height, GALLERY), (high_x - low_x, 0, 0), (0, 0, low_z - GALLERY), metres)


def court_paving(quarter_x: int, quarter_z: int, metres: float) -> Mesh:
    """One quarter of the court's paving: 0 is the negative half of an axis, 1 the positive."""
    x, z = COURT_X - FLOOR_EDGE, COURT_Z - FLOOR_EDGE
    return rectangle((x * (quarter_x - 1), 0, z * quarter_z), (x, 0, 0), (0, 0, -z), metres, (6, 2))


def stylobate(metres: float) -> Mesh:
    """The strip of stone round the court that the columns stand on, flush with the paving."""
    flat = profile([(FLOOR_EDGE, 0.0), (-FLOOR_EDGE, 0.0)])
    return ring(flat, COURT_X, COURT_Z, metres)

"""The atrium's measures, in metres, and the places that repeat: bays, columns and corners.

x runs along the court, y is up, z runs across it; the court's middle is the origin and its paving is at y = 0.
Two storeys of arcades stand round the court: nine bays on each long side, three on each short one. A bay's own frame
has x along the arcade, z pointing away from the court, and the bay's middle as its origin.
"""

from __future__ import annotations

from dataclasses import dataclass

from framescope.scenes.sponza.assets.mesh import Mesh

__all__ = [
    "ARCADE_HALF",
    "ATTIC_TOP",
    "BAY",
    "BAYS_ACROSS",
    "BAYS_ALONG",
    "COURT_X",
    "COURT_Z",
    "EAVES",
    "GALLERY",
    "OVERHANG",
    "RIDGE",
    "STOREYS",
    "Storey",
    "bay_places",
    "column_places",
    "corner_places",
    "placed",
]

BAY = 2.7
BAYS_ALONG, BAYS_ACROSS = 9, 3
COURT_X, COURT_Z = BAY * BAYS_ALONG / 2.0, BAY * BAYS_ACROSS / 2.0  # the arcades' centre lines
ARCADE_HALF = 0.30  # half the thickness of an arcade wall
GALLERY = 2.85  # from the arcade's centre line to the outer wall
ATTIC_TOP = 12.7
EAVES = 13.15
OVERHANG = 0.95  # how far the eaves reach over the court from the arcades' centre lines
RIDGE = 14.3


@dataclass(frozen=True, slots=True)
class Storey:
    """Heights of one storey.

    Attributes:
        floor: Where one walks.
        column_base: Where its columns stand.
        spring: Top of the abacus, where the arches begin.
        radius: Inner radius of an arch.
        depth: Radial depth of the arch stones.
        wall_top: Where the cornice begins.
        ceiling: Highest point of the gallery's ceiling.
    """

    floor: float
    column_base: float
    spring: float
    radius: float
    depth: float
    wall_top: float
    ceiling: float


STOREYS = (
    Storey(0.0, 0.0, 3.7, 0.99, 0.31, 5.3, 5.12),
    Storey(5.8, 6.75, 8.75, 1.05, 0.26, 10.4, 10.25),
)


def placed(mesh: Mesh, side: int, offset: float) -> Mesh:
    """Move a mesh from a bay's frame to the bay's place.

    Args:
        mesh: In a bay's own frame.
        side: 0 is the side at +z, then counter-clockwise from above: 1 is +x, 2 is -z, 3 is -x.
        offset: Position along the side's own x axis.
    """
    distance = COURT_X if side % 2 else COURT_Z
    return mesh.moved(x=offset, z=distance).turned(90.0 * side)


def bay_places() -> list[tuple[int, int, float]]:
    """``(side, number, offset)`` of every bay, 24 in all."""
    counts = (BAYS_ALONG, BAYS_ACROSS, BAYS_ALONG, BAYS_ACROSS)
    return [(side, k, (k - (count - 1) / 2.0) * BAY) for side, count in enumerate(counts) for k in range(count)]


def column_places() -> list[tuple[float, float]]:
    """``(x, z)`` of every column of a storey, 24 in all."""
    along = [(k - BAYS_ALONG / 2.0) * BAY for k in range(BAYS_ALONG + 1)]
    across = [(k - BAYS_ACROSS / 2.0) * BAY for k in range(1, BAYS_ACROSS)]
    return [(x, z) for z in (COURT_Z, -COURT_Z) for x in along] + [(x, z) for x in (COURT_X, -COURT_X) for z in across]


def corner_places() -> list[tuple[float, float]]:
    """The four corners of the court as ``(x, z)``."""
    return [(x, z) for x in (COURT_X, -COURT_X) for z in (COURT_Z, -COURT_Z)]

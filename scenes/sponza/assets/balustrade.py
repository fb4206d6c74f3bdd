"""The balustrade of the upper gallery: turned balusters between two rails."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, merged
from framescope.scenes.sponza.assets.mouldings import BALUSTER, RAIL
from framescope.scenes.sponza.assets.plan import BAY, Storey
from framescope.scenes.sponza.assets.profiles import extruded, lathe, profile

__all__ = ["balustrade"]

_COUNT = 7


def balustrade(storey: Storey, half_post: float, around: int, metres: float) -> Mesh:
    """One bay's balustrade in the bay's frame, between posts ``half_post`` metres from the column lines.

    Args:
        storey: Its floor carries the balustrade; its columns' base is the top rail's top.
        half_post: Half the width of the pedestals at both ends.
        around: Samples round a baluster.
        metres: Size of one repeat of the texture.
    """
    low, high, end = storey.floor, storey.column_base, BAY / 2.0 - half_post
    foot, top = low + 0.14, high - 0.13
    outline = profile([(radius, foot + share * (top - foot)) for radius, share in BALUSTER], 40.0)
    baluster = lathe(outline, around, metres)
    places = (np.arange(_COUNT) + 0.5) / _COUNT * 2.0 * end - end
    upper = profile([(reach, high + height) for reach, height in RAIL])
    lower = profile([(0.12, low), (0.12, foot - 0.02), (0.09, foot), (-0.09, foot), (-0.12, foot - 0.02), (-0.12, low)])
    rails = [extruded(rail, (-end, 0, 0), (end, 0, 0), (0, 0, -1), metres) for rail in (upper, lower)]
    return merged([*rails, *(baluster.moved(x=float(x)) for x in places)])

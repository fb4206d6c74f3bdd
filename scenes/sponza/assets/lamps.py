"""Lamps on chains and braziers on feet, each with the glowing body that a point light sits in.

All are built about the flame: the origin is where the light is.
"""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, merged
from framescope.scenes.sponza.assets.mouldings import BRAZIER_BOWL, BRAZIER_FOOT, LANTERN_BOWL, LANTERN_CROWN
from framescope.scenes.sponza.assets.profiles import lathe, profile
from framescope.scenes.sponza.assets.solids import slab

__all__ = ["brazier", "chain", "coals", "flame", "lantern"]


def lantern(around: int, metres: float) -> Mesh:
    """A hanging lantern of bronze: a bowl, six bars, a crown with a loop."""
    bar = slab((0.158, -0.08, -0.011), (0.178, 0.2, 0.011), metres, "nsew")
    bars = [bar.turned(60.0 * number) for number in range(6)]
    return merged([*(lathe(profile(outline), around, metres) for outline in (LANTERN_BOWL, LANTERN_CROWN)), *bars])


def chain(length: float, links: int, metres: float) -> Mesh:
    """A chain of beads upward from a lantern's loop."""
    step = length / links
    beads = [
        (r, 0.5 + (number + t) * step)
        for number in range(links)
        for t, r in ((0.0, 0.006), (0.35, 0.016), (0.65, 0.016))
    ]
    return lathe(profile([*beads, (0.006, 0.5 + length)], 80.0), 5, metres)


def flame(radius: float, around: int, metres: float) -> Mesh:
    """A glowing drop."""
    a = np.linspace(-np.pi / 2.0 + 0.02, np.pi / 2.0 - 0.02, 7)
    pull = 1.0 + 0.5 * np.clip(np.sin(a), 0.0, 1.0)
    return lathe(profile(list(zip(radius * np.cos(a), radius * np.sin(a) * pull, strict=True)), 60.0), around, metres)


def brazier(floor: float, around: int, metres: float) -> Mesh:
    """A wide bronze bowl on a baluster foot that stands at height ``floor`` below the flame."""
    foot = ((radius, floor + height) for radius, height in BRAZIER_FOOT)
    return lathe(profile([*foot, *BRAZIER_BOWL], 40.0), around, metres)


def coals(around: int, metres: float) -> Mesh:
    """A heap of embers that fills a brazier's bowl."""
    return lathe(profile([(0.38, -0.09), (0.28, -0.02), (0.15, 0.06), (0.001, 0.1)], 60.0), around, metres)

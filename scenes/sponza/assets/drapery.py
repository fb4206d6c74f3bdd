"""Cloth: curtains tied back in the lower arches, banners over the upper balustrade, thin drapes in the upper arches.

Each is one sheet that is seen from both sides. v runs from 0 at the hem, where the fabric's texture has its fringe, to
1 at the top.
"""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Floats, Mesh, merged
from framescope.scenes.sponza.assets.profiles import lathe, profile
from framescope.scenes.sponza.assets.solids import sheet

__all__ = ["banner", "curtain_pair", "over_the_cornice", "rod", "thin_drape"]

_TO_COURT = (0.0, 0.0, -1.0)


def curtain_pair(top: float, hem: float, half: float, columns: int, rows: int, metres: float) -> Mesh:
    """Two curtains that hang from a rod across an arch and are tied back to its columns.

    Args:
        top: Height of the rod.
        hem: Height of the lower edge.
        half: Half the width of the opening.
        columns: Samples across one curtain.
        rows: Samples along its height.
        metres: Cloth per repeat of the texture across.
    """
    s = np.linspace(0.0, 1.0, columns + 1)[:, None]
    t = np.linspace(0.0, 1.0, rows + 1)[None, :]
    tie = 0.42
    above, below = np.clip((t - tie) / (1.0 - tie), 0.0, 1.0), np.clip(t / tie, 0.0, 1.0)
    inner = np.where(t > tie, 0.80 - 0.77 * above**1.7, 0.80 - 0.24 * (1.0 - below) ** 1.3)
    gathered = (1.0 - inner) / 0.97
    fold = 0.035 + 0.05 * (1.0 - gathered)
    phase = 2.0 * np.pi * 6.0 * s + 1.3 * np.sin(3.0 * t + 2.0 * s) + 0.8 * t
    z = fold * np.sin(phase) + 0.25 * fold * np.sin(2.3 * phase + 1.0)
    x = (inner + (0.99 - inner) * s) * half
    sag = 0.10 * np.sin(np.pi * s) * np.clip(1.0 - gathered, 0.0, 1.0)
    y = hem + (top - hem) * t - sag * (t > 0.0) * (t < 1.0)
    panels = []
    for side in (1.0, -1.0):
        points = np.stack(np.broadcast_arrays(side * x, y, z), axis=2)
        uvs = np.stack(np.broadcast_arrays(-side * s * half * 1.9 / metres, t), axis=2)
        panels.append(sheet(points, uvs, _TO_COURT))
    return merged(panels)


def banner(path: Floats, width: float, columns: int, metres: float) -> Mesh:
    """A strip of cloth that hangs along ``path``, (N, 2) points of height and z, from the top down."""
    s = np.linspace(-0.5, 0.5, columns + 1)[:, None]
    share = np.linspace(1.0, 0.0, len(path))[None, :]
    hang = (1.0 - share) ** 2
    ripple = (0.035 * np.sin(s * 17.0 + share * 3.0) + 0.02 * np.sin(s * 31.0 - share * 5.0 + 1.0)) * hang
    points = np.stack(
        np.broadcast_arrays(s * width * (1.0 - 0.05 * hang), path[None, :, 0], path[None, :, 1] + ripple), axis=2
    )
    uvs = np.stack(np.broadcast_arrays(-s * width / metres, share), axis=2)
    return sheet(points, uvs, (0.0, 0.6, -1.0))


def over_the_cornice(samples: int) -> Floats:
    """The way of a banner from the upper balustrade's rail over the cornice's edge and down: (N, 2), height and z."""
    t = np.linspace(0.0, 1.0, 2 * samples)[:, None]
    rail, edge, hanging = np.array((6.55, -0.26)), np.array((5.80, -0.72)), np.array((5.05, -0.72))
    bend = rail * (1.0 - t) ** 2 + 2.0 * edge * t * (1.0 - t) + hanging * t**2
    bend[:, 1] -= 0.10 * np.sin(np.pi * t[:, 0])  # the curve cuts the corner that the stone fills
    over_rail = np.array(((6.76, 0.0), (6.765, -0.13), (6.73, -0.17)))
    end = np.column_stack((np.linspace(4.9, 4.0, samples), np.full(samples, -0.72)))
    return np.concatenate((over_rail, bend, end))


def thin_drape(top: float, hem: float, half: float, columns: int, rows: int, metres: float) -> Mesh:
    """A thin cloth across a whole arch that a light wind pushes toward the court."""
    s = np.linspace(-1.0, 1.0, columns + 1)[:, None]
    t = np.linspace(0.0, 1.0, rows + 1)[None, :]
    folds = 0.03 * np.sin(s * 21.0 + 0.7 * np.sin(4.0 * t)) + 0.014 * np.sin(s * 47.0 + t)
    belly = -0.10 * np.sin(np.pi * (1.0 - t) * 0.85) * (1.0 - 0.6 * s**2)
    points = np.stack(np.broadcast_arrays(s * half, hem + (top - hem) * t, folds + belly), axis=2)
    uvs = np.stack(np.broadcast_arrays(-s * half * 1.3 / metres, t * (top - hem) / metres), axis=2)
    return sheet(points, uvs, _TO_COURT)


def rod(height: float, half: float, radius: float, around: int, metres: float) -> Mesh:
    """The rod that a curtain hangs from, along x, with a collar near each end."""
    line = [
        (radius, -half),
        (radius, -half + 0.12),
        (radius * 2.0, -half + 0.13),
        (radius * 2.0, -half + 0.16),
        (radius, -half + 0.17),
    ]
    outline = profile([*line, *((r, -y) for r, y in reversed(line))])
    return lathe(outline, around, metres).turned(-90.0, "z").moved(y=height)

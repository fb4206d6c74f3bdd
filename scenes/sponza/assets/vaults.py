"""Ceilings: groin vaults with their ribs over the lower gallery, timber coffers over the upper one."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, grid, merged
from framescope.scenes.sponza.assets.profiles import lathe, profile, ring
from framescope.scenes.sponza.assets.solids import rectangle

__all__ = ["bosses", "coffers", "groin_vault", "rib"]

Corner = tuple[float, float]


def groin_vault(span_x: float, span_z: float, spring: float, rise: float, samples: int, metres: float) -> Mesh:
    """Two crossing barrels over a rectangle about the y axis, seen from below, with a crease along the diagonals.

    Args:
        span_x: Size of the rectangle along x.
        span_z: Its size along z.
        spring: Height of the corners.
        rise: Height of the crown above them.
        samples: Samples from the crown to a side.
        metres: Size of one repeat of the texture.
    """
    t = np.linspace(0.0, 1.0, samples + 1)[:, None]
    s = np.linspace(-1.0, 1.0, 2 * samples + 1)[None, :]
    webs = []
    for along, across, turn in ((span_z, span_x, 0.0), (span_x, span_z, 90.0)):
        w = np.broadcast_to(np.sin(t * np.pi / 2.0), (samples + 1, 2 * samples + 1))
        angle = s * np.arcsin(w)
        x, y = np.sin(angle), np.cos(angle)
        points = np.stack((x * across / 2.0, spring + rise * y, w * along / 2.0), axis=2)
        normals = np.stack((-x / (across / 2.0), -y / rise, np.zeros_like(x)), axis=2)
        web = grid(points, normals, np.stack((angle * across / 2.0, points[..., 2]), axis=2) / metres)
        webs += [web.turned(turn), web.turned(turn + 180.0)]
    return merged(webs)


def rib(span: float, rise: float, width: float, depth: float, samples: int, spring: float, metres: float) -> Mesh:
    """A plain arch along z under a vault: two cheeks and a soffit, ``depth`` below a vault of equal span and rise."""
    angle = np.linspace(0.0, np.pi, samples + 1)
    across, up = np.cos(angle), np.sin(angle)
    lower = np.stack(((span / 2.0 - depth) * across, spring + (rise - depth) * up), axis=1)
    upper = np.stack(((span / 2.0 + 0.02) * across, spring + (rise + 0.02) * up), axis=1)
    inward = -np.stack((across / span, up / (2.0 * rise)), axis=1)
    length = angle * (span + 2.0 * rise) / 4.0 / metres
    faces = []
    for x_0, x_1, edge_0, edge_1, normal_x, weight in (
        (-width / 2.0, -width / 2.0, upper, lower, -1.0, 0.0),
        (-width / 2.0, width / 2.0, lower, lower, 0.0, 1.0),
        (width / 2.0, width / 2.0, lower, upper, 1.0, 0.0),
    ):
        points = np.stack(
            [
                np.column_stack((np.full(len(angle), x), edge[:, 1], edge[:, 0]))
                for x, edge in ((x_0, edge_0), (x_1, edge_1))
            ]
        )
        normal = np.column_stack((np.full(len(angle), normal_x), inward[:, 1] * weight, inward[:, 0] * weight))
        breadth = width if weight else depth
        uvs = np.stack([np.column_stack((length, np.full(len(angle), v / metres))) for v in (0.0, breadth)])
        faces.append(grid(points, np.stack((normal, normal)), uvs))
    return merged(faces)


def coffers(low: Corner, high: Corner, counts: tuple[int, int], height: float, metres: float) -> Mesh:
    """A timber ceiling of sunk panels over a rectangle.

    Args:
        low: Its smallest x and z.
        high: Its largest.
        counts: Panels along x and z.
        height: Of the beams; the panels lie 0.2 m above.
        metres: Size of one repeat of the texture.
    """
    step_x, step_z = _steps(low, high, counts)
    outline = profile([(0.0, 0.0), (0.09, 0.0), (0.09, 0.07), (0.14, 0.09), (0.14, 0.2)])
    half_x, half_z = step_x / 2.0 - 0.14, step_z / 2.0 - 0.14
    panel = rectangle((-half_x, 0.2, -half_z), (2 * half_x, 0, 0), (0, 0, 2 * half_z), metres)
    cell = merged([ring(outline, step_x / 2.0, step_z / 2.0, metres, inward=True), panel])
    return _repeated(cell, low, high, counts, height)


def bosses(low: Corner, high: Corner, counts: tuple[int, int], height: float, metres: float) -> Mesh:
    """A faceted boss in the middle of each panel of ``coffers``, with the same arguments."""
    boss = lathe(profile([(0.001, 0.11), (0.06, 0.13), (0.1, 0.195)]), 6, metres)
    return _repeated(boss, low, high, counts, height)


def _steps(low: Corner, high: Corner, counts: tuple[int, int]) -> Corner:
    return (high[0] - low[0]) / counts[0], (high[1] - low[1]) / counts[1]


def _repeated(cell: Mesh, low: Corner, high: Corner, counts: tuple[int, int], height: float) -> Mesh:
    step_x, step_z = _steps(low, high, counts)
    middles_x = low[0] + (np.arange(counts[0]) + 0.5) * step_x
    middles_z = low[1] + (np.arange(counts[1]) + 0.5) * step_z
    return merged([cell.moved(float(x), height, float(z)) for x in middles_x for z in middles_z])

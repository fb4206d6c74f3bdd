"""Columns: a moulded base, a fluted or twisted shaft with entasis, and a capital with two rows of leaves."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Mesh, merged
from framescope.scenes.sponza.assets.mouldings import POST_CAP, POST_FOOT
from framescope.scenes.sponza.assets.plan import ARCADE_HALF
from framescope.scenes.sponza.assets.profiles import lathe, profile, ring
from framescope.scenes.sponza.assets.solids import block, sheet

__all__ = ["base_and_capital", "pedestal", "shaft"]


def shaft(
    low: float, high: float, radius: float, flutes: int, twist: float, samples: int, rows: int, metres: float
) -> Mesh:
    """The shaft between two heights.

    Args:
        low: Height of its foot.
        high: Height of its neck.
        radius: At the foot; the neck is a sixth slimmer, with a slight swelling between.
        flutes: Number of grooves.
        twist: How far the grooves turn on the way up, in turns.
        samples: Samples round one groove.
        rows: Samples along the height.
        metres: Size of one repeat of the texture.
    """
    share = np.concatenate(((0.0, 0.02), np.linspace(0.06, 0.94, rows + 1), (0.98, 1.0)))[None, :]
    angle = np.linspace(0.0, 2.0 * np.pi, flutes * samples + 1)[:, None]
    swelling = 1.0 - share / 6.0 + 0.06 * np.sin(np.pi * share)
    ends = np.clip(np.minimum(share, 1.0 - share) * 20.0, 0.0, 1.0)  # the grooves run out before foot and neck
    groove = 0.11 * np.abs(np.sin(angle * flutes / 2.0)) ** 1.4 * ends
    reach = radius * swelling * (1.0 - groove)
    turned = angle + 2.0 * np.pi * twist * share
    points = np.stack(
        (reach * np.cos(turned), np.broadcast_to(low + share * (high - low), reach.shape), reach * np.sin(turned)), 2
    )
    repeats = np.round(2.0 * np.pi * radius / metres)
    u = np.broadcast_to(-angle / (2.0 * np.pi) * max(1.0, repeats), reach.shape)
    outward = points * (1.0, 0.0, 1.0)
    return sheet(points, np.stack((u, points[..., 1] / metres), axis=2), outward, closed=True)


def base_and_capital(low: float, high: float, radius: float, around: int, metres: float) -> tuple[Mesh, float, float]:
    """Base and capital of a column between two heights.

    Returns:
        The mesh, and the heights between which the shaft belongs.
    """
    plinth, torus = 0.16 * (radius / 0.28), 0.07 * (radius / 0.28)
    r = radius
    moulding = [(r + 0.02, low + plinth), (r + 0.09, low + plinth + 0.01)]
    swell = np.linspace(-1.2, 1.3, 5)
    moulding += [(r + 0.07 + 0.05 * np.cos(a), low + plinth + torus + torus * 0.9 * np.sin(a)) for a in swell]
    foot = low + plinth + 2.0 * torus
    moulding += [
        (r + 0.035, foot),
        (r + 0.03, foot + 0.05),
        (r + 0.055, foot + 0.06),
        (r + 0.055, foot + 0.09),
        (r - 0.01, foot + 0.10),
    ]
    parts = [
        block((-r - 0.13, low, -r - 0.13), (r + 0.13, low + plinth, r + 0.13), 0.012, metres),
        lathe(profile(moulding, 50.0), around, metres),
    ]
    neck, half = high - 2.2 * radius - 0.04, max(radius + 0.1, ARCADE_HALF + 0.06)  # the arch's stones must rest on it
    parts.append(_bell(neck, high - 0.15, radius * 5.0 / 6.0, radius * 1.28, around, metres))
    for low_edge, high_edge, reach in ((high - 0.15, high - 0.09, half - 0.05), (high - 0.09, high, half)):
        parts.append(block((-reach, low_edge, -reach), (reach, high_edge, reach), 0.015, metres))
    ringlet = profile(
        [(r * 0.8, neck - 0.05), (r * 0.93, neck - 0.03), (r * 0.93, neck - 0.01), (r * 0.8, neck + 0.01)]
    )
    parts.append(lathe(ringlet, around, metres))
    return merged(parts), foot + 0.09, neck


def _bell(low: float, high: float, inner: float, outer: float, around: int, metres: float) -> Mesh:
    """The capital's bell: two rows of eight leaves that curl outward."""
    rows = max(6, around // 3)
    share = np.linspace(0.0, 1.0, rows + 1)[None, :]
    angle = np.linspace(0.0, 2.0 * np.pi, 2 * around + 1)[:, None]
    bell = inner + (outer - inner) * share**2.2
    leaves = np.zeros((angle.size, share.size))
    for phase, foot, tip in ((0.0, 0.0, 0.55), (np.pi / 8.0, 0.3, 1.0)):
        along = np.clip((share - foot) / (tip - foot), 0.0, 1.0)
        width = np.cos(4.0 * (angle - phase)) ** 2 - 0.35 * along**2
        curl = along**2.5 * np.where(along < 1.0, 1.0, 0.15)
        leaves = np.maximum(leaves, np.clip(width, 0.0, 1.0) * (0.25 + curl) * np.where(along > 0.0, 1.0, 0.0))
    reach = bell + 0.42 * inner * leaves
    height = np.broadcast_to(low + share * (high - low), reach.shape)
    points = np.stack((reach * np.cos(angle), height, reach * np.sin(angle)), axis=2)
    u = np.broadcast_to(-angle / (2.0 * np.pi) * max(1.0, np.round(2.0 * np.pi * outer / metres)), reach.shape)
    return sheet(points, np.stack((u, height / metres), axis=2), points * (1.0, 0.0, 1.0), closed=True)


def pedestal(low: float, high: float, half: float, metres: float) -> Mesh:
    """A square pedestal with a foot and a cap, the post that a balustrade runs between."""
    foot = ((reach, low + height) for reach, height in POST_FOOT)
    cap = ((reach, high + height) for reach, height in POST_CAP)
    outline = profile([*foot, *cap, (0.001 - half, high)])
    return ring(outline, half, half, metres)

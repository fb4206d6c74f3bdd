"""Fabrics with a fringe along their hem, thin gauze, and leaves: the textures whose alpha counts."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.canvas import Paint, blended, speckled
from framescope.scenes.sponza.assets.mesh import Floats
from framescope.scenes.sponza.assets.noise import coordinates, fractal, lattice, smoothstep

__all__ = ["CLOTH_LEAF_PAINTERS"]

_GOLD_THREAD = (206, 164, 84)
_FRINGE_END = 0.045  # share of the cloth's height that is loose fringe


def fabric_red(size: int) -> Paint:
    """Crimson damask."""
    return _damask(size, (128, 16, 20), (176, 40, 36), 301)


def fabric_green(size: int) -> Paint:
    """Green damask."""
    return _damask(size, (20, 66, 36), (52, 108, 60), 302)


def fabric_blue(size: int) -> Paint:
    """Blue damask."""
    return _damask(size, (18, 38, 98), (46, 78, 146), 303)


def _damask(size: int, ground: tuple[int, int, int], figure: tuple[int, int, int], seed: int) -> Paint:
    """Woven figures on a darker ground, two gold bands above the hem, and a fringe of separate threads below them."""
    u, v = coordinates(size)
    figures = _figures(u * 3.0, v * 6.0)
    noise = fractal(size, 8, seed)
    colour = speckled(blended(ground, figure, figures * 0.8), noise, 0.25)
    band = _stripe(v, 0.075, 0.022) + _stripe(v, 0.112, 0.006) + _stripe(v, 0.985, 0.012)
    loose = smoothstep(_FRINGE_END + 0.006, _FRINGE_END - 0.006, v)
    colour = blended(
        colour,
        speckled(np.full((size, size, 3), _GOLD_THREAD, np.float32), noise, 0.4),
        np.clip(band + loose, 0.0, 1.0),
    )
    threads = max(8, size // 8)
    strand = 0.5 + 0.5 * np.cos(2.0 * np.pi * u * threads)
    ends = lattice(size, threads, 1, seed + 9) * 0.016  # no two threads are equally long
    alpha = np.where(loose > 0.5, np.where((strand > 0.35) & (v > ends), 1.0, 0.0), 1.0)
    weave = 0.5 + 0.25 * np.sin(2.0 * np.pi * u * size / 4.0) + 0.25 * np.sin(2.0 * np.pi * v * size / 4.0)
    roughness = 0.85 - 0.3 * np.clip(band, 0.0, 1.0) - 0.15 * figures
    return Paint(colour, 0.3 * weave + 0.4 * figures + 0.6 * band, 0.003, roughness, alpha=alpha)


def _stripe(v: Floats, middle: float, half: float) -> Floats:
    return smoothstep(half, half * 0.8, np.abs(v - middle))


def _figures(x: Floats, y: Floats) -> Floats:
    """Pointed medallions in offset rows, each with a smaller one inside."""
    row = np.floor(y)
    across, up = (x + 0.5 * (row % 2.0)) % 1.0 - 0.5, y % 1.0 - 0.5
    leaf = np.abs(across) * 2.0 + 0.7 * np.abs(up) ** 1.5 * 2.4
    outline = smoothstep(0.09, 0.05, np.abs(leaf - 0.72))
    heart = smoothstep(0.42, 0.36, leaf + 0.12 * np.cos(np.arctan2(up, across) * 6.0))
    return np.clip(outline + heart, 0.0, 1.0)


def gauze(size: int) -> Paint:
    """Thin undyed cloth; denser threads let less through."""
    u, v = coordinates(size)
    threads = 0.5 + 0.25 * np.cos(2.0 * np.pi * u * size / 4.0) + 0.25 * np.cos(2.0 * np.pi * v * size / 4.0)
    slubs = fractal(size, 24, 311, 3, 4)
    colour = speckled(np.full((size, size, 3), (236, 226, 206), np.float32), slubs, 0.1)
    return Paint(colour, threads, 0.002, 0.9, alpha=np.clip(0.62 + 0.5 * (slubs - 0.5) + 0.25 * threads, 0.0, 1.0))


def leaf(size: int) -> Paint:
    """One long blade from its foot at v = 0 to its tip, with a midrib; what is outside it has no coverage."""
    u, v = coordinates(size)
    across = np.abs(u - 0.5) * 2.0
    width = np.clip(1.02 * np.sin(np.pi * np.clip(v * 0.86 + 0.12, 0.0, 1.0)) ** 0.75, 0.02, 1.0)
    width = width * (1.0 - 0.05 * (0.5 + 0.5 * np.sin(v * 2.0 * np.pi * 20.0)))
    alpha = smoothstep(0.03, -0.03, across - width)
    rib, veins = smoothstep(0.07, 0.02, across), 0.5 + 0.5 * np.cos((v * 34.0 - across * 7.0) * 2.0 * np.pi)
    noise = fractal(size, 6, 321)
    colour = blended((38, 74, 26), (86, 124, 46), np.clip(0.25 + 0.5 * noise + 0.2 * veins - 0.3 * (1.0 - v), 0.0, 1.0))
    colour = blended(colour, (148, 166, 92), rib * 0.8)
    colour = blended(colour, (150, 132, 62), smoothstep(0.93, 1.0, v) * 0.7)
    return Paint(colour, 0.5 * veins * (1.0 - rib) + 0.5 * (1.0 - rib), 0.006, 0.5 + 0.2 * noise, alpha=alpha)


CLOTH_LEAF_PAINTERS = (fabric_red, fabric_green, fabric_blue, gauze, leaf)

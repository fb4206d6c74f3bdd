"""Seamless noise on a square texture: every pattern repeats at the texture's edge."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.mesh import Floats

__all__ = ["cells", "coordinates", "fractal", "lattice", "smoothstep"]


def coordinates(size: int) -> tuple[Floats, Floats]:
    """Texel centres ``(u, v)`` in 0..1, float32 (size, size) each; v grows with the row, u with the column."""
    middle = (np.arange(size, dtype=np.float32) + 0.5) / size
    return np.broadcast_to(middle[None, :], (size, size)), np.broadcast_to(middle[:, None], (size, size))


def lattice(size: int, cells_u: int, cells_v: int, seed: int) -> Floats:
    """One octave of smooth value noise in 0..1 with ``cells_u`` by ``cells_v`` lattice points."""
    values = np.random.default_rng(seed).random((cells_v, cells_u), dtype=np.float32)
    return _stretched(_stretched(values, size).T, size).T


def _stretched(values: Floats, size: int) -> Floats:
    """Interpolate the rows of a periodic lattice to ``size`` rows, smoothly."""
    place = (np.arange(size, dtype=np.float32) + 0.5) / size * len(values)
    low = place.astype(np.intp)
    t = (place - low)[:, None]
    t = t * t * (3.0 - 2.0 * t)
    return values[low % len(values)] * (1.0 - t) + values[(low + 1) % len(values)] * t


def fractal(size: int, cell: int, seed: int, octaves: int = 5, stretch: int = 1, gain: float = 0.55) -> Floats:
    """Octaves of noise summed, scaled to a mean of 0.5 and a deviation of about 0.17.

    Args:
        size: Texels along a side.
        cell: Lattice points along v in the first octave; as many as there are texels at most.
        seed: Which noise.
        octaves: How many; those finer than the texels are left out.
        stretch: Lattice points along u per lattice point along v; more makes streaks along v.
        gain: Weight of each octave relative to the one before.
    """
    total = np.zeros((size, size), np.float32)
    weight = 1.0
    for octave in range(octaves):
        count = min(cell, size) << octave
        if count > size:
            break
        total += weight * lattice(size, min(size, count * stretch), count, seed * 31 + octave)
        weight *= gain
    spread = float(total.std())
    scaled: Floats = (0.5 + (total - total.mean()) * (0.17 / spread)).clip(0.0, 1.0)
    return scaled


def cells(size: int, count: int, seed: int) -> tuple[Floats, Floats]:
    """Distances, in cells, to the nearest and to the second nearest of ``count`` squared jittered points."""
    jitter = np.random.default_rng(seed).random((count, count, 2), dtype=np.float32) * 0.8 + 0.1
    u, v = coordinates(size)
    x, y = u * count, v * count
    column, row = x.astype(np.intp), y.astype(np.intp)
    nearest = np.full((size, size), 9.0, np.float32)
    second = nearest.copy()
    for step_y in (-1, 0, 1):
        for step_x in (-1, 0, 1):
            point = jitter[(row + step_y) % count, (column + step_x) % count]
            distance = np.hypot(column + step_x + point[..., 0] - x, row + step_y + point[..., 1] - y)
            second = np.minimum(second, np.maximum(nearest, distance))
            nearest = np.minimum(nearest, distance)
    return nearest, second


def smoothstep(low: float, high: float, value: Floats) -> Floats:
    """0 below ``low``, 1 above ``high`` and smooth between; reversed when ``low`` is above ``high``."""
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    eased: Floats = t * t * (3.0 - 2.0 * t)
    return eased

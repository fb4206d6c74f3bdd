"""Timber, metals and glowing coals."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.canvas import Paint, blended, masonry, speckled
from framescope.scenes.sponza.assets.noise import cells, coordinates, fractal, smoothstep

__all__ = ["WOOD_METAL_PAINTERS"]


def ceiling_wood(size: int) -> Paint:
    """Waxed chestnut planks along u."""
    return _planks(size, 6, (92, 58, 34), (140, 94, 56), 201)


def door_wood(size: int) -> Paint:
    """Dark oak planks."""
    return _planks(size, 8, (64, 40, 24), (108, 72, 42), 211)


def _planks(size: int, count: int, dark: tuple[int, int, int], light: tuple[int, int, int], seed: int) -> Paint:
    boards = masonry(size, count, 1, 0.006, seed, bond=0.0)
    _, v = coordinates(size)
    grain = fractal(size, 32, seed + 1, 4).mean(axis=1, keepdims=True) + 0.25 * (fractal(size, 4, seed + 2) - 0.5)
    rings = 0.5 + 0.5 * np.sin(2.0 * np.pi * (v * count * 3.0 + 3.0 * fractal(size, 3, seed + 3, 4)))
    fibre = np.clip(0.55 * rings + (grain - 0.5) * 3.0 + 0.2, 0.0, 1.0)
    colour = speckled(blended(dark, light, fibre), boards.tint, 0.35)
    gap = np.where(np.minimum(boards.course, 1.0 - boards.course) < 0.006 * count, boards.joint, 0.0)
    return Paint(blended(colour, (26, 17, 11), gap), (1.0 - gap) * 0.7 + 0.3 * fibre, 0.008, 0.6 + 0.2 * (1.0 - fibre))


def bronze(size: int) -> Paint:
    """Brown bronze with verdigris in the hollows."""
    fine, broad = fractal(size, 12, 221), fractal(size, 4, 222)
    patina = smoothstep(0.58, 0.75, broad)
    colour = speckled(blended((158, 112, 62), (92, 126, 104), patina * 0.8), fine, 0.3)
    return Paint(colour, fine, 0.006, 0.36 + 0.4 * patina, 1.0 - 0.7 * patina)


def gold(size: int) -> Paint:
    """Hammered gold leaf."""
    nearest, _ = cells(size, 10, 231)
    colour = speckled(
        np.broadcast_to(np.array((226, 178, 84), np.float32), (size, size, 3)), fractal(size, 8, 232), 0.2
    )
    return Paint(colour, np.clip(nearest, 0.0, 1.0) ** 2, 0.012, 0.26 + 0.1 * fractal(size, 6, 233), 1.0)


def iron(size: int) -> Paint:
    """Black wrought iron with a little rust."""
    fine, broad = fractal(size, 16, 241), fractal(size, 5, 242)
    rust = smoothstep(0.6, 0.78, broad)
    colour = speckled(blended((58, 54, 52), (104, 66, 44), rust), fine, 0.3)
    return Paint(colour, fine, 0.01, 0.5 + 0.35 * rust, 1.0 - 0.8 * rust)


def ember(size: int) -> Paint:
    """Burning coals: bright in the cracks, dark crusts between."""
    nearest, second = cells(size, 6, 251)
    glow = np.clip(
        0.35 + smoothstep(0.5, 0.05, second - nearest) * 0.5 + 0.4 * (fractal(size, 6, 252) - 0.5), 0.05, 1.0
    )
    return Paint(blended((196, 60, 10), (255, 186, 84), glow), 1.0 - glow, 0.02, 0.9, emission=glow)


WOOD_METAL_PAINTERS = (ceiling_wood, door_wood, bronze, gold, iron, ember)

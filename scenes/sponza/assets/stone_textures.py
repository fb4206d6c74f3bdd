"""Stone, brick, plaster, earth and fired clay."""

from __future__ import annotations

import numpy as np

from framescope.scenes.sponza.assets.arches import STONES_IN_TEXTURE
from framescope.scenes.sponza.assets.canvas import Paint, blended, masonry, speckled
from framescope.scenes.sponza.assets.mesh import Floats
from framescope.scenes.sponza.assets.noise import cells, coordinates, fractal, smoothstep

__all__ = ["STONE_PAINTERS"]


def ashlar(size: int) -> Paint:
    """Squared limestone blocks in even courses."""
    rough, broad = fractal(size, 16, 1), fractal(size, 3, 2)
    blocks = masonry(size, 4, 2, 0.010, 3, wobble=fractal(size, 24, 4, 3))
    colour = blended((186, 164, 130), (214, 197, 166), 0.6 * blocks.tint + 0.4 * broad)
    colour = speckled(blended(colour, (140, 122, 98), blocks.joint * 0.8), rough, 0.28)
    pits = smoothstep(0.70, 0.85, fractal(size, 32, 5, 3))
    return Paint(
        colour * (1.0 - 0.18 * pits[..., None]),
        (1.0 - blocks.joint) * 0.7 + 0.3 * rough - 0.2 * pits,
        0.012,
        0.86 - 0.1 * rough,
    )


def brick(size: int) -> Paint:
    """Flat hand-made bricks in wide joints."""
    rough = fractal(size, 20, 11)
    bricks = masonry(size, 16, 5, 0.009, 12, wobble=fractal(size, 16, 13, 3))
    colour = blended((150, 92, 66), (196, 138, 100), bricks.tint)
    burnt = smoothstep(0.86, 0.92, bricks.tint)
    colour = blended(colour, (112, 76, 62), burnt * 0.7)
    colour = speckled(blended(colour, (188, 170, 142), bricks.joint), rough, 0.35)
    return Paint(colour, (1.0 - bricks.joint) * 0.75 + 0.25 * rough, 0.010, 0.9)


def plaster(size: int) -> Paint:
    """Ochre lime plaster with stains and fine cracks."""
    return _plaster(size, (196, 160, 112), (226, 196, 148), 21)


def vault_plaster(size: int) -> Paint:
    """The paler plaster of the vaults."""
    return _plaster(size, (208, 188, 154), (230, 214, 184), 26)


def _plaster(size: int, dark: tuple[int, int, int], light: tuple[int, int, int], seed: int) -> Paint:
    broad, fine = fractal(size, 3, seed), fractal(size, 24, seed + 1, 4)
    nearest, second = cells(size, 5, seed + 2)
    crack = smoothstep(0.03, 0.0, second - nearest + 0.25 * np.abs(fine - 0.5)) * smoothstep(0.5, 0.62, broad)
    colour = speckled(blended(dark, light, np.clip(broad * 1.6 - 0.3, 0.0, 1.0)), fine, 0.14)
    colour = blended(colour, (112, 92, 70), crack * 0.6)
    return Paint(colour, 0.6 * broad + 0.3 * fine - 0.5 * crack, 0.006, 0.92 - 0.06 * fine)


def court_flags(size: int) -> Paint:
    """Worn square flagstones, each with its own grain."""
    rough, broad = fractal(size, 16, 31), fractal(size, 4, 32)
    flags = masonry(size, 3, 3, 0.008, 33, bond=0.0, wobble=fractal(size, 12, 34, 3))
    worn = smoothstep(0.35, 0.75, broad)
    colour = blended((150, 136, 114), (196, 182, 154), 0.65 * flags.tint + 0.35 * broad)
    colour = speckled(blended(colour, (96, 84, 68), flags.joint * 0.85), rough, 0.25)
    pillow = 1.0 - (2.0 * np.maximum(np.abs(flags.along - 0.5), np.abs(flags.course - 0.5))) ** 8
    return Paint(
        colour, (1.0 - flags.joint) * 0.5 + 0.3 * pillow + 0.2 * rough, 0.010, 0.72 - 0.32 * worn + 0.25 * flags.joint
    )


def gallery_tiles(size: int) -> Paint:
    """Polished marble squares, cream and red in turn."""
    tiles = masonry(size, 4, 4, 0.004, 41, bond=0.0)
    u, v = coordinates(size)
    red = (np.floor(u * 4.0) + np.floor(v * 4.0)) % 2.0
    veins = _veins(size, 42)
    cream = blended((214, 202, 178), (168, 150, 124), veins)
    wine = blended((122, 56, 44), (196, 160, 138), veins * 0.8)
    colour = speckled(blended(cream, wine, red), tiles.tint, 0.18)
    colour = blended(colour, (78, 68, 58), tiles.joint)
    return Paint(colour, 1.0 - tiles.joint - 0.4 * veins, 0.003, 0.22 + 0.16 * fractal(size, 6, 43) + 0.4 * tiles.joint)


def _veins(size: int, seed: int) -> Floats:
    """Thin wandering lines: where noise passes through its middle."""
    wander = np.abs(fractal(size, 4, seed, 6) - 0.5)
    return smoothstep(0.05, 0.0, wander) * 0.8 + smoothstep(0.2, 0.0, wander) * 0.2


def shaft_stone(size: int) -> Paint:
    """Pale dressed stone with soft veins, for the shafts of columns."""
    veins, fine, broad = _veins(size, 51), fractal(size, 20, 52), fractal(size, 4, 53)
    colour = speckled(blended((200, 184, 156), (224, 212, 188), broad), fine, 0.16)
    return Paint(
        blended(colour, (164, 140, 112), veins * 0.4), 0.7 * fine + 0.3 * (1.0 - veins), 0.004, 0.62 + 0.15 * fine
    )


def carved_stone(size: int) -> Paint:
    """Soft stone that a chisel went over."""
    strokes, fine, broad = fractal(size, 10, 61, 5, 3), fractal(size, 24, 62), fractal(size, 4, 63)
    colour = speckled(blended((190, 168, 132), (220, 202, 170), broad), fine, 0.24)
    return Paint(colour, 0.6 * strokes + 0.4 * fine, 0.008, 0.84)


def arch_stone(size: int) -> Paint:
    """Six stones side by side along u, light ones and reddish ones in turn; arches lay one stone on each."""
    u, _ = coordinates(size)
    number = np.floor(u * STONES_IN_TEXTURE).astype(int)
    tint = np.random.default_rng(71).random(STONES_IN_TEXTURE, dtype=np.float32)[number]
    rough, broad = fractal(size, 16, 72), fractal(size, 4, 73)
    light = blended((200, 182, 150), (222, 206, 176), 0.5 * tint + 0.5 * broad)
    reddish = blended((176, 128, 98), (196, 152, 120), 0.5 * tint + 0.5 * broad)
    colour = speckled(blended(light, reddish, (number % 2).astype(np.float32) * 0.75), rough, 0.26)
    return Paint(colour, rough, 0.006, 0.84)


def trim_stone(size: int) -> Paint:
    """The fine-grained stone of cornices and balusters, streaked by rain."""
    streaks, fine, broad = fractal(size, 3, 81, 5, 8), fractal(size, 24, 82), fractal(size, 4, 83)
    colour = speckled(blended((194, 176, 144), (222, 208, 180), broad), fine, 0.18)
    return Paint(
        blended(colour, (138, 120, 96), smoothstep(0.6, 0.85, streaks) * 0.45), 0.8 * fine + 0.2 * broad, 0.005, 0.8
    )


def relief_marble(size: int) -> Paint:
    """The lions' stone: golden, with dark stains."""
    veins, fine, broad = _veins(size, 91), fractal(size, 20, 92), fractal(size, 3, 93)
    colour = speckled(blended((176, 142, 96), (210, 180, 130), broad), fine, 0.22)
    return Paint(blended(colour, (120, 92, 62), veins * 0.35), fine, 0.004, 0.6 + 0.2 * broad)


def roof_tile(size: int) -> Paint:
    """Fired roof tiles, course over course along v."""
    _, v = coordinates(size)
    tiles = masonry(size, 4, 4, 0.006, 101, bond=0.0)
    rough = fractal(size, 16, 102)
    colour = speckled(blended((148, 78, 50), (198, 122, 80), tiles.tint), rough, 0.35)
    step = (v * 4.0) % 1.0
    return Paint(blended(colour, (70, 44, 34), smoothstep(0.12, 0.0, step)), step * 0.7 + 0.3 * rough, 0.02, 0.9)


def soil(size: int) -> Paint:
    """Crumbs of earth."""
    nearest, _ = cells(size, 14, 111)
    fine = fractal(size, 16, 112)
    colour = speckled(blended((62, 44, 30), (96, 72, 50), fine), nearest, 0.5)
    return Paint(colour, (1.0 - np.clip(nearest, 0.0, 1.0)) * 0.7 + 0.3 * fine, 0.04, 0.96)


def terracotta(size: int) -> Paint:
    """Thrown clay with the marks of the wheel, and bloom of lime."""
    wheel, fine, broad = fractal(size, 48, 121, 3), fractal(size, 16, 122), fractal(size, 3, 123)
    lines = wheel.mean(axis=1, keepdims=True) * np.ones((1, size), np.float32)
    lines = (lines - lines.min()) / max(1e-6, float(lines.max() - lines.min()))
    colour = speckled(blended((164, 92, 60), (198, 126, 86), broad), fine, 0.2)
    colour = blended(colour, (206, 184, 160), smoothstep(0.62, 0.85, fractal(size, 5, 124)) * 0.5)
    return Paint(colour, 0.7 * lines + 0.3 * fine, 0.004, 0.82)


STONE_PAINTERS = (
    ashlar, brick, plaster, court_flags, gallery_tiles, shaft_stone, carved_stone, arch_stone, trim_stone,
    vault_plaster, roof_tile, soil, terracotta, relief_marble,
)  # fmt: skip

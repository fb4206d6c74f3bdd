"""One material being painted: colour, height, roughness and the rest as float arrays, and how they become texels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.mesh import Floats
from framescope.scenes.sponza.assets.noise import coordinates, smoothstep

__all__ = ["Masonry", "Paint", "blended", "masonry", "speckled", "texels"]

Colour = Sequence[float]


@dataclass(frozen=True, slots=True)
class Paint:
    """A painted material; every array is float (S, S), colour (S, S, 3).

    Attributes:
        colour: sRGB, 0 to 255.
        height: Relief, 0 to 1.
        depth: What a height of 1 is, as a share of the texture's size.
        roughness: 0 to 1.
        metallic: 0 to 1.
        emission: 0 to 1.
        alpha: Coverage or opacity.
    """

    colour: Floats
    height: Floats
    depth: float
    roughness: Floats | float
    metallic: Floats | float = 0.0
    emission: Floats | float = 0.0
    alpha: Floats | float = 1.0


def texels(paint: Paint) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Base colour with alpha, normal with height, then occlusion, roughness, metallic, emission: uint8 (S, S, 4)."""
    size = len(paint.height)
    height = paint.height.astype(np.float32)
    slope_u = (np.roll(height, -1, axis=1) - np.roll(height, 1, axis=1)) * np.float32(paint.depth * size / 2.0)
    slope_v = (np.roll(height, -1, axis=0) - np.roll(height, 1, axis=0)) * np.float32(paint.depth * size / 2.0)
    length = np.sqrt(slope_u**2 + slope_v**2 + 1.0)
    normal = np.stack((0.5 - 0.5 * slope_u / length, 0.5 - 0.5 * slope_v / length, 0.5 + 0.5 / length, height), axis=2)
    hollow = _blurred(height, max(1, size // 48)) - height
    occlusion = 1.0 - np.clip(hollow * paint.depth * 26.0, 0.0, 0.6)
    layers = [
        np.broadcast_to(layer, (size, size)) for layer in (occlusion, paint.roughness, paint.metallic, paint.emission)
    ]
    alpha = np.broadcast_to(np.float32(255.0) * np.asarray(paint.alpha, np.float32), (size, size))
    colour, surface = np.dstack((paint.colour, alpha)), np.stack(layers, axis=2) * 255.0
    return _bytes(colour), _bytes(np.asarray(normal, np.float32) * 255.0), _bytes(surface)


def _bytes(values: Floats) -> npt.NDArray[np.uint8]:
    return np.asarray(values + 0.5).clip(0.0, 255.0).astype(np.uint8)


def _blurred(values: Floats, reach: int) -> Floats:
    """A box blur that wraps round, of ``2 * reach + 1`` texels a side."""
    for axis in (0, 1):
        padded = np.concatenate(
            [values.take(range(-reach - 1, 0), axis), values, values.take(range(reach), axis)], axis
        )
        sums = np.cumsum(padded, axis=axis, dtype=np.float64)
        count, window = values.shape[axis], 2 * reach + 1
        values = (sums.take(range(window, window + count), axis) - sums.take(range(count), axis)).astype(
            np.float32
        ) / window
    return values


def blended(low: Colour | Floats, high: Colour | Floats, weight: Floats) -> Floats:
    """From one colour to another by a weight of 0 to 1; colours are (3,) or (S, S, 3)."""
    mixed: Floats = (
        np.asarray(low, np.float32) * (1.0 - weight[..., None]) + np.asarray(high, np.float32) * weight[..., None]
    )
    return mixed


def speckled(colour: Floats, noise: Floats, strength: float) -> Floats:
    """Darken and lighten by noise around 0.5."""
    return colour * (1.0 + strength * (noise[..., None] - 0.5))


@dataclass(frozen=True, slots=True)
class Masonry:
    """Courses of blocks.

    Attributes:
        joint: 1 in the joints, 0 on the blocks, smooth between.
        tint: A random number for each block, 0 to 1.
        along: Position inside the block along u, 0 to 1.
        course: Position inside the block along v, 0 to 1.
    """

    joint: Floats
    tint: Floats
    along: Floats
    course: Floats


def masonry(
    size: int, courses: int, blocks: int, joint: float, seed: int, bond: float = 0.5, wobble: Floats | None = None
) -> Masonry:
    """Lay blocks in courses.

    Args:
        size: Texels a side.
        courses: Courses in one repeat; even, unless ``bond`` is 0.
        blocks: Blocks in each course.
        joint: Width of a joint as a share of the texture.
        seed: Which tints.
        bond: How far every second course is shifted, in blocks.
        wobble: Noise around 0.5 that makes the edges uneven.
    """
    u, v = coordinates(size)
    if wobble is not None:
        u, v = u + (wobble - 0.5) * joint * 1.5, v + (wobble.T - 0.5) * joint * 1.5
    row = np.floor(v * courses)
    across = u * blocks + bond * (row % 2)
    column = np.floor(across)
    along, course = across - column, v * courses - row
    edge = np.minimum(np.minimum(along, 1.0 - along) / blocks, np.minimum(course, 1.0 - course) / courses)
    tints = np.random.default_rng(seed).random((courses, blocks), dtype=np.float32)
    tint = tints[row.astype(int) % courses, column.astype(int) % blocks]
    return Masonry(smoothstep(joint, joint * 0.35, edge), tint, along, course)

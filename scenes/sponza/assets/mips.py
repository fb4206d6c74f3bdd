"""Mip chains that keep what a texture means: colours average as light, normals stay unit, masks keep their coverage."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from framescope.scenes.sponza.assets.mesh import Floats

__all__ = ["mip_chain"]

Bytes = npt.NDArray[np.uint8]


def mip_chain(
    array: Bytes, kind: Literal["color", "normal", "linear"] = "color", cutoffs: Floats | None = None
) -> list[Bytes]:
    """All levels of a texture array down to 1 by 1, the given level first.

    Args:
        array: uint8 (layers, S, S, 4), S a power of two.
        kind: ``"color"`` averages rgb as light through the sRGB curve, weighted by alpha; ``"normal"`` keeps rgb of
            unit length;
            ``"linear"`` averages all four channels as they are.
        cutoffs: (layers,) alpha cutoffs for ``"color"``; where above 0 each level's alpha is scaled so that as many
            texels pass the cutoff as in the first level.

    Returns:
        ``[S, S/2, ..., 1]`` sized arrays.

    Raises:
        ValueError: S is no power of two, or the array is not square.
    """
    size = array.shape[1]
    if array.ndim != 4 or array.shape[2] != size or size & (size - 1) or size == 0:
        raise ValueError(
            f"mip_chain needs (layers, S, S, 4) with S a power of two, got {array.shape}: resize the texture first"
        )
    level = _decoded(array, kind)
    coverage = None if cutoffs is None else _coverage(level[..., 3], cutoffs)
    chain = [array]
    while len(level[0]) > 1:
        level = _halved(level, kind)
        shown = level
        if coverage is not None and cutoffs is not None:
            shown = level.copy()
            shown[..., 3] = _covered(level[..., 3], cutoffs, coverage)
        chain.append(_encoded(shown, kind))
    return chain


def _decoded(array: Bytes, kind: str) -> Floats:
    level = array.astype(np.float32) / np.float32(255.0)
    if kind == "color":
        level[..., :3] = _LINEAR[array[..., :3]]
    elif kind == "normal":
        level[..., :3] = level[..., :3] * 2.0 - 1.0
    return level


def _encoded(level: Floats, kind: str) -> Bytes:
    values = level.copy()
    if kind == "color":
        rgb = values[..., :3]
        values[..., :3] = np.where(rgb <= 0.0031308, rgb * 12.92, 1.055 * np.maximum(rgb, 1e-6) ** (1.0 / 2.4) - 0.055)
    elif kind == "normal":
        values[..., :3] = values[..., :3] * 0.5 + 0.5
    return (values.clip(0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)


def _halved(level: Floats, kind: str) -> Floats:
    quads = np.stack([level[:, y::2, x::2] for y in (0, 1) for x in (0, 1)])
    result: Floats = quads.mean(axis=0)
    if kind == "color":
        weight = quads[..., 3:] + 1e-4  # an invisible texel's colour must not bleed into its neighbours
        result[..., :3] = (quads[..., :3] * weight).sum(axis=0) / weight.sum(axis=0)
    elif kind == "normal":
        length = np.linalg.norm(result[..., :3], axis=-1, keepdims=True)
        result[..., :3] = np.where(
            length > 1e-6, result[..., :3] / np.maximum(length, 1e-6), np.array((0.0, 0.0, 1.0), np.float32)
        )
    return result


def _coverage(alpha: Floats, cutoffs: Floats) -> Floats:
    passing: Floats = (alpha >= np.asarray(cutoffs)[:, None, None]).mean(axis=(1, 2))
    return passing


def _covered(alpha: Floats, cutoffs: Floats, coverage: Floats) -> Floats:
    """Scale each layer's alpha so that the share ``coverage`` of its texels passes the cutoff."""
    result = alpha.copy()
    for layer in np.flatnonzero(np.asarray(cutoffs) > 0.0):
        edge = float(np.quantile(alpha[layer], 1.0 - min(1.0, float(coverage[layer]))))
        if edge > 0.0:
            result[layer] = (alpha[layer] * (float(cutoffs[layer]) / edge)).clip(0.0, 1.0)
    return result


_STEPS = np.arange(256, dtype=np.float32) / np.float32(255.0)
_LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4).astype(np.float32)

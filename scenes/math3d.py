"""Matrices for column vectors, right-handed, with WebGPU's clip space (depth from 0 to 1, y up).

Every function returns 4 × 4 float32. ``upload`` gives the bytes a WGSL ``mat4x4f`` reads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Matrix", "look_at", "orthographic", "perspective", "upload"]

Matrix = npt.NDArray[np.float32]


def perspective(fov_y: float, aspect: float, near: float, far: float) -> Matrix:
    """A pinhole camera: ``fov_y`` in radians, ``aspect`` width ÷ height, both planes at positive distances."""
    f = 1.0 / math.tan(fov_y / 2)
    depth = far / (near - far)
    return np.array([[f / aspect, 0, 0, 0], [0, f, 0, 0], [0, 0, depth, near * depth], [0, 0, -1, 0]], dtype=np.float32)


def orthographic(half_width: float, half_height: float, near: float, far: float) -> Matrix:
    """A box centred on the view axis: what a directional light's shadow map needs."""
    depth = 1.0 / (near - far)
    return np.array(
        [[1 / half_width, 0, 0, 0], [0, 1 / half_height, 0, 0], [0, 0, depth, near * depth], [0, 0, 0, 1]],
        dtype=np.float32,
    )


def look_at(eye: Sequence[float], target: Sequence[float], up: Sequence[float] = (0.0, 1.0, 0.0)) -> Matrix:
    """World to view: the camera at ``eye`` looks along −z at ``target``; ``up`` must not lie on that axis."""
    position = np.asarray(eye, dtype=np.float64)
    back = position - np.asarray(target, dtype=np.float64)
    back /= np.linalg.norm(back)
    right = np.cross(np.asarray(up, dtype=np.float64), back)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(back, right), back])
    view = np.eye(4)
    view[:3, :3] = rotation
    view[:3, 3] = -rotation @ position
    return view.astype(np.float32)


def upload(matrix: Matrix) -> bytes:
    """The matrix column by column, as WGSL stores it: 64 bytes."""
    return np.ascontiguousarray(matrix.T, dtype=np.float32).tobytes()

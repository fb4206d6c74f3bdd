"""Matrices for column vectors, right-handed, with WebGPU's clip space (depth from 0 to 1, y up).

Every function returns 4 × 4 float32. ``upload`` gives the bytes a WGSL ``mat4x4f`` reads.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

__all__ = ["Matrix", "look_at", "orthographic", "perspective", "upload"]

Matrix = npt.NDArray[np.float32]


def perspective(fov_y: float, aspect: float, near: float, far: float) -> Matrix:
    """A pinhole camera: ``fov_y`` in radians, ``aspect`` width ÷ height, both planes at positive distances."""
    f = 1.0 / math.tan(fov_y / 2)
    depth = far / (near - far)
    return np.array([[f / aspect, 0, 0, 0], [0, f, 0, 0], [0, 0, depth, near * depth], [0, 0, -1, 0]], dtype=np.float32)


def orthographic(left: float, right: float, bottom: float, top: float, near: float, far: float) -> Matrix:
    """A box in view space, what a directional light's shadow map needs; ``near`` and ``far`` are distances along −z."""
    projection = np.eye(4)
    projection[0, 0], projection[0, 3] = 2.0 / (right - left), -(right + left) / (right - left)
    projection[1, 1], projection[1, 3] = 2.0 / (top - bottom), -(top + bottom) / (top - bottom)
    projection[2, 2], projection[2, 3] = 1.0 / (near - far), near / (near - far)
    return projection.astype(np.float32)


def look_at(eye: npt.ArrayLike, target: npt.ArrayLike, up: npt.ArrayLike = (0.0, 1.0, 0.0)) -> Matrix:
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

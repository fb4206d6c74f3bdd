"""Where the cubes stand, and where the sun and the camera are in a frame. Numbers only, no device."""

from __future__ import annotations

import math
import struct

import numpy as np
import numpy.typing as npt

from framescope.scenes.math3d import look_at, orthographic, perspective, upload

__all__ = ["CUBE_BYTES", "FRAME_BYTES", "cube_data", "frame_data", "to_sun"]

FRAME_BYTES = 64 + 64 + 3 * 16
CUBE_BYTES = 48
_SUN_HALF_WIDTH = 9.0
_SUN_DISTANCE = 20.0
_FRAMES_PER_DAY = 720
_FLOOR = ((0.0, -0.5, 0.0, 0.0), (60.0, 0.5, 60.0, 0.0), (0.52, 0.48, 0.43, 1.0))
_PALETTE = (
    (0.80, 0.24, 0.12),
    (0.90, 0.56, 0.14),
    (0.16, 0.42, 0.56),
    (0.10, 0.56, 0.42),
    (0.72, 0.68, 0.60),
    (0.38, 0.18, 0.40),
)


def cube_data(count: int) -> npt.NDArray[np.float32]:
    """The floor and ``count`` cubes on a sunflower spiral, each 12 floats as ``scene.wgsl`` reads them."""
    random = np.random.default_rng(7)
    rows = [_FLOOR]
    for index in range(count):
        angle, radius = index * 2.399963, 0.85 * math.sqrt(index + 0.4)
        half = float(random.uniform(0.26, 0.5))
        height = float(random.uniform(0.3, 1.7) * math.exp(-radius * 0.16))
        spin = float(random.uniform(-1.0, 1.0))
        place = (radius * math.cos(angle), height, radius * math.sin(angle), spin)
        rows.append((place, (half, height, half, 0.0), (*_PALETTE[index % len(_PALETTE)], 1.0)))
    return np.array(rows, dtype=np.float32).reshape(-1, 12)


def to_sun(frame_index: int) -> npt.NDArray[np.float64]:
    """Unit vector towards the sun, which goes round once in twelve seconds of 60 frames."""
    azimuth = 1.9 + math.tau * frame_index / _FRAMES_PER_DAY
    direction = np.array([math.cos(azimuth), 0.85, math.sin(azimuth)])
    unit: npt.NDArray[np.float64] = direction / np.linalg.norm(direction)
    return unit


def frame_data(frame_index: int, aspect: float, shadow_size: int) -> bytes:
    """The ``Frame`` uniform of ``scene.wgsl``: a function of the frame's number and the target's shape alone."""
    eye = (8.6 * math.cos(0.4), 5.2, 8.6 * math.sin(0.4))
    camera = perspective(math.radians(42), aspect, 0.1, 100.0) @ look_at(eye, (0.0, 0.35, 0.0))
    sun = to_sun(frame_index)
    view = look_at(tuple(sun * _SUN_DISTANCE), (0.0, 0.0, 0.0))
    half = _SUN_HALF_WIDTH
    light = orthographic(-half, half, -half, half, 1.0, 2 * _SUN_DISTANCE) @ view
    texel = 2 * _SUN_HALF_WIDTH / shadow_size
    vectors = struct.pack("<12f", *eye, 1.0, *sun, texel, frame_index * 0.02, 0.0, 0.0, 0.0)
    return upload(camera.astype(np.float32)) + upload(light.astype(np.float32)) + vectors

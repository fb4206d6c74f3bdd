"""The sun's four views: which of them are drawn in a frame, and the matrices that each map was last drawn with.

Three cascades follow the camera. The last one holds the whole atrium: it shades whatever the others do not cover, and
the bounce light reads it as a map of all that the sun reaches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from framescope.scenes.math3d import look_at, orthographic
from framescope.scenes.sponza.assets.matrices import cascade_matrices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from framescope.scenes.sponza.assets.camera import Camera

__all__ = ["CASCADES", "ShadowViews"]

CASCADES = 4
_SPLITS = (3.0, 6.5, 12.0)  # metres along the view axis at which the first three end
_MARGIN = 0.3  # metres around the atrium


class ShadowViews:
    """The cascades over time.

    Args:
        bounds: float32 (2, 3), smallest and largest corner of the scene.
        tile: Texels along a side of one cascade's map.

    Attributes:
        matrices: float32 (4, 4, 4), world to clip of each map as it was last drawn.
        texel: float32 (4,), world size of one texel of each, metres.
    """

    def __init__(self, bounds: NDArray[np.float32], tile: int) -> None:
        self._bounds = bounds
        self._tile = tile
        self._drawn = False
        self.matrices = np.zeros((CASCADES, 4, 4), np.float32)
        self.texel = np.zeros(CASCADES, np.float32)

    def update(self, camera: Camera, sun: NDArray[np.float32], frame: int, refresh: str) -> tuple[int, ...]:
        """Choose the cascades of a frame and set their matrices.

        Args:
            camera: The camera of the frame.
            sun: From the sun toward the ground.
            frame: Frame number.
            refresh: ``"turn"``, ``"all"`` or ``"hold"``; the first frame draws all of them whatever it says.

        Returns:
            The numbers of the cascades to draw.
        """
        chosen = self._chosen(frame, refresh)
        self._drawn = True
        fitted = cascade_matrices(camera, sun, _SPLITS, self._tile)
        for number in chosen:
            self.matrices[number] = fitted[number] if number < len(_SPLITS) else self._whole(sun)
            self.texel[number] = 2.0 / (np.linalg.norm(self.matrices[number][0, :3]) * self._tile)
        return chosen

    def _chosen(self, frame: int, refresh: str) -> tuple[int, ...]:
        if refresh == "all" or not self._drawn:
            return tuple(range(CASCADES))
        if refresh == "hold":
            return ()
        return (0, (2, 1, 3, 1)[frame % 4])  # the first always, the second every other frame, the rest every fourth

    def _whole(self, sun: NDArray[np.float32]) -> NDArray[np.float32]:
        view = look_at(np.zeros(3), sun, (0.0, 0.0, 1.0))
        corners = np.array([[self._bounds[(i >> axis) & 1, axis] for axis in range(3)] for i in range(8)])
        seen = corners @ view[:3, :3].T
        low, high = seen.min(axis=0) - _MARGIN, seen.max(axis=0) + _MARGIN
        middle, half = (low + high) / 2.0, float((high - low)[:2].max()) / 2.0
        box = orthographic(
            middle[0] - half, middle[0] + half, middle[1] - half, middle[1] + half, float(-high[2]), float(-low[2])
        )
        return box @ view

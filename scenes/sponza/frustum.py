"""The frustum test that decides which draws are visible: the CPU's side of the GPU's culling pass.

The formula, in the order in which a shader must evaluate it to agree bit for bit where no operation is fused
(float32 throughout, ``m`` the rows of the view-projection matrix that multiplies column vectors, depth 0 to 1):

    plane[0] = m[3] + m[0]    left         plane[1] = m[3] - m[0]    right
    plane[2] = m[3] + m[1]    bottom       plane[3] = m[3] - m[1]    top
    plane[4] = m[2]           near         plane[5] = m[3] - m[2]    far
    p = select(bounds_min, bounds_max, plane.xyz >= 0)               per axis: the corner farthest along the plane
    visible = all over planes of ((plane.x * p.x + plane.y * p.y) + plane.z * p.z) + plane.w >= 0

Planes are not normalized: only the sign of the distance is used. A box that touches a plane is visible.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["frustum_planes", "visible_draws"]

Matrix = npt.NDArray[np.float32]


def frustum_planes(view_projection: Matrix) -> npt.NDArray[np.float32]:
    """The six planes of a (4, 4) view-projection matrix as float32 (6, 4): left, right, bottom, top, near, far."""
    x, y, z, w = view_projection.astype(np.float32)
    return np.stack((w + x, w - x, w + y, w - y, z, w - z))


def visible_draws(view_projection: Matrix, bounds_min: Matrix, bounds_max: Matrix) -> npt.NDArray[np.bool_]:
    """Which boxes are not wholly outside one plane of the frustum.

    Args:
        view_projection: float32 (4, 4), world to clip, depth 0 to 1.
        bounds_min: float32 (N, 3), smallest corners.
        bounds_max: float32 (N, 3), largest corners.

    Returns:
        bool (N,). A box outside near an edge of the frustum may pass; one with a visible point always passes.
    """
    planes = frustum_planes(view_projection)[:, None, :]
    corner = np.where(planes[..., :3] >= 0.0, bounds_max[None].astype(np.float32), bounds_min[None].astype(np.float32))
    product = planes[..., :3] * corner
    distance = ((product[..., 0] + product[..., 1]) + product[..., 2]) + planes[..., 3]
    return np.asarray(np.all(distance >= 0.0, axis=0), dtype=np.bool_)

"""The bytes of the two small buffers that are written before every frame: frame constants and culling views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from framescope.scenes.sponza.assets.plan import ATTIC_TOP, COURT_X, COURT_Z, GALLERY, STOREYS
from framescope.scenes.sponza.frustum import frustum_planes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from framescope.scenes.sponza.assets.camera import Camera
    from framescope.scenes.sponza.shadow_views import ShadowViews

__all__ = ["CONSTANTS_BYTES", "VIEW_STRIDE", "FrameState", "packed_constants", "packed_view"]

VIEW_STRIDE = 256  # the offset of a uniform binding is a multiple of it

_MATRIX, _VECTOR = ("<f4", (4, 4)), ("<f4", 4)
_CONSTANTS = np.dtype(
    [
        ("clip_from_world", *_MATRIX), ("world_from_clip", *_MATRIX), ("steady_clip_from_world", *_MATRIX),
        ("previous_clip_from_world", *_MATRIX), ("view_from_world", *_MATRIX), ("clip_from_view", *_MATRIX),
        ("world_from_bounce", *_MATRIX), ("cascade_from_world", "<f4", (4, 4, 4)), ("cascade_tile", "<f4", (4, 4)),
        ("cascade_texel", *_VECTOR), ("eye", *_VECTOR), ("sun", *_VECTOR), ("sun_radiance", *_VECTOR),
        ("size", *_VECTOR), ("depth", *_VECTOR), ("interior_low", *_VECTOR),
        ("interior_high", *_VECTOR), ("opening", *_VECTOR), ("storey", *_VECTOR), ("numbers", "<u4", 4),
    ]
)  # fmt: skip
CONSTANTS_BYTES = _CONSTANTS.itemsize

_VIEW = np.dtype([("clip_from_world", *_MATRIX), ("planes", "<f4", (6, 4)), ("eye", *_VECTOR), ("sizes", "<u4", 4)])

_EAVE_OVERHANG = 0.35  # how far the attic reaches over the court beyond the arcades' centre lines
_FRAMES_A_SECOND = 60.0


@dataclass(frozen=True, slots=True)
class FrameState:
    """What the constants of a frame follow from.

    Attributes:
        camera: This frame's camera.
        steady: float32 (4, 4), world to clip without jitter.
        previous: The same of the frame before.
        jitter: Sub-pixel offset in NDC.
        sun: From the sun toward the ground.
        sun_radiance: Linear colour.
        size: Pixels.
        clock: The frame that time is counted by; it stands while the camera does.
        number: Frame number, for noise that changes with every frame.
        lights: Point lights.
        draws: Draws of the scene.
        history: Whether the frame before left something worth reading.
    """

    camera: Camera
    steady: NDArray[np.float32]
    previous: NDArray[np.float32]
    jitter: tuple[float, float]
    sun: NDArray[np.float32]
    sun_radiance: NDArray[np.float32]
    size: tuple[int, int]
    clock: int
    number: int
    lights: int
    draws: int
    history: bool

    def jittered_projection(self) -> NDArray[np.float32]:
        """The camera's projection, moved by the jitter."""
        projection = self.camera.projection.copy()
        projection[0, 2] -= self.jitter[0]
        projection[1, 2] -= self.jitter[1]
        return projection

    def clip_from_world(self) -> NDArray[np.float32]:
        """World to clip with the jitter: one product, so that every pass that draws the scene draws equal depths."""
        return (self.jittered_projection() @ self.camera.view).astype(np.float32)


def packed_constants(state: FrameState, shadows: ShadowViews) -> bytes:
    """The contents of the uniform buffer that ``shaders/frame.wgsl`` describes."""
    data = np.zeros((), _CONSTANTS)
    projection = state.jittered_projection()
    clip_from_world = state.clip_from_world()
    data["clip_from_world"] = clip_from_world.T  # WGSL keeps matrices by columns
    data["world_from_clip"] = np.linalg.inv(clip_from_world.astype(np.float64)).T
    data["steady_clip_from_world"] = state.steady.T
    data["previous_clip_from_world"] = state.previous.T
    data["view_from_world"] = state.camera.view.T
    data["clip_from_view"] = projection.T
    data["world_from_bounce"] = np.linalg.inv(shadows.matrices[3].astype(np.float64)).T
    data["cascade_from_world"] = shadows.matrices.transpose(0, 2, 1)
    data["cascade_tile"] = [(0.25, -0.25, 0.25 + 0.5 * (i % 2), 0.25 + 0.5 * (i // 2)) for i in range(4)]
    data["cascade_texel"] = shadows.texel
    data["eye"] = (*state.camera.position, state.clock / _FRAMES_A_SECOND)
    data["sun"][:3] = -state.sun
    data["sun_radiance"][:3] = state.sun_radiance
    width, height = state.size
    data["size"] = (width, height, 1.0 / width, 1.0 / height)
    data["depth"] = (state.camera.near, state.camera.far, projection[2, 2], projection[2, 3])
    _put_building(data)
    data["numbers"] = (state.number, state.lights, state.draws, int(state.history))
    return data.tobytes()


def _put_building(data: NDArray[np.void]) -> None:
    across, along = COURT_Z + GALLERY, COURT_X + GALLERY
    data["interior_low"][:3] = (-along, 0.0, -across)
    data["interior_high"][:3] = (along, ATTIC_TOP - 0.6, across)
    edge_x, edge_z = COURT_X - _EAVE_OVERHANG, COURT_Z - _EAVE_OVERHANG
    data["opening"] = (-edge_x, edge_x, -edge_z, edge_z)
    data["storey"] = (ATTIC_TOP, STOREYS[1].floor, COURT_Z, COURT_X)


def packed_view(
    clip_from_world: NDArray[np.float32], frustum: NDArray[np.float32], eye: NDArray[np.float32], draws: int
) -> bytes:
    """The contents of one slot of the culling views: ``View`` of ``shaders/cull.wgsl``, padded to the stride.

    Args:
        clip_from_world: float32 (4, 4), what depth is drawn with.
        frustum: float32 (4, 4), what is culled by: the same, but without jitter.
        eye: From where draws are ordered.
        draws: Draws of the scene.
    """
    data = np.zeros((), _VIEW)
    data["clip_from_world"] = clip_from_world.T
    data["planes"] = frustum_planes(frustum)
    data["eye"][:3] = eye
    data["sizes"][0] = draws
    return data.tobytes().ljust(VIEW_STRIDE, b"\0")

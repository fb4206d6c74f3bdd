"""The culling oracle never hides what can be seen."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.atrium import Atrium
from framescope.scenes.sponza.assets.camera import camera_at
from framescope.scenes.sponza.frustum import frustum_planes, visible_draws

FRAMES = tuple(range(0, 600, 60))


def _boxes(atrium: Atrium) -> tuple[np.ndarray, np.ndarray]:
    return tuple(np.array([getattr(d, side) for d in atrium.draws]) for side in ("bounds_min", "bounds_max"))  # type: ignore[return-value]


def _view_projection(frame: int) -> np.ndarray:
    camera = camera_at(frame, 16 / 9)
    return camera.projection @ camera.view


@pytest.mark.parametrize("frame", FRAMES)
def test_no_draw_with_a_vertex_in_the_picture_is_culled(atrium: Atrium, frame: int) -> None:
    """A draw of which any vertex projects inside the clip volume is reported visible."""
    matrix = _view_projection(frame)
    clip = np.column_stack((atrium.positions, np.ones(len(atrium.positions)))) @ matrix.astype(float).T
    x, y, z, w = clip.T
    inside = (np.abs(x) < w) & (np.abs(y) < w) & (z > 0.0) & (z < w)
    starts = [draw.base_vertex for draw in atrium.draws]
    seen = np.logical_or.reduceat(inside, starts)
    visible = visible_draws(matrix, *_boxes(atrium))
    assert [d.name for d, s, v in zip(atrium.draws, seen, visible, strict=True) if s and not v] == []


@pytest.mark.parametrize("frame", FRAMES)
def test_culling_pays(atrium: Atrium, frame: int) -> None:
    """At every station of the walk some draws are culled and some are not."""
    count = int(visible_draws(_view_projection(frame), *_boxes(atrium)).sum())
    assert 20 < count < len(atrium.draws) - 20


CUBE_VIEW = np.eye(4, dtype=np.float32)  # clip space itself: x and y in -1..1, z in 0..1


@pytest.mark.parametrize(
    ("low", "high", "visible"),
    [
        ((-0.5, -0.5, 0.2), (0.5, 0.5, 0.4), True),
        ((-9.0, -9.0, -9.0), (9.0, 9.0, 9.0), True),
        ((1.0, -0.5, 0.2), (2.0, 0.5, 0.4), True),
        ((1.01, -0.5, 0.2), (2.0, 0.5, 0.4), False),
        ((-2.0, -0.5, 0.2), (-1.01, 0.5, 0.4), False),
        ((-0.5, 1.01, 0.2), (0.5, 2.0, 0.4), False),
        ((-0.5, -2.0, 0.2), (0.5, -1.01, 0.4), False),
        ((-0.5, -0.5, -0.4), (0.5, 0.5, -0.01), False),
        ((-0.5, -0.5, 1.01), (0.5, 0.5, 1.4), False),
    ],
    ids=["inside", "around", "touching", "right", "left", "above", "below", "before near", "beyond far"],
)
def test_boxes_at_each_plane(low: tuple[float, ...], high: tuple[float, ...], visible: bool) -> None:
    """A box wholly beyond one plane is culled; one that touches a plane or surrounds the view is not."""
    answer = visible_draws(CUBE_VIEW, np.array([low], np.float32), np.array([high], np.float32))
    assert answer.tolist() == [visible]


def test_planes_are_left_right_bottom_top_near_far() -> None:
    """The planes of clip space itself, in the order that the shader reads them."""
    assert frustum_planes(CUBE_VIEW).tolist() == [
        [1, 0, 0, 1],
        [-1, 0, 0, 1],
        [0, 1, 0, 1],
        [0, -1, 0, 1],
        [0, 0, 1, 0],
        [0, 0, -1, 1],
    ]

"""The camera's walk stays in the room, closes, and depends on the frame number alone."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.scenes.sponza.assets.atrium import Atrium
from framescope.scenes.sponza.assets.camera import LOOP_FRAMES, STILL_FRAME, camera_at, jitter
from framescope.scenes.sponza.assets.plan import COURT_X, COURT_Z, EAVES, GALLERY

ASPECT = 16 / 9


def _positions() -> np.ndarray:
    return np.array([camera_at(frame, ASPECT).position for frame in range(LOOP_FRAMES)])


def test_the_walk_stays_inside_the_walls() -> None:
    """Every position is between the outer walls, above the floor and below the eaves."""
    walk = _positions()
    assert np.abs(walk[:, 0]).max() < COURT_X + GALLERY - 0.5
    assert np.abs(walk[:, 2]).max() < COURT_Z + GALLERY - 0.5
    assert walk[:, 1].min() > 1.0
    assert walk[:, 1].max() < EAVES


def test_the_walk_enters_no_solid(atrium: Atrium) -> None:
    """No position comes within 0.3 m of a column's, a vase's or a lantern's box."""
    solids = [d for d in atrium.draws if d.name.startswith(("column", "vase ", "plant", "lantern", "brazier", "arch"))]
    low, high = (np.array([getattr(draw, side) for draw in solids]) for side in ("bounds_min", "bounds_max"))
    walk = _positions()[:, None, :]
    inside = ((walk > low - 0.3) & (walk < high + 0.3)).all(axis=2)
    assert [solids[index].name for index in np.flatnonzero(inside.any(axis=0))] == []


def test_the_walk_is_smooth() -> None:
    """Between frames, the last and the first too, the camera moves less than 25 cm and turns less than 2.5 degrees."""
    walk = _positions()
    looks = np.array([camera_at(frame, ASPECT).view[2, :3] for frame in range(LOOP_FRAMES)], dtype=float)
    moved = np.linalg.norm(np.roll(walk, -1, axis=0) - walk, axis=1)
    turned = np.degrees(np.arccos(np.clip((np.roll(looks, -1, axis=0) * looks).sum(axis=1), -1.0, 1.0)))
    assert moved.max() < 0.25
    assert turned.max() < 2.5


@pytest.mark.parametrize("frame", [0, 1, 299, 599])
def test_the_loop_closes(frame: int) -> None:
    """A frame one loop later has the same camera, bit for bit."""
    here, later = camera_at(frame, ASPECT), camera_at(frame + LOOP_FRAMES, ASPECT)
    assert here.view.tobytes() == later.view.tobytes()
    assert here.projection.tobytes() == later.projection.tobytes()


def test_the_still_camera_looks_down_the_court() -> None:
    """The establishing view stands at one end and looks along the court."""
    camera = camera_at(STILL_FRAME, ASPECT)
    assert camera.position[0] > COURT_X - 2.0
    assert -camera.view[2, 0] < -0.95


def test_the_walk_sees_both_storeys() -> None:
    """The camera comes down to eye height and up above the gallery's floor."""
    heights = _positions()[:, 1]
    assert heights.min() < 2.0
    assert heights.max() > 7.4


def test_jitter_covers_the_pixel_evenly() -> None:
    """16 frames of jitter are 16 different offsets within half a pixel, their mean near the middle, then repeat."""
    points = np.array([jitter(frame) for frame in range(16)])
    assert np.abs(points).max() <= 0.5
    assert len({tuple(point) for point in points}) == 16
    assert np.abs(points.mean(axis=0)).max() < 0.07
    assert jitter(16) == jitter(0)

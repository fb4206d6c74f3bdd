"""What the atrium's picture shows."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sample_extensions import added

from framescope.scenes.overlay.overlay import Overlay
from framescope.scenes.sponza.assets.camera import STILL_FRAME, camera_at
from framescope.scenes.sponza.assets.lights import sun_direction
from framescope.scenes.sponza.assets.plan import COURT_X, COURT_Z, EAVES

if TYPE_CHECKING:
    import numpy.typing as npt

    from .conftest import AtriumRig, Image

LATER = frozenset({"reflections/apply", "light shafts/apply"})  # passes that add to what the curtains cover
MARGIN = 0.7  # metres around the predicted edge of the sunlit floor that are not looked at


def floor_points() -> npt.NDArray[np.float64]:
    """Points of the court's paving that the still camera sees."""
    return np.array([(x, 0.0, z) for x in np.arange(-8.0, 6.1, 0.5) for z in np.arange(-2.5, 2.6, 0.25)])


def brightness_at(image: Image, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The picture's linear brightness where the still camera sees the points."""
    height, width = image.shape[:2]
    camera = camera_at(STILL_FRAME, width / height)
    clip = np.column_stack((points, np.ones(len(points)))) @ (camera.projection @ camera.view).T
    ndc = clip[:, :2] / clip[:, 3:]
    column = ((ndc[:, 0] * 0.5 + 0.5) * width).astype(int)
    row = ((0.5 - ndc[:, 1] * 0.5) * height).astype(int)
    return np.asarray((image[row, column, :3] / 255.0) ** 2.2).mean(axis=1)


def sunlit(points: npt.NDArray[np.float64], sun: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """How far inside the roof's opening, in metres, the ray from each point to the sun leaves; below 0 it does not."""
    leaves = points + np.asarray(sun, float) * (EAVES / float(sun[1]))
    return np.minimum(COURT_X - 0.3 - np.abs(leaves[:, 0]), COURT_Z - 0.3 - np.abs(leaves[:, 2]))


@pytest.mark.parametrize("index", [0, 150, 300, 450])
def test_the_picture_is_no_uniform_field(atrium: AtriumRig, index: int) -> None:
    """All along the walk there are shadows, lights, and warm and cool colours."""
    image = atrium.settle(index, 2)[..., :3].astype(float)
    assert image.std() > 25.0
    assert np.percentile(image, 2) < 60.0
    assert np.percentile(image, 98) > 170.0
    assert (image[..., 0] - image[..., 2]).std() > 8.0


def test_every_value_is_finite(atrium: AtriumRig) -> None:
    """No pass leaves a NaN or an infinity in the radiance, which bloom would spread over the picture."""
    for index in (0, 250, 480):
        atrium.settle(index, 2)
        history = atrium.scene.persistent.history.latest
        assert np.isfinite(atrium.graphics.read_texture(history).astype(np.float32)).all()


@pytest.mark.parametrize("index", [390, 440, 490])
def test_shadows_follow_the_sun(atrium: AtriumRig, index: int) -> None:
    """The floor is bright where a ray towards the sun leaves through the roof, and dark elsewhere."""
    atrium.restart(camera="still", moving_sun=True)
    image = atrium.settle(index, 6)
    points = floor_points()
    inside = sunlit(points, sun_direction(index + 5, True))
    brightness = brightness_at(image, points)
    lit, shaded = brightness[inside > MARGIN], brightness[inside < -MARGIN]
    assert len(lit) > 20
    assert len(shaded) > 20
    assert np.median(lit) > 2.0 * np.median(shaded)


def test_a_moved_sun_moves_the_shadow(atrium: AtriumRig) -> None:
    """A part of the floor that lies in shadow at one hour is in the sun at another."""
    points = floor_points()
    early, late = (sunlit(points, sun_direction(index, True)) for index in (445, 145))
    uncovered = (early < -MARGIN) & (late > MARGIN)
    steady = (early > MARGIN) & (late > MARGIN)
    assert uncovered.any()
    for index, bright in ((440, False), (140, True)):
        atrium.restart(camera="still", moving_sun=True)
        brightness = brightness_at(atrium.settle(index, 6), points)
        assert (np.median(brightness[uncovered]) > 0.6 * np.median(brightness[steady])) == bright


def test_temporal_anti_aliasing_converges_on_a_still_camera(atrium: AtriumRig) -> None:
    """Consecutive frames differ ever less, and after three dozen by less than half a step of 255 on average."""
    atrium.restart(camera="still")
    images = [atrium.frame(index).astype(int) for index in range(40)]
    changes = [float(np.abs(b - a).mean()) for a, b in pairwise(images)]
    assert np.mean(changes[-8:]) < 0.5 * np.mean(changes[:3])
    assert np.mean(changes[-8:]) < 0.5


def test_curtains_show_what_is_behind_them(atrium: AtriumRig) -> None:
    """Light from behind reaches the eye through gauze, weakened, and only through gauze."""

    def radiance(*left_out: str) -> npt.NDArray[np.float64]:
        atrium.restart()
        atrium.frame(330, frozenset(left_out) | LATER)
        return np.asarray(atrium.graphics.read_texture(atrium.scene.persistent.history.latest)[..., :3], float).mean(
            axis=2
        )

    whole, bare = radiance(), radiance("curtains")
    through, direct = whole - radiance("lighting"), bare - radiance("lighting", "curtains")
    gauze = (whole != bare) | (through != direct)
    share = through[gauze & (direct > 0.05)] / direct[gauze & (direct > 0.05)]
    assert len(share) > 50
    assert 0.05 < np.median(share) < 0.9
    assert 0.01 < gauze.mean() < 0.5


def test_the_overlay_covers_the_lower_edge_alone(atrium: AtriumRig) -> None:
    """Added, it changes the pixels of its panels and none above them."""
    plain = atrium.settle(10, 2)
    atrium.restart()
    with added(atrium.scene, "before-present", Overlay()):
        covered = atrium.settle(10, 2)
    rows = np.flatnonzero((plain != covered).any(axis=(1, 2)))
    assert 0.8 * plain.shape[0] < rows.min()


def test_another_size_needs_no_other_scene(atrium: AtriumRig) -> None:
    """Frames of another size follow, odd ones too; back at the old size the picture and the memory are as before."""
    first = atrium.settle(20, 2)
    atrium.graphics.wait_idle()
    atrium.graphics.pump()
    held = atrium.graphics.live_bytes
    for size in ((97, 55), (33, 200), (1, 1)):
        atrium.restart(size)
        assert atrium.settle(20, 2).shape == (size[1], size[0], 4)
        assert atrium.target.read()[..., :3].max() > 20
    atrium.restart()
    assert np.array_equal(first, atrium.settle(20, 2))
    atrium.graphics.wait_idle()
    atrium.graphics.pump()
    assert atrium.graphics.live_bytes == held

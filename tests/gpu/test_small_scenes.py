"""The small scenes, by what their pixels and buffers hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from framescope.harness.offscreen import OffscreenTarget
from framescope.scenes.registry import load_scene
from framescope.scenes.scene import Scene
from framescope.scenes.shadow_cubes.layout import cube_data, frame_data, to_sun
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

SMALL = ["triangle", "compute-chain", "shadow-cubes"]
INSIDE = (16, 16, 39)  # what show.wgsl paints the inside of the set, in sRGB
Image = npt.NDArray[np.uint8]


class Stage:
    """A scene on an offscreen target, with its renderer."""

    def __init__(self, graphics: GraphicsContext, name: str, size: tuple[int, int], **parameters: Any) -> None:
        self.target = OffscreenTarget(graphics, size)
        self.scene: Scene = load_scene(name)(graphics, size, self.target.texture_format, **parameters)
        self.renderer = Renderer(graphics)

    def frame(self, index: int = 0, skip: frozenset[str] = frozenset()) -> Image:
        """The picture of the frame with this index."""
        self.renderer.frame_index = index
        self.renderer.skip_passes = skip
        self.target.run(self.renderer, self.scene, 1, lambda rendered: True, keep_image=False)
        return self.target.read()

    @property
    def passes(self) -> list[str]:
        """Paths of the passes of the last frame, in execution order."""
        assert self.renderer.compiled is not None
        return [node.path for node in self.renderer.compiled.passes]


@contextmanager
def stage(
    graphics: GraphicsContext, name: str, size: tuple[int, int] = (160, 90), **parameters: Any
) -> Iterator[Stage]:
    """A stage that is taken down afterwards."""
    made = Stage(graphics, name, size, **parameters)
    yield made
    made.scene.close()
    made.target.close()


@pytest.mark.parametrize("name", SMALL)
def test_frames_depend_on_the_frame_number_alone(shared_graphics: GraphicsContext, name: str) -> None:
    """The same number gives the same picture whatever was rendered between; another number gives another."""
    with stage(shared_graphics, name) as shown:
        first, other, again = shown.frame(3), shown.frame(40), shown.frame(3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("name", SMALL)
def test_every_pass_counts(shared_graphics: GraphicsContext, name: str) -> None:
    """A frame that leaves any one pass out shows what an older frame left there: no pass is there for show."""
    parameters = {"passes": 3} if name == "compute-chain" else {}
    with stage(shared_graphics, name, **parameters) as shown:
        whole = shown.frame(200)
        idle = []
        for path in shown.passes:
            shown.frame(5)
            if np.array_equal(whole, shown.frame(200, frozenset({path}))):
                idle.append(path)
    assert idle == []


@pytest.mark.parametrize("name", SMALL)
def test_a_scene_gives_back_what_it_made(graphics: GraphicsContext, name: str) -> None:
    """After close no buffer of the scene is alive; what is left is the graph's pool."""
    with stage(graphics, name) as shown:
        shown.frame()
    shown.scene.close()
    shown.renderer.compiled = None
    graphics.transients.clear()
    graphics.wait_idle()
    assert graphics.live_counts.get("buffer", 0) == 0


@pytest.mark.parametrize("name", SMALL)
def test_a_scene_takes_another_size(shared_graphics: GraphicsContext, name: str) -> None:
    """After resize the next frame fills the new target, as if the scene had been made for it."""
    with stage(shared_graphics, name, (64, 64)) as shown, stage(shared_graphics, name, (96, 48)) as fresh:
        shown.frame()
        shown.target.close()
        shown.target = OffscreenTarget(shared_graphics, (96, 48))
        shown.scene.resize((96, 48))
        assert np.array_equal(shown.frame(7), fresh.frame(7))


def test_the_triangle_has_three_colours_on_the_background(shared_graphics: GraphicsContext) -> None:
    """Corners are red, green and blue, and the corners of the picture show none of it."""
    with stage(shared_graphics, "triangle") as shown:
        image = shown.frame().astype(int)
    corners = image[[0, 0, -1, -1], [0, -1, 0, -1], :3]
    assert len(np.unique(corners, axis=0)) == 1
    for channel in range(3):
        others = [other for other in range(3) if other != channel]
        assert (image[..., channel] - image[..., others].max(axis=2)).max() > 100


def test_the_triangle_keeps_its_shape_on_a_wide_target(shared_graphics: GraphicsContext) -> None:
    """It covers as many texels of a wide target as of a square one of the same height."""

    def covered(size: tuple[int, int]) -> int:
        with stage(shared_graphics, "triangle", size) as shown:
            image = shown.frame()
            return int((image != image[0, 0]).any(axis=2).sum())

    assert covered((240, 120)) == pytest.approx(covered((120, 120)), rel=0.03)


def julia(scene: Any, frame: int, passes: int, work: int) -> npt.NDArray[np.float32]:
    """How many iterations every element of the chain stays inside, worked out on the CPU."""
    grid = scene.grid
    place = (np.arange(grid, dtype=np.float32) + np.float32(0.5)) / np.float32(grid) - np.float32(0.5)
    z = np.float32(3.2) * (place[None, :] + 1j * place[:, None]).astype(np.complex64)
    c = np.complex64(complex(*scene.constant_at(frame)))
    count = np.zeros((grid, grid), np.float32)
    for _ in range(passes * work):
        inside = z.real**2 + z.imag**2 < 16
        z = np.where(inside, z * z + c, z)
        count += inside
    return count


@pytest.mark.parametrize(("passes", "work"), [(1, 12), (4, 3), (12, 1)])
def test_the_chain_computes_what_it_says(shared_graphics: GraphicsContext, passes: int, work: int) -> None:
    """N links of W iterations are N × W iterations; the black of the picture is the inside of the set."""
    with stage(shared_graphics, "compute-chain", (32, 32), passes=passes, work=work, grid=32) as shown:
        image = shown.frame(9)
        inside = julia(shown.scene, 9, passes, work) == passes * work
    shown_inside = (np.abs(image[::-1, :, :3].astype(int) - INSIDE) <= 1).all(axis=2)
    assert 0.02 < inside.mean() < 0.98
    assert (shown_inside == inside).mean() > 0.98  # a driver may contract a multiply and an add


def test_the_chain_is_as_long_as_asked(shared_graphics: GraphicsContext) -> None:
    """One graph pass a link, in order, and the one that shows the result."""
    with stage(shared_graphics, "compute-chain", passes=5) as shown:
        shown.frame()
        assert shown.passes == ["link 0", "link 1", "link 2", "link 3", "link 4", "show"]


def test_the_chain_reuses_its_buffers(graphics: GraphicsContext) -> None:
    """However long the chain, a link's buffer is free again once the next link has read it."""
    with stage(graphics, "compute-chain", passes=40, grid=16) as shown:
        shown.frame()
        assert graphics.live_counts["buffer"] <= 4


def texel_of(point: npt.NDArray[np.float64], frame: int, size: tuple[int, int]) -> tuple[int, int]:
    """Row and column at which a point of the world is seen."""
    camera = np.frombuffer(frame_data(frame, size[0] / size[1], 1024)[:64], np.float32).reshape(4, 4).T
    clip = camera @ np.append(point, 1.0)
    x, y = clip[:2] / clip[3]
    return round((0.5 - y / 2) * size[1] - 0.5), round((x / 2 + 0.5) * size[0] - 0.5)


def shadow_texel(frame: int, size: tuple[int, int]) -> tuple[int, int]:
    """Where the middle of the first cube's top casts its shadow on the floor, seen by the camera."""
    centre, half = cube_data(1)[1, :3].astype(float), cube_data(1)[1, 5]
    sun = to_sun(frame)
    top = centre + np.array([0.0, half, 0.0])
    return texel_of(top - sun * (top[1] / sun[1]), frame, size)


def test_shadows_follow_the_sun(shared_graphics: GraphicsContext) -> None:
    """The floor is dark where the cube shades it under one sun, and lit there under another."""
    size, suns = (320, 180), (0, 240)
    with stage(shared_graphics, "shadow-cubes", size, cubes=1) as shown:
        pictures = {frame: shown.frame(frame)[..., :3].astype(int).sum(axis=2) for frame in suns}
    for shaded, lit in (suns, suns[::-1]):
        texel = shadow_texel(shaded, size)
        assert pictures[shaded][texel] < 0.6 * pictures[lit][texel]


def test_a_lit_face_has_no_shadow_acne(shared_graphics: GraphicsContext) -> None:
    """The top of a cube that nothing shades does not shade itself: it is of one colour."""
    size = (640, 360)
    centre, half = cube_data(1)[1, :3].astype(float), cube_data(1)[1, 5]
    row, column = texel_of(centre + np.array([0.0, half, 0.0]), 0, size)
    with stage(shared_graphics, "shadow-cubes", size, cubes=1) as shown:
        top = shown.frame()[row - 4 : row + 5, column - 6 : column + 7, :3].astype(int)
    assert np.ptp(top, axis=(0, 1)).max() <= 3

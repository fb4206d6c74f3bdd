"""Extensions of the small scenes on a device: what is published shows, what nobody reads does not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from sample_extensions import added, blank, unread

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.session import GPUProfileSession
from framescope.scenes.overlay.overlay import Overlay
from framescope.scenes.overlay.panels import Panel
from framescope.scenes.records import SHADOW_MAP
from framescope.scenes.shadow_cubes.scene import ShadowCubesScene
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.extensions.registry import Extension
from framescope.shade.graph.switches import GraphSwitches
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

SIZE = (96, 54)
POINTS = [point.name for point in ShadowCubesScene.points]


class Stage:
    """The cubes on a small target."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self.target = OffscreenTarget(graphics, SIZE)
        self.scene = ShadowCubesScene(graphics, SIZE, self.target.texture_format, shadow_size=64)
        self.renderer = Renderer(graphics)

    def frame(self) -> np.ndarray:
        """The picture of frame 9."""
        self.renderer.frame_index = 9
        render_scene_frame(self.renderer, self.scene, self.target.texture, SIZE, surface=False)
        return self.target.read()


@pytest.fixture(scope="module")
def stage(shared_graphics: GraphicsContext) -> Iterator[Stage]:
    """One stage for the module: extensions are taken out again."""
    made = Stage(shared_graphics)
    yield made
    made.scene.close()
    made.target.close()


@pytest.mark.parametrize("point", POINTS)
def test_what_an_extension_publishes_shows(stage: Stage, point: str) -> None:
    """Black in the scene colour's or the target's place makes the picture black."""
    with added(stage.scene, point, blank):
        black = stage.frame()
    assert black[..., :3].max() == 0
    assert stage.frame()[..., :3].max() > 100


@pytest.mark.parametrize("point", POINTS)
def test_what_nobody_reads_leaves_the_picture_alone(stage: Stage, point: str) -> None:
    """To the last bit."""
    plain = stage.frame()
    with added(stage.scene, point, unread):
        assert np.array_equal(stage.frame(), plain)


@pytest.mark.parametrize("extension", [unread, blank, Overlay()])
def test_passes_that_run_as_they_are_added_give_the_same_picture(stage: Stage, extension: Extension) -> None:
    """The switch takes an extension's passes as it takes the scene's."""
    with added(stage.scene, "before-present", extension):
        planned = stage.frame()
        stage.renderer.switches = GraphSwitches(run_as_added=True)
        as_added = stage.frame()
        stage.renderer.switches = GraphSwitches()
    assert np.abs(as_added.astype(int) - planned).max() <= 1


def test_the_overlay_covers_the_lower_edge_of_the_cubes(stage: Stage) -> None:
    """The overlay knows no scene: it shows what this one publishes."""
    plain = stage.frame()
    with added(stage.scene, "before-present", Overlay()):
        rows = np.flatnonzero((stage.frame() != plain).any(axis=(1, 2)))
    assert 0.8 * SIZE[1] < rows.min()


def test_an_overlay_takes_panels_of_ones_own(stage: Stage) -> None:
    """A panel is the records it reads and a WGSL function: the first place along the edge has its colour."""
    code = """
    @group(0) @binding(0) var depth: texture_depth_2d;
    fn shown(uv: vec2f) -> vec3f {
        return vec3f(0.0, min(textureLoad(depth, vec2u(0), 0), 0.0) + 1.0, 0.0);
    }"""
    panel = Panel("green", ((SHADOW_MAP, "texture-sampled"),), code)
    with added(stage.scene, "before-present", Overlay([panel])):
        picture = stage.frame()
    green = (picture[..., :3] == (0, 255, 0)).all(axis=2)
    rows, columns = np.flatnonzero(green.any(axis=1)), np.flatnonzero(green.any(axis=0))
    assert green[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].all()
    assert (rows.min() > 0.8 * SIZE[1], columns.max() < SIZE[0] / 6) == (True, True)


def test_a_capture_names_the_extension(stage: Stage) -> None:
    """The GPU passes of an extension are found under its name, and a frame lost to one says whose it was."""

    def fails(frame: FrameContext) -> None:
        raise ZeroDivisionError("mine")

    with GPUProfileSession() as session:
        stage.renderer.profile_session = session
        with added(stage.scene, "after-lighting", blank):
            stage.frame()
        with added(stage.scene, "after-lighting", fails), pytest.raises(ZeroDivisionError):
            stage.frame()
        stage.frame()
        stage.renderer.profile_session = None
        capture = session.stop()
    assert [span.path for span in capture.frame(0).spans] == [
        "shadow map",
        "forward",
        "blank/replace scene colour",
        "tone mapping",
    ]
    assert [capture.frame(number).status for number in range(3)] == ["complete", "aborted", "complete"]
    assert "ZeroDivisionError: mine" in capture.frame(1).reason

"""The frame loop: who may end it, and what reaches the caller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from framescope.harness.environment import has_display
from framescope.harness.frame_loop import FrameTarget
from framescope.harness.offscreen import OffscreenTarget
from framescope.harness.window import WindowTarget, open_canvas
from framescope.scenes.triangle.scene import TriangleScene
from framescope.shade.adapter import open_graphics
from framescope.shade.errors import DeviceUnavailable
from framescope.shade.renderer import Renderer

needs_display = pytest.mark.skipif(not has_display(), reason="no display; xvfb-run -a gives one")
BOTH = ["offscreen", pytest.param("window", marks=needs_display)]


class Stage:
    """A target of either kind with a scene to show on it."""

    def __init__(self, kind: str) -> None:
        self.canvas: Any = open_canvas((120, 80), "test") if kind == "window" else None
        self.graphics = open_graphics(canvas=self.canvas)
        self.target: FrameTarget = (
            WindowTarget(self.graphics, self.canvas) if kind == "window" else OffscreenTarget(self.graphics, (120, 80))
        )
        self.scene = TriangleScene(self.graphics, self.target.size, self.target.texture_format)
        self.renderer = Renderer(self.graphics)

    def run(self, frames: int, keep_going: Any = lambda rendered: True, *, keep_image: bool = False) -> int:
        """Run the loop."""
        return self.target.run(self.renderer, self.scene, frames, keep_going, keep_image=keep_image)

    def close(self) -> None:
        """Take everything down."""
        self.scene.close()
        self.target.close()
        self.graphics.close()


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A stage of the kind that the test is parametrised with."""
    made = Stage(request.param)
    yield made
    made.close()


@pytest.mark.parametrize("stage", BOTH, indirect=True)
def test_the_loop_renders_as_many_frames_as_asked(stage: Stage) -> None:
    """The renderer saw every one of them, and an image that was not asked for is not read back."""
    assert stage.run(7) == 7
    assert (stage.renderer.frame_index, stage.target.last_image) == (7, None)


@pytest.mark.parametrize("stage", BOTH, indirect=True)
def test_the_caller_may_end_the_loop(stage: Stage) -> None:
    """It is asked after every frame, with how many there were."""
    asked: list[int] = []

    def keep_going(rendered: int) -> bool:
        asked.append(rendered)
        return rendered < 3

    assert stage.run(100, keep_going) == 3
    assert asked == [1, 2, 3]


@pytest.mark.parametrize("stage", BOTH, indirect=True)
def test_the_last_image_is_kept_on_demand(stage: Stage) -> None:
    """Height × width × 4 of the target as it is."""
    stage.run(2, keep_image=True)
    width, height = stage.target.size
    assert stage.target.last_image is not None
    assert stage.target.last_image.shape == (height, width, 4)


@pytest.mark.parametrize("stage", BOTH, indirect=True)
def test_what_a_frame_raises_reaches_the_caller(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The very exception, not one that wraps it, and no frame after it."""
    mistake = LookupError("in frame 2")
    intact = stage.scene.record

    def record(graph: Any, target: Any, frame_index: int) -> Any:
        if frame_index == 2:
            raise mistake
        return intact(graph, target, frame_index)

    monkeypatch.setattr(stage.scene, "record", record)
    with pytest.raises(LookupError) as caught:
        stage.run(10)
    assert caught.value is mistake
    assert stage.renderer.frame_index == 3


@pytest.mark.parametrize("stage", [pytest.param("window", marks=needs_display)], indirect=True)
def test_a_window_that_is_closed_ends_the_loop(stage: Stage) -> None:
    """Frames rendered so far count."""

    def keep_going(rendered: int) -> bool:
        if rendered == 4:
            stage.canvas.close()
        return True

    assert stage.run(1000, keep_going) == 4


@pytest.mark.parametrize("stage", [pytest.param("window", marks=needs_display)], indirect=True)
def test_a_window_that_changes_its_size_takes_the_scene_along(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scene is told before the first frame of the new size, and the image has it."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(stage.scene, "resize", told.append)

    def keep_going(rendered: int) -> bool:
        if rendered == 3:
            stage.canvas.set_logical_size(200, 100)
        return True

    stage.run(60, keep_going, keep_image=True)
    assert told == [(200, 100)]
    assert stage.target.size == (200, 100)
    assert stage.target.last_image is not None
    assert stage.target.last_image.shape == (100, 200, 4)


def test_no_display_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names what was asked for and the way out."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(DeviceUnavailable, match="--window"):
        open_canvas((10, 10), "test")

"""The atrium on a small target, shared by the tests of this folder: building it costs seconds, restarting it little."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.scenes.sponza.frame_constants import VIEW_STRIDE
from framescope.scenes.sponza.passes.culling import LISTS
from framescope.scenes.sponza.scene import SponzaScene
from framescope.scenes.sponza.settings import Settings
from framescope.shade.adapter import open_graphics
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

Image = npt.NDArray[np.uint8]
SIZE = (160, 90)


class AtriumRig:
    """The atrium with a renderer and a target of its own.

    Args:
        graphics: The device.
        size: Of the target.
    """

    def __init__(self, graphics: GraphicsContext, size: tuple[int, int] = SIZE) -> None:
        self.graphics = graphics
        self.renderer = Renderer(graphics)
        self.target = OffscreenTarget(graphics, size)
        self.scene = SponzaScene(graphics, size, self.target.texture_format, texture_size="64")

    def restart(self, size: tuple[int, int] = SIZE, **settings: Any) -> None:
        """Begin anew: default settings but for those given, no history, and a pool without old contents."""
        if size != self.target.size:
            self.graphics.retire(self.target.texture)
            self.target = OffscreenTarget(self.graphics, size)
        self.scene.settings = Settings.of(texture_size="64", **settings)
        self.scene.resize(size)
        self.graphics.transients.clear()

    def frame(self, index: int, skip: frozenset[str] = frozenset()) -> Image:
        """The picture of frame ``index``, rendered after whatever was rendered last."""
        self.renderer.frame_index = index
        self.renderer.skip_passes = skip
        render_scene_frame(self.renderer, self.scene, self.target.texture, self.target.size, surface=False)
        return self.target.read()

    def settle(self, index: int = 0, frames: int = 12) -> Image:
        """The picture after ``frames`` frames from ``index`` on."""
        return [self.frame(index + step) for step in range(frames)][-1]

    @property
    def passes(self) -> list[str]:
        """Paths of the passes of the frame rendered last, in execution order."""
        assert self.renderer.compiled is not None
        return [node.path for node in self.renderer.compiled.passes]

    def counts(self, name: str) -> list[int]:
        """Draws in the frustum, drawn, and hidden, and triangles drawn, of one of culling's lists."""
        data = self.graphics.read_buffer(self.scene.persistent.counts, LISTS[name] * VIEW_STRIDE, 16)
        return np.frombuffer(data, np.uint32).tolist()

    def close(self) -> None:
        """Give everything back."""
        self.scene.close()
        self.graphics.close()


@pytest.fixture(scope="package")
def shared_atrium() -> Iterator[AtriumRig]:
    """The one rig of this folder."""
    rig = AtriumRig(open_graphics())
    yield rig
    rig.close()


@pytest.fixture
def atrium(shared_atrium: AtriumRig) -> AtriumRig:
    """The rig, restarted with default settings."""
    shared_atrium.restart()
    return shared_atrium

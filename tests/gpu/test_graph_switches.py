"""The frame graph's debugging switches on a device: no switch changes a picture, unless a pass lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from command_line import record

from framescope.harness.frame_loop import render_scene_frame
from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.capture import open_capture
from framescope.profile.session import GPUProfileSession
from framescope.scenes.registry import load_scene
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

SIZE, FRAMES = (96, 54), 3
PARAMETERS: dict[str, dict[str, Any]] = {"sponza": {"texture_size": "64"}, "shadow-cubes": {}}
SWITCHES = {
    "no cull": GraphSwitches(cull=False),
    "no reuse": GraphSwitches(reuse=False),
    "poison": GraphSwitches(poison=True),
    "run as added": GraphSwitches(run_as_added=True),
    "run as added, poisoned": GraphSwitches(run_as_added=True, poison=True),
}
Image = npt.NDArray[np.int16]


class Played:
    """A scene's first frames under one set of switches.

    Attributes:
        images: The picture of each.
        aliased: What ``report_resource_aliasing`` said of each.
        session: The recording of them.
    """

    def __init__(self, graphics: GraphicsContext, name: str, switches: GraphSwitches) -> None:
        target = OffscreenTarget(graphics, SIZE)
        self._scene = load_scene(name)(graphics, SIZE, target.texture_format, **PARAMETERS[name])
        self.images: list[Image] = []
        self.aliased: list[Any] = []
        self.session = GPUProfileSession()
        renderer = Renderer(graphics, self.session, switches=switches)
        with self.session:
            for _ in range(FRAMES):
                render_scene_frame(renderer, self, target.texture, SIZE, surface=False)
                self.images.append(target.read().astype(np.int16))
        self._scene.close()
        target.close()

    def record(self, graph: FrameGraph, target: Any, frame_index: int) -> Any:
        """The scene's passes."""
        made = self._scene.record(graph, target, frame_index)
        self.aliased += graph.report_resource_aliasing()
        return made

    def resize(self, size: tuple[int, int]) -> None:
        """Never called."""


@pytest.fixture(scope="module")
def play(shared_graphics: GraphicsContext) -> Iterator[Callable[[str, GraphSwitches], Played]]:
    """Plays a scene, each combination once."""

    @cache
    def played(name: str, switches: GraphSwitches) -> Played:
        return Played(shared_graphics, name, switches)

    yield played
    assert shared_graphics.transients.stats()["lent"] == 0


@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
@pytest.mark.parametrize("name", PARAMETERS)
def test_no_switch_changes_the_picture(
    play: Callable[[str, GraphSwitches], Played], name: str, switches: GraphSwitches
) -> None:
    """Within 1 of 255: the declarations of both scenes say all that their pictures are made of."""
    ordinary, switched = play(name, ORDINARY), play(name, switches)
    difference = np.abs(np.array(ordinary.images) - np.array(switched.images))
    assert difference.max() <= 1
    assert np.array(ordinary.images).std() > 20


@pytest.mark.parametrize("name", PARAMETERS)
def test_no_native_goes_by_two_names(play: Callable[[str, GraphSwitches], Played], name: str) -> None:
    """Nothing is imported twice, so no hazard is out of the graph's sight."""
    assert play(name, ORDINARY).aliased == []


@pytest.mark.parametrize("switches", [SWITCHES["run as added"], SWITCHES["poison"]], ids=["run as added", "poison"])
def test_a_recording_attributes_each_pass_as_ever(
    play: Callable[[str, GraphSwitches], Played], switches: GraphSwitches
) -> None:
    """Under every switch a GPU pass belongs to its graph pass; poison's own belong to none."""

    def spans(played: Played) -> list[list[tuple[str, str]]]:
        frames = played.session.snapshot().frames()
        return [[(s.path, s.label) for s in frame.spans if not s.label.startswith("poison: ")] for frame in frames]

    ordinary, switched = play("sponza", ORDINARY), play("sponza", switches)
    assert spans(switched) == spans(ordinary)
    frame = switched.session.snapshot().frame(0)
    assert frame.topology is not None
    poisonous = {span.path for span in frame.spans if span.label.startswith("poison: ")}
    assert poisonous == ({""} if switches.poison else set())


def lying(graph: FrameGraph, out: Any) -> None:
    """A pass says that it overwrites a buffer and writes half of it; another copies the whole into ``out``."""

    def write_half(resources: Any, context: Any) -> None:
        context.clear_buffer(resources.buffer(made), 0, 128)

    def copy(resources: Any, context: Any) -> None:
        context.copy_buffer_to_buffer(resources.buffer(made), 0, resources.buffer(written), 0, 256)

    liar = graph.add("liar", kind="command", execute=write_half)
    made = liar.write(liar.create_buffer("half", BufferDescriptor(256)), "buffer-copy-dst", contents="overwrite")
    reader = graph.add("reader", kind="command", execute=copy)
    reader.read(made, "buffer-copy-src")
    written = reader.write(
        graph.import_buffer("out", out, initial="undefined"), "buffer-copy-dst", contents="overwrite"
    )


def test_poison_shows_a_read_of_what_nobody_wrote(graphics: GraphicsContext) -> None:
    """What a fresh buffer's zeros hide is seen."""
    out = graphics.create_buffer(size=256, usage=0x0C)
    found = []
    for switches in (ORDINARY, GraphSwitches(poison=True)):
        graphics.transients.clear()
        Renderer(graphics, switches=switches).render(lambda graph, _: lying(graph, out))
        found.append(graphics.read_buffer(out))
    assert found == [bytes(256), bytes(128) + b"\xcd" * 128]


@pytest.mark.parametrize("run_as_added", [False, True])
def test_a_pass_that_fails_is_named_in_the_recording(graphics: GraphicsContext, run_as_added: bool) -> None:
    """The frame is aborted with the pass's path, whenever its passes run; the next is whole."""

    def fail(resources: Any, context: Any) -> None:
        raise KeyError("mine")

    def draw(graph: FrameGraph, frame_index: int) -> None:
        with graph.scope("s"):
            graph.add("A", kind="command", execute=fail if frame_index == 0 else lambda *_: None)
        graph.add("B", kind="command", execute=lambda *_: None)

    session = GPUProfileSession()
    renderer = Renderer(graphics, session, switches=GraphSwitches(run_as_added=run_as_added))
    with session:
        with pytest.raises(KeyError, match="mine"):
            renderer.render(draw)
        renderer.render(draw)
    frames = list(session.snapshot().frames())
    assert [(frame.status, frame.failed_pass) for frame in frames] == [("aborted", "s/A"), ("complete", "")]
    assert graphics.transients.stats()["lent"] == 0


def test_the_switches_of_a_recording_stand_in_its_meta(tmp_path: Path) -> None:
    """What was thrown on the command line is told by the file."""
    path = tmp_path / "poisoned.sgpt"
    assert record(path, "--poison", "--no-reuse") == 0
    with open_capture(path) as capture:
        settings = capture.meta["settings"]
    assert {key: settings[key] for key in ("cull", "reuse", "poison", "run_as_added")} == {
        "cull": True,
        "reuse": False,
        "poison": True,
        "run_as_added": False,
    }

"""Every named point of every scene, planned without a device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sample_extensions import added, pass_on, unread
from software_device import SoftwareDevice

from framescope.harness.frame_loop import render_scene_frame
from framescope.scenes.overlay.overlay import Overlay
from framescope.scenes.overlay.panels import PANELS
from framescope.scenes.points import BEFORE_PRESENT
from framescope.scenes.records import ALBEDO, SCENE_COLOR, TARGET
from framescope.scenes.registry import SCENES, load_scene
from framescope.scenes.scene import Scene
from framescope.shade.descriptors import Descriptor
from framescope.shade.errors import GraphError
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.extensions.frame_record import RecordKey
from framescope.shade.extensions.registry import Extension
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

SIZE = (64, 36)
NEIGHBOURS = {
    ("shadow-cubes", "after-lighting"): ("forward", "tone mapping"),
    ("shadow-cubes", "before-present"): ("tone mapping", None),
    ("sponza", "after-gbuffer"): ("g-buffer", "ambient occlusion/occlusion"),
    ("sponza", "after-lighting"): ("sky", "reflections/trace"),
    ("sponza", "after-transparency"): ("light shafts/apply", "temporal anti-aliasing/dilate motion"),
    ("sponza", "before-tone-mapping"): ("temporal anti-aliasing/resolve", "bloom down/level 0"),
    ("sponza", "before-present"): ("sharpen", None),
}
"""The passes between which a point of a scene lies; None for the end of the frame."""
WITH_POINTS = ("shadow-cubes", "sponza")


@pytest.fixture(scope="module")
def scenes() -> Iterator[dict[str, Scene]]:
    """The scenes with points, on a device that draws nothing."""
    graphics = GraphicsContext(SoftwareDevice())
    parameters: dict[str, dict[str, Any]] = {"sponza": {"texture_size": "64"}}
    made = {name: load_scene(name)(graphics, SIZE, "rgba8unorm", **parameters.get(name, {})) for name in WITH_POINTS}
    yield made
    for scene in made.values():
        scene.close()


def plan(scene: Any, frame_index: int = 3) -> CompiledGraph:
    """The plan of a frame, after ``resize`` has made every frame a first one."""
    scene.resize(SIZE)
    window = scene._graphics.create_texture(label="window", size=(*SIZE, 1), format="rgba8unorm", usage=0x11)
    graph = FrameGraph("frame", frame_number=frame_index)
    target = graph.import_texture("target", window, initial="undefined")
    graph.mark(scene.record(graph, target, frame_index), "output")
    return graph.compile()


def memory(compiled: CompiledGraph) -> list[tuple[Descriptor, str, int]]:
    """What is allocated: descriptor, label, and how many resources share it."""
    return [(item.descriptor, item.label, len(item.resources)) for item in compiled.plan.allocations]


def paths(compiled: CompiledGraph) -> list[str]:
    """What runs, in order."""
    return [node.path for node in compiled.passes]


def test_the_table_above_has_every_point_of_every_scene() -> None:
    """A point that no test reaches is a point that may lie anywhere."""
    assert set(NEIGHBOURS) == {(name, point.name) for name in SCENES for point in load_scene(name).points}


@pytest.mark.parametrize(("name", "point"), NEIGHBOURS)
def test_an_extension_runs_at_each_point(scenes: dict[str, Scene], name: str, point: str) -> None:
    """What publishes runs right after the pass before the point and right before the pass after it."""
    scene = scenes[name]
    with added(scene, point, pass_on):
        ran = [*paths(plan(scene)), None]
    mine = [index for index, path in enumerate(ran) if path is not None and path.startswith("pass_on/")]
    assert mine == list(range(mine[0], mine[-1] + 1))
    assert (ran[mine[0] - 1], ran[mine[-1] + 1]) == NEIGHBOURS[name, point]


@pytest.mark.parametrize(("name", "point"), NEIGHBOURS)
def test_an_unread_pass_is_culled_at_each_point(scenes: dict[str, Scene], name: str, point: str) -> None:
    """It reads everything that is published there, does not run, and nothing else is planned otherwise."""
    scene = scenes[name]
    plain = plan(scene)
    with added(scene, point, unread):
        compiled = plan(scene)
    culled = [(node.path, why) for node, why in compiled.culled if node.path.startswith("unread/")]
    assert culled == [("unread/measure", "not-reachable-from-root: nobody uses what it writes ('measured')")]
    assert len(compiled.culled) == len(plain.culled) + 1
    assert paths(compiled) == paths(plain)
    assert memory(compiled) == memory(plain)


PUBLISHED = {
    ("shadow-cubes", "after-lighting"): 2,
    ("shadow-cubes", "before-present"): 3,
    ("sponza", "after-gbuffer"): 10,
    ("sponza", "after-lighting"): 13,
    ("sponza", "after-transparency"): 13,
    ("sponza", "before-tone-mapping"): 13,
    ("sponza", "before-present"): 15,
}
"""How many records there are at a point: the later, the more has been made."""


@pytest.mark.parametrize(("name", "point"), NEIGHBOURS)
def test_a_record_is_published_from_where_it_means_something(scenes: dict[str, Scene], name: str, point: str) -> None:
    """The target once it is drawn, the light once there is light, the G-buffer from its point on."""
    seen: list[RecordKey[Any]] = []
    with added(scenes[name], point, lambda frame: seen.extend(frame.records)):
        plan(scenes[name])
    assert (TARGET in seen, SCENE_COLOR in seen) == (point == "before-present", point != "after-gbuffer")
    assert (ALBEDO in seen) == (name == "sponza")
    assert len(seen) == PUBLISHED[name, point]


@pytest.mark.parametrize("name", [name for name in SCENES if name not in WITH_POINTS])
def test_a_scene_without_points_says_so(name: str) -> None:
    """The error tells that there is nowhere to add anything."""
    scene = load_scene(name)(GraphicsContext(SoftwareDevice()), SIZE, "rgba8unorm")
    with pytest.raises(GraphError, match=f"'{name}' has no point 'after-lighting'; it has no named points"):
        scene.extensions.add("after-lighting", pass_on)
    scene.close()


@pytest.mark.parametrize("name", WITH_POINTS)
def test_the_overlay_changes_nothing_of_what_else_runs(scenes: dict[str, Scene], name: str) -> None:
    """One pass at the end, whatever the scene; the passes before it are those of a frame without it."""
    scene = scenes[name]
    plain = plan(scene)
    with added(scene, BEFORE_PRESENT.name, Overlay()):
        covered = plan(scene)
    assert paths(covered) == [*paths(plain), "overlay/panels"]
    assert [node.path for node, _ in covered.culled] == [node.path for node, _ in plain.culled]


@pytest.mark.parametrize("name", WITH_POINTS)
def test_the_overlay_reads_what_its_panels_bind_and_no_more(scenes: dict[str, Scene], name: str) -> None:
    """One declared read for each binding of each panel shown; a read of more would keep passes for its sake alone."""
    with added(scenes[name], BEFORE_PRESENT.name, Overlay(PANELS[:1])):
        compiled = plan(scenes[name])
    (node,) = [node for node in compiled.passes if node.path == "overlay/panels"]
    reads = compiled.plan.accesses[node.index].reads
    assert [read.kind for read in reads] == [access for _, access in PANELS[0].reads]


def test_an_overlay_with_nothing_to_show_adds_nothing(scenes: dict[str, Scene]) -> None:
    """It goes by what the scene publishes."""
    scene = scenes["shadow-cubes"]
    with added(scene, BEFORE_PRESENT.name, Overlay(panels=())):
        assert paths(plan(scene)) == ["shadow map", "forward", "tone mapping"]


def raises_while_recording(frame: FrameContext) -> None:
    """An extension that fails when it is called."""
    raise ZeroDivisionError


def raises_while_executing(frame: FrameContext) -> None:
    """An extension whose pass fails when it runs."""

    def fail(resources: Any, context: Any) -> None:
        raise ZeroDivisionError

    frame.graph.add("fail", kind="command", execute=fail)


@pytest.mark.parametrize("name", WITH_POINTS)
@pytest.mark.parametrize("lost", [raises_while_recording, raises_while_executing])
def test_the_frame_after_one_that_was_lost_is_whole(scenes: dict[str, Any], name: str, lost: Extension) -> None:
    """The next frame draws again what the lost one was to leave behind, shadow maps before all."""
    scene = scenes[name]
    scene.resize(SIZE)
    renderer = Renderer(scene._graphics)
    window = scene._graphics.create_texture(label="window", size=(*SIZE, 1), format="rgba8unorm", usage=0x11)

    def frame() -> list[str]:
        renderer.frame_index = 3
        render_scene_frame(renderer, scene, window, SIZE, surface=False)
        assert renderer.compiled is not None
        return paths(renderer.compiled)

    with added(scene, BEFORE_PRESENT.name, lost), pytest.raises(ZeroDivisionError):
        frame()
    whole, next_one = frame(), frame()
    assert whole == paths(plan(scene))
    assert (len(next_one) < len(whole)) == (name == "sponza")  # its cascades take turns again

"""What a scene's helper writes, it gives back, and its caller uses: no handle is dropped on the way through a frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from handle_walk import HandleWalk
from software_device import SoftwareDevice

from framescope.scenes import registry
from framescope.scenes.overlay.overlay import Overlay
from framescope.scenes.points import BEFORE_PRESENT
from framescope.scenes.registry import SCENES, load_scene
from framescope.scenes.sponza.passes.ambient_occlusion import AmbientOcclusion
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext

SCENES_FOLDER = Path(registry.__file__).parent
SIZE = (64, 36)
VARIANTS = {
    "sponza": [{"shadow_refresh": "all"}, {"taa": False}, {"shadow_refresh": "turn", "moving_sun": True}],
}


def walked(name: str, **parameters: Any) -> list[HandleWalk]:
    """Two frames of a scene, with the overlay where it has the point for it, each watched while it is recorded."""
    graphics = GraphicsContext(SoftwareDevice())
    scene = load_scene(name)(graphics, SIZE, "rgba8unorm", **parameters)
    if BEFORE_PRESENT in scene.points:
        scene.extensions.add(BEFORE_PRESENT.name, Overlay())
    walks = []
    for index in range(2):
        texture = graphics.create_texture(size=(*SIZE, 1), format="rgba8unorm", usage=0x15)
        graph = FrameGraph()
        target = graph.import_texture("target", texture, initial="undefined")
        with HandleWalk(SCENES_FOLDER, graph) as walk:
            scene.record(graph, target, index)
        graph.compile().execute(graphics.create_command_context())
        walks.append(walk)
    return walks


@pytest.mark.parametrize("name", sorted(SCENES))
def test_no_helper_of_a_scene_drops_a_handle(name: str) -> None:
    """Every function of the scenes that writes, in every scene and setting that changes its passes."""
    for parameters in VARIANTS.get(name, [{}]):
        for walk in walked(name, **parameters):
            assert walk.dropped == []
            assert walk.writers


def test_a_helper_of_the_atrium_that_dropped_its_handle_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk sees what it is there for: here the second blur's result is lost."""
    add = AmbientOcclusion._add_blur

    def forgetful(self: AmbientOcclusion, frame: Any, kernel: Any) -> None:
        before = frame.occlusion
        add(self, frame, kernel)
        if "vertical" in kernel.descriptor.label:
            frame.occlusion = before

    monkeypatch.setattr(AmbientOcclusion, "_add_blur", forgetful)
    walk = walked("sponza")[0]
    assert ("AmbientOcclusion.add", "occlusion blur, vertical") in walk.dropped


HELPERS = """
def write(graph, handle, label="writer"):
    return graph.add(label, kind="compute").write(handle, "texture-storage-write", contents="overwrite")

def returns(graph, target):
    return write(graph, target)

def drops(graph, target):
    write(graph, target)

def keeps_in_an_argument(graph, target, made):
    made["target"] = write(graph, target)

def uses_inside(graph, target, fresh):
    own = write(graph, fresh())
    graph.add("reader", kind="compute").read(own, "texture-sampled")

def loses_its_own(graph, target, fresh):
    write(graph, fresh())

def caller_ignores(graph, target):
    returns(graph, target)

def imports_for_itself(graph, native):
    write(graph, graph.import_texture("again", native(), initial="undefined"))

def caller_of_import(graph, native):
    imports_for_itself(graph, native)

def discards(graph, target):
    graph.add("writer", kind="compute").write(target, "texture-storage-write", contents="overwrite", store=False)
"""


@pytest.mark.parametrize(
    ("name", "dropped"),
    [
        ("returns", []),
        ("drops", [("drops", "target")]),
        ("keeps_in_an_argument", []),
        ("uses_inside", []),
        ("loses_its_own", [("loses_its_own", "x")]),
        ("caller_ignores", [("caller_ignores", "target")]),
        ("caller_of_import", [("imports_for_itself", "again")]),
        ("discards", []),
    ],
)
def test_the_walk_finds_what_is_dropped_and_nothing_else(
    tmp_path: Path, name: str, dropped: list[tuple[str, str]]
) -> None:
    """One helper of each kind."""
    functions: dict[str, Callable[..., Any]] = {}
    exec(compile(HELPERS, str(tmp_path / "helpers.py"), "exec"), functions)
    graphics, graph = GraphicsContext(SoftwareDevice()), FrameGraph()

    def native() -> Any:
        return graphics.create_texture(size=(4, 4, 1), format="rgba8unorm", usage=0x1F)

    target = graph.import_texture("target", native(), initial="undefined")
    descriptor = graph._resources[0][3]
    extra: dict[str, Any] = {
        "fresh": lambda: graph.create_texture("x", descriptor),
        "native": native,
        "made": {},
        "target": target,
        "graph": graph,
    }
    function = functions[name]
    wanted = function.__code__.co_varnames[: function.__code__.co_argcount]
    with HandleWalk(tmp_path, graph) as walk:
        function(**{argument: extra[argument] for argument in wanted})
    assert walk.dropped == dropped

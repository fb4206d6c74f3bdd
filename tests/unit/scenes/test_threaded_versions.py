"""The atrium's frame hands each version on: what a helper writes is what the next one reads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from software_device import SoftwareDevice

from framescope.scenes.registry import load_scene
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.places import spell
from framescope.shade.graphics import GraphicsContext

SIZE = (160, 96)


@pytest.fixture(scope="module")
def recorded() -> Iterator[tuple[FrameGraph, Any]]:
    """A frame of the atrium that draws every cascade, recorded and compiled on a device that draws nothing."""
    graphics = GraphicsContext(SoftwareDevice())
    scene: Any = load_scene("sponza")(graphics, SIZE, "rgba8unorm", texture_size="64", shadow_refresh="all")
    window = graphics.create_texture(label="window", size=(*SIZE, 1), format="rgba8unorm", usage=0x11)
    graph = FrameGraph("frame")
    target = graph.import_texture("target", window, initial="undefined")
    graph.mark(scene.record(graph, target, 3), "output")
    yield graph, graph.compile().plan
    scene.close()


def test_no_resource_goes_by_two_names(recorded: tuple[FrameGraph, Any]) -> None:
    """What the frame's helpers wrote is passed on as a handle, never imported again."""
    assert recorded[0].report_resource_aliasing() == []


def test_the_cascades_share_one_atlas_and_know_of_each_other(recorded: tuple[FrameGraph, Any]) -> None:
    """One import, a version for each cascade, each a successor of the one before; the lighting reads the last."""
    plan = recorded[1]
    (atlas,) = [index for index, resource in enumerate(plan.resources) if resource[0] == "shadow atlas"]
    writers = [node.index for node in plan.nodes for w in plan.accesses[node.index].writes if w.resource == atlas]
    chained = [(e.source, e.target) for e in plan.edges if e.resource == atlas and e.kind == "value"]

    assert len(writers) > 1
    assert set(pairwise(writers)) <= set(chained)
    readers = {source for source, target in chained if target not in writers}
    assert readers == {writers[-1]}


def test_what_a_helper_declares_is_told_at_the_line_that_called_it(recorded: tuple[FrameGraph, Any]) -> None:
    """An explanation or error names the pass's own file, not the helper in which every access would look alike."""
    files = {Path(spell(place).rpartition(":")[0]).name for place in recorded[0]._declarations.access_places}

    assert files.isdisjoint({"bindings.py", "compute.py", "render.py"})

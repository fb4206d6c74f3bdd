"""One atlas, several cascades: one resource, threaded (the frame graph correctness ledger §24)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from software_device import SoftwareDevice

from framescope.scenes.sponza.scene import SponzaScene
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext

SIZE = (64, 36)


@pytest.fixture(scope="module")
def graph() -> tuple[FrameGraph, dict[str, Any]]:
    """A frame that draws all four cascades, and its model."""
    graphics = GraphicsContext(SoftwareDevice())
    scene = SponzaScene(graphics, SIZE, "rgba8unorm", shadow_refresh="all")
    graph = FrameGraph()
    texture = graphics.create_texture(size=(*SIZE, 1), format="rgba8unorm", usage=0x15)
    scene.record(graph, graph.import_texture("target", texture, initial="undefined"), 0)
    return graph, graph.compile().model()


def test_the_cascades_share_one_resource(graph: tuple[FrameGraph, dict[str, Any]]) -> None:
    """The atlas is imported once, and nothing goes by two names."""
    recorded, model = graph
    assert [resource["name"] for resource in model["resources"]].count("shadow atlas") == 1
    assert recorded.report_resource_aliasing() == []


def test_each_cascade_writes_on_the_version_of_the_one_before(graph: tuple[FrameGraph, dict[str, Any]]) -> None:
    """A chain of four versions, held together by value edges, so that no cascade can be culled or moved alone."""
    model = graph[1]
    atlas = next(resource for resource in model["resources"] if resource["name"] == "shadow atlas")
    paths = [node["path"] for node in model["passes"]]
    cascades = [f"shadows/cascade {number}" for number in range(4)]
    producers = [version["producer"] for version in atlas["versions"]]
    assert [None if producer is None else paths[producer] for producer in producers] == [None, *cascades]
    edges = {
        (paths[edge["from"]], paths[edge["to"]])
        for edge in model["edges"]
        if edge["resource"] == atlas["index"] and edge["kind"] == "value"
    }
    assert set(pairwise(cascades)) <= edges


def test_whoever_reads_the_atlas_reads_all_cascades(graph: tuple[FrameGraph, dict[str, Any]]) -> None:
    """Every reader has the last version: lighting, bounce light and shafts see the map whole."""
    model = graph[1]
    atlas = next(resource for resource in model["resources"] if resource["name"] == "shadow atlas")
    readers = [len(version["readers"]) for version in atlas["versions"]]
    assert readers[:-1] == [0, 0, 0, 0]
    assert readers[-1] >= 3

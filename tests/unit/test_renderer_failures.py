"""A frame that fails in the renderer, wherever it does: nothing of it lives on, and the next one is whole."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from software_device import SoftwareDevice

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import FrameOutcome, Renderer

SWITCHES = {
    "ordinary": ORDINARY,
    "no cull": GraphSwitches(cull=False),
    "no reuse": GraphSwitches(reuse=False),
    "poison": GraphSwitches(poison=True),
    "run as added": GraphSwitches(run_as_added=True),
}


class Fault(Exception):
    """What goes wrong."""


@pytest.fixture
def no_collector() -> Iterator[None]:
    """The cycle collector is off, so that what lives on in a cycle is seen."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def record(graph: FrameGraph, where: str | None) -> None:
    """Two passes whose callbacks hold the graph, as a scene's do; something is wrong at ``where``."""

    def run(resources: Any, context: Any) -> None:
        assert graph.name == "frame"
        if where == "callback":
            raise Fault

    first = graph.add("first", kind="compute", execute=run, side_effect=True)
    made = first.create_buffer("x", BufferDescriptor(256))
    if where != "compile":
        made = first.write(made, "buffer-storage-write", contents="overwrite")
    if where == "record":
        raise Fault
    graph.add("second", kind="compute", execute=run, side_effect=True).read(made, "buffer-storage-read")


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("where", ["record", "compile", "callback"])
@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_a_failed_frame_is_let_go(switches: GraphSwitches, where: str) -> None:
    """Its graph dies with it though its callbacks hold it, its transients come back, and the next frame runs."""
    renderer = Renderer(GraphicsContext(SoftwareDevice()), switches=switches)
    graphs: list[weakref.ref[FrameGraph]] = []

    def frame(graph: FrameGraph, index: int) -> None:
        graphs.append(weakref.ref(graph))
        record(graph, where if index < 2 else None)

    for _ in range(2):
        with pytest.raises((Fault, ValueError)):
            renderer.render(frame)
        assert renderer.graphics.transients.stats()["lent"] == 0
    assert renderer.render(frame) is FrameOutcome.RENDERED
    assert [graph() for graph in graphs] == [None, None, None]
    assert renderer.graphics.transients.stats()["lent"] == 0

"""The switches for debugging: what each changes, and what a failing frame leaves behind under each."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, DEPTH, MIPPED, labels, nothing, output_buffer, step, transient

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics

SWITCHES = {
    "ordinary": ORDINARY,
    "no cull": GraphSwitches(cull=False),
    "no reuse": GraphSwitches(reuse=False),
    "poison": GraphSwitches(poison=True),
    "run as added": GraphSwitches(run_as_added=True),
    "run as added, poisoned": GraphSwitches(run_as_added=True, poison=True),
}
each_switch = pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)


class Fault(Exception):
    """What a callback raises."""


def begin(graphics: VoidGraphics, switches: GraphSwitches) -> tuple[FrameGraph, VoidCommandContext]:
    """A graph and the context it will run on."""
    graph, context = FrameGraph(switches=switches), graphics.create_command_context()
    if switches.run_as_added:
        graph.run_on(context)
    return graph, context


def chain(graph: FrameGraph, callback: Any = nothing) -> None:
    """A>x B(x)>y C(y)>z D(z)>out, and E that nobody needs; ``callback`` is C's."""
    x = step(graph, "A", writes=[transient(graph, "x")])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    z = step(graph, "C", reads=[y], writes=[transient(graph, "z")], execute=callback)
    step(graph, "E", writes=[transient(graph, "w")])
    step(graph, "D", reads=[z], writes=[graph.import_buffer("out", output_buffer(), initial="undefined")])


def run(graphics: VoidGraphics, switches: GraphSwitches, callback: Any = nothing) -> Any:
    """Run one frame of the chain."""
    graph, context = begin(graphics, switches)
    chain(graph, callback)
    compiled = graph.compile(cache=graphics.plans)
    compiled.execute(context)
    return compiled


@pytest.mark.parametrize(
    ("switches", "ran", "memories"),
    [
        (ORDINARY, "ABCD", 2),
        (GraphSwitches(cull=False), "ABCED", 2),
        (GraphSwitches(reuse=False), "ABCD", 3),
        (GraphSwitches(run_as_added=True), "ABCED", 4),
    ],
)
def test_a_switch_changes_what_runs_and_what_shares_memory(switches: GraphSwitches, ran: str, memories: int) -> None:
    """Culling off keeps the unneeded pass, reuse off gives each transient its own memory."""
    graphics = VoidGraphics()
    compiled = run(graphics, switches)
    assert "".join(labels(compiled.passes)) == ran
    assert graphics.transients.created == memories
    assert len(compiled.plan.allocations) == memories


def test_each_set_of_switches_has_plans_of_its_own() -> None:
    """The switches are part of the key, so no frame gets a plan that was made under others."""
    graphics = VoidGraphics()
    keys = {run(graphics, switches).plan.key for switches in SWITCHES.values()}
    assert len(keys) == len(SWITCHES)
    assert (graphics.plans.misses, graphics.plans.hits) == (len(SWITCHES), 0)
    run(graphics, GraphSwitches(poison=True))
    assert graphics.plans.hits == 1


def test_poison_fills_each_transient_before_its_first_user() -> None:
    """Reused memory once for each tenant, at the time of the tenant's first pass."""
    graphics, filled = VoidGraphics(), []

    def note(_: Any, context: VoidCommandContext) -> None:
        filled.append((context.graph_pass.label, len(context.filled)))

    graph, context = begin(graphics, GraphSwitches(poison=True))
    handle = step(graph, "0", writes=[transient(graph)], execute=note)
    for number in range(1, 4):
        handle = step(graph, str(number), reads=[handle], writes=[transient(graph)], execute=note)
    step(graph, "end", reads=[handle], side_effect=True, execute=note)
    graph.compile().execute(context)

    assert filled == [("0", 1), ("1", 2), ("2", 3), ("3", 4), ("end", 4)]
    assert len({resource.number for resource in context.filled}) == 2


@pytest.mark.parametrize(
    ("descriptor", "fills", "usage"),
    [
        (BUFFER, 1, 0x08),
        (COLOR, 1, 0x02),
        (MIPPED, 3, 0x02),
        (replace(MIPPED, size=(64, 64, 2)), 6, 0x02),
        (replace(MIPPED, size=(64, 64, 8), dimension="3d"), 8 + 4 + 2, 0x02),
        (replace(COLOR, sample_count=4), 1, 0x10),
        (DEPTH, 1, 0x10),
        (replace(DEPTH, size=(64, 64, 3), mip_level_count=2), 6, 0x10),
        (replace(COLOR, size=(8192, 4096, 1)), 128, 0x02),
    ],
)
def test_poison_reaches_every_part_of_a_resource(descriptor: Any, fills: int, usage: int) -> None:
    """Each mip, layer and slice, large ones in pieces; the usage that needs it is added in poison mode alone."""
    graphics = VoidGraphics()
    graph, context = begin(graphics, GraphSwitches(poison=True))
    node = graph.add("A", kind="command", execute=nothing)
    if descriptor is BUFFER:
        node.write(graph.create_buffer("x", descriptor), "buffer-storage-write", contents="overwrite")
        needed = 0x80
    else:
        depth = "depth" in descriptor.format
        access: Any = "texture-depth-write" if depth else "texture-color-attachment-write"
        node.write(graph.create_texture("x", descriptor), access, contents="overwrite")
        needed = 0x10
    compiled = graph.compile()
    compiled.execute(context)
    assert len(context.filled) == fills
    assert compiled.plan.allocations[0].descriptor.usage == needed | usage


@each_switch
def test_a_failing_frame_leaves_the_pool_and_the_next_frame_whole(switches: GraphSwitches) -> None:
    """Everything lent comes back, the exception is the callback's own, and the next frame runs."""
    graphics = VoidGraphics()

    def fail(*_: Any) -> None:
        raise Fault

    for _ in range(3):
        with pytest.raises(Fault) as caught:
            run(graphics, switches, fail)
        assert [note.split(",")[0] for note in caught.value.__notes__] == ["raised in pass 'C' of graph 'frame'"]
        assert graphics.transients.stats()["lent"] == 0
    run(graphics, switches)
    assert graphics.transients.stats()["lent"] == 0
    settled = graphics.transients.created
    run(graphics, switches)
    assert graphics.transients.created == settled


@pytest.fixture
def no_collector() -> Iterator[None]:
    """The cycle collector is off, so that what lives on in a cycle is seen."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@each_switch
@pytest.mark.parametrize("end", ["nothing", "compile", "discard", "execute"])
def test_a_recording_leaves_no_cycle_however_it_ends(switches: GraphSwitches, end: str) -> None:
    """Recorded and dropped, compiled and dropped, given up, or run: the last reference is the last."""
    graph, context = begin(VoidGraphics(), switches)
    chain(graph)
    if end == "discard":
        graph.discard()
    elif end != "nothing":
        compiled = graph.compile()
        if end == "execute":
            compiled.execute(context)
        del compiled
    gone = weakref.ref(graph)
    del graph
    assert gone() is None


@pytest.mark.usefixtures("no_collector")
@each_switch
def test_a_recording_that_was_given_up_lets_go_of_its_callbacks(switches: GraphSwitches) -> None:
    """A callback that holds the graph is a cycle of the caller's, which ``discard`` cuts."""
    graph, _ = begin(VoidGraphics(), switches)
    chain(graph, lambda resources, context, held=graph: None)
    gone = weakref.ref(graph)
    graph.discard()
    graph.discard()
    with pytest.raises(GraphError, match="FG2007"):
        graph.add("late", kind="compute")
    del graph
    assert gone() is None

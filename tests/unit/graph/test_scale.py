"""Large graphs, long runs, and random ones against an oracle that knows only cells."""

from __future__ import annotations

import gc
from contextlib import ExitStack, suppress
from itertools import pairwise
from typing import Any

import pytest
from graph_notation import BUFFER, output_buffer, step, transient
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion
from framescope.shade.graph.void import VoidGraphics


def line(count: int) -> FrameGraph:
    """``count`` passes in a line, the last of them kept."""
    graph = FrameGraph()
    x = step(graph, "first", writes=[transient(graph)])
    for number in range(count - 2):
        x = step(graph, str(number), reads=[x], writes=[transient(graph)])
    step(graph, "last", reads=[x], side_effect=True)
    return graph


def test_a_line_of_5000_passes() -> None:
    """No recursion, two allocations, every pass kept."""
    compiled = line(5000).compile()

    assert (len(compiled.passes), len(compiled.plan.allocations)) == (5000, 2)


def test_a_fan_in_of_200() -> None:
    """One pass depends on 200, each with a buffer alive until it."""
    graph = FrameGraph()
    parts = [step(graph, f"part {number}", writes=[transient(graph)]) for number in range(200)]
    step(graph, "sum", reads=parts, side_effect=True)

    compiled = graph.compile()

    assert (len(compiled.plan.edges), len(compiled.plan.allocations)) == (200, 200)


def test_a_thousand_readers_of_one_buffer_then_a_writer() -> None:
    """The writer comes after each of them, once."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="defined")
    for number in range(1000):
        step(graph, str(number), reads=[x], side_effect=True)
    step(graph, "writer", writes=[x])

    edges = graph.compile().plan.edges

    assert [(edge.source, edge.target, edge.hazard) for edge in edges] == [(n, 1000, "war") for n in range(1000)]


def test_a_chain_of_1500_versions() -> None:
    """One buffer handed from pass to pass: each depends on the one before, and only on that."""
    graph = FrameGraph()
    x: Any = step(graph, "0", writes=[transient(graph)])
    for number in range(1, 1500):
        x = step(graph, str(number), writes=[x], contents="preserve", side_effect=number == 1499)

    plan = graph.compile().plan

    assert len(plan.passes) == 1500
    assert [(edge.source, edge.target, edge.kind) for edge in plan.edges] == [(n, n + 1, "value") for n in range(1499)]


def test_a_thousand_scopes_inside_each_other() -> None:
    """The path of the innermost pass has every label, and no recursion is involved."""
    graph = FrameGraph()
    with ExitStack() as scopes:
        for number in range(1000):
            scopes.enter_context(graph.scope(str(number)))
        step(graph, "pass", side_effect=True)

    assert [node.path.split("/") for node in graph.compile().passes] == [[*map(str, range(1000)), "pass"]]


def test_ten_thousand_resources_of_which_ten_are_used() -> None:
    """What nobody uses costs a declaration and no memory."""
    graph = FrameGraph()
    made = [transient(graph, str(number)) for number in range(10_000)]
    step(graph, "user", writes=made[::1000], side_effect=True)

    plan = graph.compile().plan

    assert [held.label for held in plan.allocations] == [str(number) for number in range(0, 10_000, 1000)]


def run(graphics: VoidGraphics, native: Any, *, fails: bool) -> None:
    """One frame whose callbacks hold the graph and its handles: a cycle, if nobody breaks it."""
    graph = FrameGraph()
    handles: Any = [graph.import_buffer("x", native, initial="defined")]

    def callback(resources: Any, context: Any) -> None:
        resources.buffer(handles[context.graph_pass.index])
        if fails and context.graph_pass.index == 5:
            raise ArithmeticError(graph.name)

    for number in range(10):
        builder = graph.add(str(number), kind="compute", execute=callback)
        handles.append(builder.write(handles[-1], "buffer-storage-write", contents="preserve"))
    with suppress(ArithmeticError):
        graph.compile(cache=graphics.plans).execute(graphics.create_command_context())


@pytest.mark.parametrize("fails", [False, True])
def test_frames_leave_nothing_to_the_garbage_collector(fails: bool) -> None:
    """With collection off, 500 frames end with as many live objects as 5."""
    graphics, native = VoidGraphics(), output_buffer()
    gc.collect()
    gc.disable()
    try:
        counts = []
        for frames in (5, 495):
            for _ in range(frames):
                run(graphics, native, fails=fails)
            counts.append(len(gc.get_objects()))
    finally:
        gc.enable()

    assert counts[1] - counts[0] < 50


Step = tuple[bool, bool, int, int, bool, bool]  # reads, writes, low, high, preserve, side effect
CELLS = 4


@st.composite
def programs(draw: Any) -> list[list[tuple[int, Step]]]:
    """Passes that read or write cells of three imports, all defined."""
    step_of = st.tuples(
        st.booleans(), st.booleans(), st.integers(0, CELLS - 1), st.integers(1, CELLS), st.booleans(), st.booleans()
    )
    uses = st.dictionaries(st.integers(0, 2), step_of, min_size=1, max_size=3)
    return [sorted(use.items()) for use in draw(st.lists(uses, min_size=1, max_size=8))]


def record(program: list[list[tuple[int, Step]]]) -> CompiledGraph:
    """The program as a frame graph; only side effects are roots."""
    graph = FrameGraph()
    handles: Any = [graph.import_buffer(str(i), output_buffer(), initial="defined") for i in range(3)]
    for number, uses in enumerate(program):
        kept = any(use[5] for _, use in uses)
        builder = graph.add(str(number), kind="compute", side_effect=kept)
        for resource, (reads, writes, low, high, preserve, _) in uses:
            region = BufferRegion(low * 64, max(1, high - low) * 64) if low < high else BufferRegion(low * 64, 64)
            if reads:
                builder.read(handles[resource], "buffer-storage-read", region=region)
            if writes:
                contents: Any = "preserve" if preserve else "overwrite"
                handles[resource] = builder.write(
                    handles[resource], "buffer-storage-write", contents=contents, region=region, root=False
                )
    return graph.compile()


def needed(program: list[list[tuple[int, Step]]]) -> set[int]:
    """The passes that must run, found cell by cell."""
    last: dict[tuple[int, int], int] = {}
    uses_of: list[set[int]] = []
    for number, uses in enumerate(program):
        wanted: set[int] = set()
        written: dict[tuple[int, int], int] = {}
        for resource, (reads, writes, low, high, preserve, _) in uses:
            cells = [(resource, cell) for cell in range(low, max(high, low + 1))]
            if reads or (writes and preserve):
                wanted |= {last[cell] for cell in cells if cell in last}
            if writes:
                written.update(dict.fromkeys(cells, number))
        last.update(written)
        uses_of.append(wanted)
    alive = {number for number, uses in enumerate(program) if any(use[5] for _, use in uses)}
    for number in reversed(range(len(program))):
        if number in alive:
            alive |= uses_of[number]
    return alive


@settings(deadline=None, max_examples=150)
@given(programs())
def test_survivors_are_those_an_oracle_of_cells_finds(program: list[list[tuple[int, Step]]]) -> None:
    """Region analysis keeps exactly the passes whose cells somebody uses."""
    compiled = record(program)

    assert {node.index for node in compiled.passes} == needed(program)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), min_size=1, max_size=30))
def test_tenants_of_one_allocation_never_overlap(uses: list[tuple[int, int]]) -> None:
    """Random transients in random passes: whoever shares memory has disjoint lifetimes and equal descriptors."""
    graph = FrameGraph()
    made: dict[int, Any] = {}
    for number, (resource, extra) in enumerate(uses):
        handle = made.get(resource)
        if handle is None:
            handle = graph.create_buffer(str(resource), BUFFER)
            made[resource] = step(graph, str(number), writes=[handle], side_effect=True)
        else:
            step(graph, str(number), reads=[handle], side_effect=extra > 0)
    plan = graph.compile().plan

    for held in plan.allocations:
        spans = [plan.lifetimes[resource] for resource in held.resources]
        assert all(a is not None and b is not None and a[1] < b[0] for a, b in pairwise(spans))

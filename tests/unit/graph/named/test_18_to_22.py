"""Small graphs every frame graph must get right, 18 to 22: failure, ambiguity, many frames, conditions, silence."""

from __future__ import annotations

import warnings
from itertools import count
from typing import Any

import pytest
from graph_notation import (
    BUFFER,
    allocation_of,
    labels,
    nothing,
    output_buffer,
    step,
    transient,
)

from framescope.shade.errors import GraphError
from framescope.shade.graph import resource_recording
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.void import VoidGraphics


def test_18_a_raising_pass_leaves_the_next_frame_whole() -> None:
    """18. The transients of a failed frame serve the next one, and the error names pass and place."""
    graphics = VoidGraphics()
    context = graphics.create_command_context()

    def fail(*_: object) -> None:
        raise KeyError("user")

    for execute in (fail, nothing):
        graph = FrameGraph()
        x = step(graph, "A", writes=[graph.create_buffer("x", BUFFER)])
        step(graph, "B", reads=[x], side_effect=True, execute=execute)
        compiled = graph.compile()
        if execute is nothing:
            compiled.execute(context)
        else:
            with pytest.raises(KeyError) as caught:
                compiled.execute(context)

    assert "raised in pass 'B'" in caught.value.__notes__[0]
    assert "graph_notation.py:" in caught.value.__notes__[0]
    assert (graphics.transients.created, graphics.transients.retained) == (1, 1)


@pytest.mark.parametrize("contents", ["overwrite", "preserve"])
def test_19_two_passes_that_ping_pong_one_target_are_told_apart(contents: Any) -> None:
    """19. A and B both take the target as they found it: B's write is refused, since its handle is A's predecessor."""
    graph = FrameGraph()
    target = graph.import_buffer("target", output_buffer(), initial="defined")
    step(graph, "A", reads=[target], writes=[target], contents=contents)

    with pytest.raises(GraphError, match="pass 'B' uses 'target' version 0, which pass 'A' superseded") as caught:
        step(graph, "B", reads=[target], writes=[target], contents=contents)

    assert (caught.value.code, len(caught.value.declared_at)) == ("FG2011", 2)


def test_19_with_the_version_threaded_the_order_is_said() -> None:
    """19. B takes what A returned: A, then B, whatever else there is."""
    graph = FrameGraph()
    target = graph.import_buffer("target", output_buffer(), initial="defined")
    for label in "AB":
        target = step(graph, label, reads=[target], writes=[target], contents="preserve")

    plan = graph.compile().plan

    assert [(edge.source, edge.target, edge.kind) for edge in plan.edges] == [(0, 1, "value")]


def test_20_a_handle_is_of_its_own_frame_after_100_000_others() -> None:
    """20. Whatever number a recording has, an old handle is refused and a new one is taken."""
    plans, native = PlanCache(), output_buffer()
    first = FrameGraph()
    old = first.import_buffer("x", native, initial="defined")
    for _ in range(100_000):
        graph = FrameGraph()
        handle = graph.import_buffer("x", native, initial="defined")
    with pytest.raises(GraphError, match="of another recording") as caught:
        step(graph, "A", reads=[old])
    step(graph, "B", reads=[handle], side_effect=True)

    assert caught.value.code == "FG2001"
    assert labels(graph.compile(cache=plans).passes) == ["B"]


@pytest.mark.parametrize("last", [2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1])
def test_20_recordings_are_told_apart_across_a_word_s_end(last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """20. The number after the largest of a machine word is neither zero nor an earlier one."""
    monkeypatch.setattr(resource_recording, "_recordings", count(last))
    before, after = FrameGraph(), FrameGraph()
    old = transient(before)

    with pytest.raises(GraphError, match="FG2001"):
        step(after, "A", writes=[old])
    assert step(after, "B", writes=[transient(after)]) is not None


def test_21_a_conditional_writer_makes_two_frames_with_two_plans() -> None:
    """21. A?>X, X>B!, C>Z, Z>D!: with A, Z has X's memory after B; without A, B reads no X and Z stands alone."""
    plans = PlanCache()

    def frame(writes_x: bool) -> Any:
        graph = FrameGraph()
        x, z = transient(graph, "x"), transient(graph, "z")
        x = step(graph, "A", writes=[x]) if writes_x else x
        step(graph, "B", reads=[x] if writes_x else [], side_effect=True)
        z = step(graph, "C", writes=[z])
        step(graph, "D", reads=[z], side_effect=True)
        compiled = graph.compile(cache=plans)
        return compiled.plan, allocation_of(compiled, x), allocation_of(compiled, z)

    (with_a, *shared), (without_a, *alone) = frame(True), frame(False)

    assert (shared, alone) == ([0, 0], [None, 0])
    assert with_a.key != without_a.key
    assert (frame(True)[0], frame(False)[0]) == (with_a, without_a)


def test_21_reading_what_the_condition_left_out_is_refused() -> None:
    """21. A? is left out and B reads X all the same: FG1001, not Z's bytes."""
    graph = FrameGraph()
    z = step(graph, "C", writes=[transient(graph, "z")])
    step(graph, "D", reads=[z], side_effect=True)
    step(graph, "B", reads=[transient(graph)], side_effect=True)

    with pytest.raises(GraphError) as caught:
        graph.compile()

    assert (caught.value.code, caught.value.pass_label, caught.value.resource) == ("FG1001", "B", "x")


def test_22_a_clean_graph_says_nothing() -> None:
    """22. Nothing is culled, aliased, logged or warned about, and the whole of the target is accounted for."""
    graphics = VoidGraphics()
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    target = step(graph, "B", reads=[x], writes=[graph.import_buffer("out", output_buffer(), initial="undefined")])
    graph.mark(target, "output")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        aliases = graph.report_resource_aliasing()
        compiled = graph.compile(cache=graphics.plans)
        compiled.execute(graphics.create_command_context())

    assert (compiled.culled, aliases, compiled.failed_pass) == ([], [], None)
    assert [(root.producers, root.uses_initial) for root in compiled.plan.roots] == [((1,), False)]

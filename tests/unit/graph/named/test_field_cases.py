"""Cases that other frame graphs got wrong in the field, F1 to F9, where no numbered graph beside this says the same.

F1 is graph 1. F2 and F6 are here. F5 is graph 13, and the pool's tests of a render scale that comes and goes. F7 is
graphs 5, 8 and 19, and the second import of one native. F8 is graphs 14 and 18. F9 is in ``test_scale``.
"""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import labels, lifetime_of, output_buffer, step, transient

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidGraphics


@pytest.mark.parametrize("writes_an_import", [False, True])
def test_f2_a_chain_runs_for_its_sink(writes_an_import: bool) -> None:
    """F2. A>X, X>B>Y, Y>C: nobody runs without a sink, all three with one, and each culled pass says why."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    target = graph.import_buffer("out", output_buffer(), initial="undefined")
    step(graph, "C", reads=[y], writes=[target] if writes_an_import else [])

    compiled = graph.compile()

    assert labels(compiled.passes) == (["A", "B", "C"] if writes_an_import else [])
    assert len(compiled.culled) + len(compiled.passes) == 3
    assert all(reason for _, reason in compiled.culled)


def test_f2_of_a_diamond_the_dead_arm_alone_is_culled() -> None:
    """F2. A>X, X>B>Y, X>C>Z, Y>D!: C is dead, A lives through B; a pass that touches nothing is dead without `!`."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    step(graph, "C", reads=[x], writes=[transient(graph, "z")])
    step(graph, "D", reads=[y], side_effect=True)
    step(graph, "idle")
    step(graph, "kept idle", side_effect=True)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["A", "B", "D", "kept idle"]
    assert labels(node for node, _ in compiled.culled) == ["C", "idle"]


def test_f2_a_culled_pass_has_no_bracket() -> None:
    """F2. Whoever listens to passes hears nothing of it, so no timer makes a ghost of 0 ns."""
    heard: list[str] = []
    graph = FrameGraph()
    graph.on_pass_begin.add(lambda node: heard.append(node.label))
    step(graph, "dead", writes=[transient(graph)])
    step(graph, "alive", side_effect=True)

    graph.compile().execute(VoidGraphics().create_command_context())

    assert heard == ["alive"]


@pytest.mark.parametrize("use", ["nothing", "write"])
def test_f6_a_resource_that_nobody_reads_is_told_and_no_crash(use: str) -> None:
    """F6. Created and never used, or only written by a culled pass: no memory, no lifetime, and the model says null."""
    graph = FrameGraph()
    x: Any = transient(graph)
    if use == "write":
        x = step(graph, "A", writes=[x])
    step(graph, "B", side_effect=True)

    compiled = graph.compile()

    assert (lifetime_of(compiled, x), compiled.plan.allocations) == (None, [])
    (told,) = compiled.model()["resources"]
    assert [told[key] for key in ("first_use", "last_use", "allocation")] == [None, None, None]


def test_f6_a_writer_that_is_off_this_frame_is_missed_by_name() -> None:
    """F6. The frame without the writer is refused for its reader; the next one with it runs."""
    graphics = VoidGraphics()

    def frame(on: bool) -> list[str]:
        graph = FrameGraph()
        x = transient(graph)
        x = step(graph, "writer", writes=[x]) if on else x
        step(graph, "reader", reads=[x], side_effect=True)
        return labels(graph.compile(cache=graphics.plans).passes)

    with pytest.raises(GraphError, match="pass 'reader' reads 'x'") as caught:
        frame(on=False)

    assert caught.value.code == "FG1001"
    assert frame(on=True) == ["writer", "reader"]

"""Small graphs every frame graph must get right, 1 to 8: who runs, and which version is which.

``A>X``: A writes X; ``X>B``: B reads X; ``!``: side effect. The numbers are those of the survey of frame graphs, §1.5.
"""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import (
    MIPPED,
    SLICED,
    allocation_of,
    labels,
    lifetime_of,
    nothing,
    output_texture,
    step,
    transient,
)

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import TextureRegion
from framescope.shade.graph.void import VoidGraphics


def test_01_a_side_effect_reader_keeps_its_input_alive() -> None:
    """1. A>X, X>B!, C>Y, Y>D!: X lives until B ends, and Y may take its memory only after that."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = transient(graph, "y")
    step(graph, "B", reads=[x], side_effect=True)
    y = step(graph, "C", writes=[y])
    step(graph, "D", reads=[y], side_effect=True)

    compiled = graph.compile()

    assert lifetime_of(compiled, x) == (0, 1)
    assert allocation_of(compiled, x) == allocation_of(compiled, y)


def test_01_touching_lifetimes_do_not_share() -> None:
    """1. A>X, X>B>Y, Y>C!: X is last used by the pass that first uses Y, so they are two."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    step(graph, "C", reads=[y], side_effect=True)

    compiled = graph.compile()

    assert [allocation_of(compiled, x), allocation_of(compiled, y)] == [0, 1]


def test_02_a_chain_without_a_sink_is_culled() -> None:
    """2. A>X, X>B: neither runs and nothing is allocated."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    step(graph, "B", reads=[x])

    compiled = graph.compile()

    assert labels(compiled.passes) == []
    assert compiled.plan.allocations == []
    assert [node.label for node, _ in compiled.culled] == ["A", "B"]


def test_03_scratch_lives_for_one_pass() -> None:
    """3. A! writes a scratch of its own: it is allocated for A alone, and the next pass may have it."""
    graph = FrameGraph()
    scratches = []
    for label in "AB":
        builder = graph.add(label, kind="compute", execute=nothing, side_effect=True)
        scratches.append(builder.write(transient(builder, label), "buffer-storage-write", contents="overwrite"))

    compiled = graph.compile()

    assert [lifetime_of(compiled, scratch) for scratch in scratches] == [(0, 0), (1, 1)]
    assert [allocation_of(compiled, scratch) for scratch in scratches] == [0, 0]


def test_03_an_unparented_transient_is_allocated_at_its_first_surviving_user() -> None:
    """3. Made on the graph, touched first by a culled pass: it lives from the first survivor that uses it."""
    graphics = VoidGraphics()
    graph = FrameGraph()
    x = transient(graph)
    step(graph, "other", side_effect=True)
    x = step(graph, "culled", writes=[x])
    x = step(graph, "first", writes=[x], side_effect=True)

    compiled = graph.compile()
    span = lifetime_of(compiled, x)
    compiled.execute(graphics.create_command_context())

    assert labels(compiled.passes) == ["other", "first"]
    assert span == (1, 1)
    assert graphics.transients.stats()["retained"] == 1


def test_04_an_output_nobody_reads_is_allocated_for_its_writer() -> None:
    """4. A>a,b with only a read: b is there for A and free right after."""
    graph = FrameGraph()
    a, b = step(graph, "A", writes=[transient(graph, "a"), transient(graph, "b")])
    step(graph, "B", reads=[a], side_effect=True)

    compiled = graph.compile()

    assert [lifetime_of(compiled, a), lifetime_of(compiled, b)] == [(0, 1), (0, 0)]


def test_05_a_superseded_version_cannot_be_read() -> None:
    """5. A>X1, C>X2, X1>B with B declared after C: refused at B's declaration, both passes and places named."""
    graph = FrameGraph()
    x1 = step(graph, "A", writes=[transient(graph)])
    step(graph, "C", writes=[x1], contents="preserve")

    with pytest.raises(GraphError, match="pass 'B' uses 'x' version 1, which pass 'C' superseded") as caught:
        step(graph, "B", reads=[x1])

    assert (caught.value.code, caught.value.pass_label, caught.value.resource) == ("FG2011", "B", "x")
    assert len(caught.value.declared_at) == 2


def test_05_a_reader_declared_before_the_next_writer_comes_before_it() -> None:
    """5. A>X1, X1>B!, C>X2, X2>D!: C is ordered after B, and D reads C's version."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    step(graph, "B", reads=[x], side_effect=True)
    x = step(graph, "C", writes=[x])
    step(graph, "D", reads=[x], side_effect=True)

    edges = graph.compile().plan.edges

    assert {(edge.source, edge.target, edge.kind) for edge in edges} >= {(1, 2, "ordering"), (2, 3, "value")}
    assert (0, 3) not in {(edge.source, edge.target) for edge in edges}


def test_06_slices_by_three_writers_are_all_needed() -> None:
    """6. A, B, C each overwrite one slice of X, X>D!: D depends on all three."""
    graph = FrameGraph()
    x: Any = graph.create_texture("x", SLICED)
    for layer, label in enumerate("ABC"):
        x = step(graph, label, writes=[x], region=TextureRegion(base_array_layer=layer, array_layer_count=1))
    step(graph, "D", reads=[x], side_effect=True)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["A", "B", "C", "D"]
    assert [edge.source for edge in compiled.plan.edges if edge.kind == "value"] == [0, 1, 2]


def test_07_a_full_overwrite_drops_the_earlier_writer() -> None:
    """7. A>X, B>X whole, X>C!: A is culled and says that B overwrote it."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    x = step(graph, "B", writes=[x])
    step(graph, "C", reads=[x], side_effect=True)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["B", "C"]
    assert "overwritten unread by B" in compiled.culled[0][1]


def test_07_two_writers_of_one_version_are_refused() -> None:
    """7. A>X and B>X both from the version before them: there is no second successor of a version."""
    graph = FrameGraph()
    x = transient(graph)
    step(graph, "A", writes=[x])

    with pytest.raises(GraphError, match="which pass 'A' superseded") as caught:
        step(graph, "B", writes=[x])

    assert (caught.value.code, caught.value.pass_label) == ("FG2011", "B")


def test_08_attaching_one_mip_and_sampling_another_is_legal() -> None:
    """8. One pass attaches mip 0 and samples mip 1."""
    graph = FrameGraph()
    texture = graph.import_texture("t", output_texture(mip_level_count=3), initial="defined")
    builder = graph.add("A", kind="render", execute=nothing)
    builder.read(texture, "texture-sampled", region=TextureRegion(1, 1))
    builder.attach(texture, load_op="clear", region=TextureRegion(0, 1))

    assert labels(graph.compile().passes) == ["A"]


def test_08_attaching_and_sampling_one_mip_is_refused_at_the_declaration() -> None:
    """8. The second access is FG1105 and names both."""
    graph = FrameGraph()
    texture = graph.create_texture("t", MIPPED)
    builder = graph.add("A", kind="render", execute=nothing)
    attached = builder.attach(texture, load_op="clear", region=TextureRegion(0, 1))

    with pytest.raises(GraphError, match="'texture-color-attachment-write' and 'texture-sampled'") as caught:
        builder.read(attached, "texture-sampled", region=TextureRegion(0, 1))

    assert (caught.value.code, len(caught.value.declared_at)) == ("FG1105", 2)

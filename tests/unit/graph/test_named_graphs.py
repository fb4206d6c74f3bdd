"""Small graphs every frame graph must get right. ``A>X``: A writes X; ``X>B``: B reads X; ``!``: side effect."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import (
    BUFFER,
    COLOR,
    DEPTH,
    MIPPED,
    SLICED,
    allocation_of,
    labels,
    lifetime_of,
    nothing,
    output_buffer,
    output_texture,
    step,
    transient,
)

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.regions import TextureRegion
from framescope.shade.graph.void import VoidGraphics


def test_side_effect_reader_keeps_its_input_alive() -> None:
    """A>X, X>B!, C>Y, Y>D!: X lives until B ends, and Y may take its memory only after that."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = transient(graph, "y")
    step(graph, "B", reads=[x], side_effect=True)
    y = step(graph, "C", writes=[y])
    step(graph, "D", reads=[y], side_effect=True)

    compiled = graph.compile()

    assert lifetime_of(compiled, x) == (0, 1)
    assert allocation_of(compiled, x) == allocation_of(compiled, y)


def test_touching_lifetimes_do_not_share() -> None:
    """A>X, X>B>Y, Y>C!: X is last used by the pass that first uses Y, so they are two."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    step(graph, "C", reads=[y], side_effect=True)

    compiled = graph.compile()

    assert [allocation_of(compiled, x), allocation_of(compiled, y)] == [0, 1]


def test_a_chain_without_a_sink_is_culled() -> None:
    """A>X, X>B: neither runs and nothing is allocated."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    step(graph, "B", reads=[x])

    compiled = graph.compile()

    assert labels(compiled.passes) == []
    assert compiled.plan.allocations == []
    assert [node.label for node, _ in compiled.culled] == ["A", "B"]


def test_scratch_lives_for_one_pass() -> None:
    """A! writes a scratch of its own: it is allocated for A alone."""
    graph = FrameGraph()
    builder = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    scratch = builder.write(transient(builder), "buffer-storage-write", contents="overwrite")

    assert lifetime_of(graph.compile(), scratch) == (0, 0)


def test_an_unparented_transient_is_allocated_at_its_first_surviving_user() -> None:
    """Made on the graph, touched first by a culled pass: it lives from the first survivor that uses it."""
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


def test_an_output_nobody_reads_is_allocated_for_its_writer() -> None:
    """A>a,b with only a read: b is there for A and free right after."""
    graph = FrameGraph()
    a, b = step(graph, "A", writes=[transient(graph, "a"), transient(graph, "b")])
    step(graph, "B", reads=[a], side_effect=True)

    compiled = graph.compile()

    assert [lifetime_of(compiled, a), lifetime_of(compiled, b)] == [(0, 1), (0, 0)]


def test_a_superseded_version_cannot_be_read() -> None:
    """A>X1, X1>C>X2, X1>D: D is refused at the declaration, both passes and places named."""
    graph = FrameGraph()
    x1 = step(graph, "A", writes=[transient(graph)])
    step(graph, "C", writes=[x1], contents="preserve")

    with pytest.raises(GraphError, match="pass 'D' uses 'x' version 1, which pass 'C' superseded") as caught:
        step(graph, "D", reads=[x1])

    assert caught.value.code == "FG2011"
    assert len(caught.value.declared_at) == 2


def test_slices_by_three_writers_are_all_needed() -> None:
    """A, B, C each overwrite one slice of X, X>D!: D depends on all three."""
    graph = FrameGraph()
    x: Any = graph.create_texture("x", SLICED)
    for layer, label in enumerate("ABC"):
        x = step(graph, label, writes=[x], region=TextureRegion(base_array_layer=layer, array_layer_count=1))
    step(graph, "D", reads=[x], side_effect=True)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["A", "B", "C", "D"]
    assert [edge.source for edge in compiled.plan.edges if edge.kind == "value"] == [0, 1, 2]


def test_a_full_overwrite_drops_the_earlier_writer() -> None:
    """A>X, B>X whole, X>C!: A is culled and B says so."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    x = step(graph, "B", writes=[x])
    step(graph, "C", reads=[x], side_effect=True)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["B", "C"]
    assert "overwritten unread by B" in compiled.culled[0][1]


def test_attaching_one_mip_and_sampling_another_is_legal() -> None:
    """One pass attaches mip 0 and samples mip 1."""
    graph = FrameGraph()
    texture = graph.import_texture("t", output_texture(mip_level_count=3), initial="defined")
    builder = graph.add("A", kind="render", execute=nothing)
    builder.read(texture, "texture-sampled", region=TextureRegion(1, 1))
    builder.attach(texture, load_op="clear", region=TextureRegion(0, 1))

    assert labels(graph.compile().passes) == ["A"]


def test_attaching_and_sampling_one_mip_is_refused_at_the_declaration() -> None:
    """The second access is FG1105 and names both."""
    graph = FrameGraph()
    texture = graph.create_texture("t", MIPPED)
    builder = graph.add("A", kind="render", execute=nothing)
    attached = builder.attach(texture, load_op="clear", region=TextureRegion(0, 1))

    with pytest.raises(GraphError, match="'texture-color-attachment-write' and 'texture-sampled'") as caught:
        builder.read(attached, "texture-sampled")

    assert (caught.value.code, len(caught.value.declared_at)) == ("FG1105", 2)


def test_equal_shapes_share_along_the_whole_chain() -> None:
    """Lifetimes [0,1] [2,3] [2,3] of one shape: two physical textures, not one and not three."""
    graph = FrameGraph()
    first = step(graph, "A", writes=[graph.create_texture("first", COLOR)])
    step(graph, "B", reads=[first], side_effect=True)
    pair = step(graph, "C", writes=[graph.create_texture("second", COLOR), graph.create_texture("third", COLOR)])
    step(graph, "D", reads=pair, side_effect=True)

    compiled = graph.compile()

    assert len(compiled.plan.allocations) == 2
    assert [allocation_of(compiled, handle) for handle in (first, *pair)] == [0, 0, 1]


def test_a_texture_is_alive_from_its_first_partial_write() -> None:
    """A texture written only through its mips lives from the first of them, a twin in between is another."""
    graph = FrameGraph()
    parent: Any = graph.create_texture("parent", MIPPED)
    parent = step(graph, "A", writes=[parent], region=TextureRegion(0, 1))
    twin = step(graph, "B", writes=[graph.create_texture("twin", MIPPED)])
    parent = step(graph, "C", writes=[parent], reads=[twin], region=TextureRegion(1, 2))
    step(graph, "D", reads=[parent], side_effect=True)

    compiled = graph.compile()

    assert lifetime_of(compiled, parent) == (0, 3)
    assert allocation_of(compiled, parent) != allocation_of(compiled, twin)


def test_loading_a_reused_transient_is_refused() -> None:
    """A transient starts undefined whatever its memory held: loading it first is FG1002."""
    graph = FrameGraph()
    builder = graph.add("B", kind="render", execute=nothing, side_effect=True)
    builder.attach(graph.create_texture("x", COLOR), load_op="load")

    with pytest.raises(GraphError) as caught:
        graph.compile()

    assert caught.value.code == "FG1002"


def test_a_pass_that_gets_work_misses_the_cache() -> None:
    """Frame 1: P declares nothing. Frame 2: P writes an import. P runs in frame 2."""
    plans, native = PlanCache(), output_buffer()

    def frame(works: bool) -> list[str]:
        graph = FrameGraph()
        target = graph.import_buffer("out", native, initial="undefined")
        step(graph, "P", writes=[target] if works else [])
        return labels(graph.compile(cache=plans).passes)

    assert [frame(False), frame(True), frame(False)] == [[], ["P"], []]


def test_a_resized_target_gets_the_right_size_at_once() -> None:
    """Small, large, small: no transient of another size is handed out."""
    graphics = VoidGraphics()
    context = graphics.create_command_context()
    sizes: list[tuple[int, int, int]] = []

    def frame(width: int) -> None:
        graph = FrameGraph()
        texture = graph.create_texture("t", TextureDescriptor((width, 64), "rgba8unorm"))
        builder = graph.add("A", kind="compute", side_effect=True, execute=lambda r, _: sizes.append(r.texture(t).size))
        t = builder.write(texture, "texture-storage-write", contents="overwrite")
        graph.compile(cache=graphics.plans).execute(context)

    for width in (64, 128, 64):
        frame(width)

    assert sizes == [(64, 64, 1), (128, 64, 1), (64, 64, 1)]


def test_a_second_writer_of_an_import_loads() -> None:
    """A clears the import, B loads it: both are kept, B depends on A."""
    graph = FrameGraph()
    target = graph.import_texture("out", output_texture(), initial="undefined")
    for label, op in (("A", "clear"), ("B", "load")):
        target = graph.add(label, kind="render", execute=nothing).attach(target, load_op=op)  # type: ignore[arg-type]

    compiled = graph.compile()

    assert labels(compiled.passes) == ["A", "B"]
    assert [(edge.source, edge.target, edge.kind) for edge in compiled.plan.edges] == [(0, 1, "value")]


def test_depth_read_by_two_passes_stays_alive() -> None:
    """Depth written by A, tested read-only in B, sampled by C: it lives to C and is one allocation."""
    graph = FrameGraph()
    depth = graph.add("A", kind="render", execute=nothing).attach(graph.create_texture("d", DEPTH), load_op="clear")
    graph.add("B", kind="render", execute=nothing, side_effect=True).read(depth, "texture-depth-read")
    graph.add("C", kind="compute", execute=nothing, side_effect=True).read(depth, "texture-sampled")

    compiled = graph.compile()

    assert lifetime_of(compiled, depth) == (0, 2)
    assert [(edge.target, edge.source) for edge in compiled.plan.edges] == [(1, 0), (2, 0)]


def test_usage_of_a_culled_pass_is_not_asked_for() -> None:
    """Bits come from survivors alone: the culled sampler adds no TEXTURE_BINDING."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[graph.create_texture("x", COLOR)], side_effect=True)
    graph.add("culled", kind="compute", execute=nothing).read(x, "texture-sampled")

    assert [held.descriptor.usage for held in graph.compile().plan.allocations] == [0x08]


def test_a_raising_pass_leaves_the_next_frame_whole() -> None:
    """The transients of a failed frame serve the next one, and the error names pass and place."""
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

"""Small graphs every frame graph must get right, 9 to 17: memory, contents, and what one frame owes the next."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import (
    BUFFER,
    COLOR,
    DEPTH,
    MIPPED,
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


def test_09_equal_shapes_share_along_the_whole_chain() -> None:
    """9. Lifetimes [0,1] [2,3] [2,3] of one shape: two physical textures, not one and not three."""
    graph = FrameGraph()
    first = step(graph, "A", writes=[graph.create_texture("first", COLOR)])
    step(graph, "B", reads=[first], side_effect=True)
    pair = step(graph, "C", writes=[graph.create_texture("second", COLOR), graph.create_texture("third", COLOR)])
    step(graph, "D", reads=pair, side_effect=True)

    compiled = graph.compile()

    assert len(compiled.plan.allocations) == 2
    assert [allocation_of(compiled, handle) for handle in (first, *pair)] == [0, 0, 1]


def test_10_a_texture_is_alive_from_its_first_partial_write() -> None:
    """10. A texture written only through its mips lives from the first of them, a twin in between is another."""
    graph = FrameGraph()
    parent: Any = graph.create_texture("parent", MIPPED)
    parent = step(graph, "A", writes=[parent], region=TextureRegion(0, 1))
    twin = step(graph, "B", writes=[graph.create_texture("twin", MIPPED)])
    parent = step(graph, "C", writes=[parent], reads=[twin], region=TextureRegion(1, 2))
    step(graph, "D", reads=[parent], side_effect=True)

    compiled = graph.compile()

    assert lifetime_of(compiled, parent) == (0, 3)
    assert allocation_of(compiled, parent) != allocation_of(compiled, twin)


def test_10_views_keep_the_texture_they_belong_to_alive() -> None:
    """10. The same where each mip is written through a declared view."""
    graph = FrameGraph()
    parent: Any = graph.create_texture("parent", MIPPED)
    twin: Any = graph.create_texture("twin", MIPPED)
    for mip, label in enumerate("ABC"):
        view = graph.create_view(parent, f"mip {mip}", base_mip_level=mip, mip_level_count=1)
        builder = graph.add(label, kind="compute", execute=nothing)
        parent = builder.write(parent, "texture-storage-write", contents="overwrite", view=view)
        twin = step(graph, f"twin {label}", writes=[twin]) if label == "A" else twin
    step(graph, "D", reads=[parent, twin], side_effect=True)

    compiled = graph.compile()

    assert (lifetime_of(compiled, parent), lifetime_of(compiled, twin)) == ((0, 4), (1, 4))
    assert allocation_of(compiled, parent) != allocation_of(compiled, twin)


def test_11_loading_a_reused_transient_is_refused() -> None:
    """11. A>Y, Y>B!, and C loads X, which could have Y's memory: a transient starts undefined whatever it held."""
    graph = FrameGraph()
    y = step(graph, "A", writes=[graph.create_texture("y", COLOR)])
    step(graph, "B", reads=[y], side_effect=True)
    builder = graph.add("C", kind="render", execute=nothing, side_effect=True)
    builder.attach(graph.create_texture("x", COLOR), load_op="load")

    with pytest.raises(GraphError) as caught:
        graph.compile()

    assert (caught.value.code, caught.value.pass_label, caught.value.resource) == ("FG1002", "C", "x")


def test_11_loading_what_was_discarded_is_refused() -> None:
    """11. A clears X and discards it, B loads it: FG1002, and A is named as the pass that left nothing."""
    graph = FrameGraph()
    x = graph.create_texture("x", COLOR)
    x = graph.add("A", kind="render", execute=nothing, side_effect=True).attach(x, load_op="clear", store_op="discard")
    graph.add("B", kind="render", execute=nothing, side_effect=True).attach(x, load_op="load")

    with pytest.raises(GraphError, match="which pass 'A' left undefined") as caught:
        graph.compile()

    assert (caught.value.code, caught.value.pass_label, len(caught.value.declared_at)) == ("FG1002", "B", 2)


def test_12_a_pass_that_gets_work_misses_the_cache() -> None:
    """12. Frame 1: P declares nothing. Frame 2: P writes an import. P runs in frame 2."""
    plans, native = PlanCache(), output_buffer()

    def frame(works: bool) -> list[str]:
        graph = FrameGraph()
        target = graph.import_buffer("out", native, initial="undefined")
        step(graph, "P", writes=[target] if works else [])
        return labels(graph.compile(cache=plans).passes)

    assert [frame(False), frame(True), frame(False)] == [[], ["P"], []]


def test_13_a_resized_target_gets_the_right_size_at_once() -> None:
    """13. Small, large, small: no transient of another size is handed out, and those of the old size are retired."""
    graphics = VoidGraphics()
    graphics.transients.max_age = 2
    context = graphics.create_command_context()
    seen: list[Any] = []

    def frame(width: int) -> None:
        graph = FrameGraph()
        texture = graph.create_texture("t", TextureDescriptor((width, 64), "rgba8unorm"))
        builder = graph.add("A", kind="compute", side_effect=True, execute=lambda r, _: seen.append(r.texture(t)))
        t = builder.write(texture, "texture-storage-write", contents="overwrite")
        graph.compile(cache=graphics.plans).execute(context)

    for width in (64, 128, 64, 64, 64, 64):
        frame(width)

    assert [texture.size[0] for texture in seen] == [64, 128, 64, 64, 64, 64]
    assert [texture.destroyed for texture in seen[:3]] == [False, True, False]


def test_14_a_cycle_cannot_be_written() -> None:
    """14. A>X>B>Y>A: Y has no handle before B writes it, and taking it into A afterwards is refused as out of order."""
    graph = FrameGraph()
    a = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    x = a.write(transient(graph), "buffer-storage-write", contents="overwrite")
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    a.read(y, "buffer-storage-read")

    with pytest.raises(GraphError, match="pass 'A' uses 'y' version 1, but it runs before pass 'B'") as caught:
        graph.compile()

    assert (caught.value.code, caught.value.resource, len(caught.value.declared_at)) == ("FG2002", "y", 2)


def test_14_without_the_edge_the_next_frame_compiles() -> None:
    """14. The refused frame leaves nothing behind in the cache of plans: that without the edge runs."""
    graphics = VoidGraphics()

    def frame(closes_the_cycle: bool) -> Any:
        graph = FrameGraph()
        a = graph.add("A", kind="compute", execute=nothing)
        x = a.write(transient(graph), "buffer-storage-write", contents="overwrite")
        y = step(graph, "B", reads=[x], writes=[transient(graph, "y")], side_effect=True)
        if closes_the_cycle:
            a.read(y, "buffer-storage-read")
        return graph.compile(cache=graphics.plans)

    with pytest.raises(GraphError, match="FG2002"):
        frame(True)
    compiled = frame(False)
    compiled.execute(graphics.create_command_context())

    assert labels(compiled.passes) == ["A", "B"]
    assert len(graphics.plans) == 1


def test_15_a_second_writer_of_an_import_loads() -> None:
    """15. A clears the import, B loads it: both are kept, B depends on A."""
    graph = FrameGraph()
    target = graph.import_texture("out", output_texture(), initial="undefined")
    for label, op in (("A", "clear"), ("B", "load")):
        target = graph.add(label, kind="render", execute=nothing).attach(target, load_op=op)  # type: ignore[arg-type]

    compiled = graph.compile()

    assert labels(compiled.passes) == ["A", "B"]
    assert [(edge.source, edge.target, edge.kind) for edge in compiled.plan.edges] == [(0, 1, "value")]


def test_16_depth_read_by_two_passes_stays_alive() -> None:
    """16. Depth written by A, tested read-only in B, sampled by C: it lives to C and is one allocation."""
    graph = FrameGraph()
    depth = graph.add("A", kind="render", execute=nothing).attach(graph.create_texture("d", DEPTH), load_op="clear")
    graph.add("B", kind="render", execute=nothing, side_effect=True).read(depth, "texture-depth-read")
    graph.add("C", kind="compute", execute=nothing, side_effect=True).read(depth, "texture-sampled")

    compiled = graph.compile()

    assert lifetime_of(compiled, depth) == (0, 2)
    assert [(edge.target, edge.source) for edge in compiled.plan.edges] == [(1, 0), (2, 0)]


def test_17_usage_of_a_culled_pass_is_not_asked_for() -> None:
    """17. Bits come from survivors alone: the culled sampler adds no TEXTURE_BINDING, the live writer has its bit."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[graph.create_texture("x", COLOR)], side_effect=True)
    graph.add("culled", kind="compute", execute=nothing).read(x, "texture-sampled")
    step(graph, "B", writes=[graph.create_buffer("y", BUFFER)])

    assert [held.descriptor.usage for held in graph.compile().plan.allocations] == [0x08]

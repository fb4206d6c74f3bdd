"""Roots and culling: what a frame is for decides which passes run."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import (
    BUFFER,
    COLOR,
    EVERY_BUFFER_USAGE,
    MIPPED,
    labels,
    nothing,
    output_buffer,
    output_texture,
    step,
    transient,
)

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion, TextureRegion

FIRST_HALF, SECOND_HALF = BufferRegion(0, 128), BufferRegion(128)


def roots(graph: FrameGraph) -> list[tuple[str, tuple[int, ...], bool, bool]]:
    """(reason, producers, uses initial, implicit) of every root."""
    found = graph.compile().plan.roots
    return [(root.reason, root.producers, root.uses_initial, root.implicit) for root in found]


def chain(*, sink: bool) -> FrameGraph:
    """A>B>C, C writing an import if there is a sink."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    out = graph.import_buffer("out", output_buffer(), initial="undefined")
    step(graph, "C", reads=[y], writes=[out if sink else transient(graph, "z")])
    return graph


def test_a_write_to_an_import_keeps_the_whole_chain() -> None:
    """Without the sink nothing runs, with it all three do."""
    kept = [labels(chain(sink=sink).compile().passes) for sink in (False, True)]

    assert kept == [[], ["A", "B", "C"]]


def test_a_dead_arm_alone_is_culled() -> None:
    """A diamond with one arm nobody uses."""
    graph = FrameGraph()
    a = step(graph, "A", writes=[transient(graph)])
    live = step(graph, "live", reads=[a], writes=[transient(graph, "live")])
    step(graph, "dead", reads=[a], writes=[transient(graph, "dead")])
    step(graph, "D", reads=[live], side_effect=True)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["A", "live", "D"]
    assert [(node.label, reason) for node, reason in compiled.culled] == [
        ("dead", "not-reachable-from-root: nobody uses what it writes ('dead')")
    ]


@pytest.mark.parametrize(("side_effect", "kept"), [(False, []), (True, ["A"]), (None, [])])
def test_a_pass_that_touches_nothing(side_effect: bool | None, kept: list[str]) -> None:
    """It runs for its side effect or not at all."""
    graph = FrameGraph()
    graph.add("A", kind="compute", execute=nothing, side_effect=side_effect)

    assert labels(graph.compile().passes) == kept


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        ("render", False),
        ("compute", False),
        ("copy", False),
        ("clear-buffer", False),
        ("command", True),
        ("external-submission", True),
    ],
)
def test_opaque_nodes_are_kept_unless_they_say_otherwise(kind: Any, kept: bool) -> None:
    """The graph cannot see what a command or external node does."""
    answers = []
    for side_effect in (None, False):
        graph = FrameGraph()
        graph.add("A", kind=kind, execute=nothing, side_effect=side_effect)
        answers.append(bool(graph.compile().passes))

    assert answers == [kept, False]


def test_a_side_effect_may_be_declared_later() -> None:
    """``make_side_effect`` is the same as the argument."""
    graph = FrameGraph()
    graph.add("A", kind="compute", execute=nothing).make_side_effect()

    assert labels(graph.compile().passes) == ["A"]


def test_the_reasons_of_culled_passes() -> None:
    """Writes nothing; used only by culled passes: each says which."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    step(graph, "B", reads=[x])

    assert [reason.split(": ", 1)[1] for _, reason in graph.compile().culled] == [
        "what it writes ('x') is used only by culled passes: B",
        "it writes nothing and has no side effect",
    ]


def test_a_write_may_opt_out_of_being_an_output() -> None:
    """``root=False``: a cache that nobody asked for this frame."""
    graph = FrameGraph()
    step(graph, "A", writes=[graph.import_buffer("b", output_buffer(), initial="defined")], root=False)

    assert roots(graph) == []


def test_a_root_is_a_claim_on_a_range_and_not_on_the_write_that_made_it() -> None:
    """What an overwritten writer claimed stays a root: the writer is culled, and whoever wrote there last is kept."""
    graph = FrameGraph()
    b = step(graph, "A", writes=[graph.import_buffer("b", output_buffer(), initial="defined")])
    step(graph, "B", writes=[b], root=False)

    compiled = graph.compile()

    assert labels(compiled.passes) == ["B"]
    assert [(root.producers, root.implicit) for root in compiled.plan.roots] == [((1,), True)]


def test_an_explicit_mark_keeps_a_transient() -> None:
    """A debug capture of a transient keeps its producer, and only that."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    graph.mark(x, "debug-capture")

    assert roots(graph) == [("debug-capture", (0,), False, False)]


def test_a_mark_means_the_final_contents() -> None:
    """A later writer of the marked region is its producer, the earlier one is not needed."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    graph.mark(x, "output")
    step(graph, "B", writes=[x])

    assert roots(graph) == [("output", (1,), False, False)]


def test_equal_roots_are_one_and_overlapping_ones_stay_apart() -> None:
    """Identity is resource, reason and region, however it was spelled."""
    graph = FrameGraph()
    target = graph.import_texture("t", output_texture(mip_level_count=3), initial="defined")
    for region in (None, TextureRegion(0, 3), TextureRegion(0, 1)):
        graph.mark(target, "output", region=region)

    assert [len(root.boxes) for root in graph.compile().plan.roots] == [3, 1]


def test_initial_contents_can_be_part_of_a_root() -> None:
    """Half is written, half was there."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="defined")
    x = step(graph, "A", writes=[x], region=FIRST_HALF, root=False)
    graph.mark(x, "persistent-state")

    assert roots(graph) == [("persistent-state", (0,), True, False)]


def test_two_writers_of_two_halves_both_make_the_root() -> None:
    """Every final writer is a producer."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="undefined")
    x = step(graph, "A", writes=[x], region=FIRST_HALF, root=False)
    x = step(graph, "B", writes=[x], region=SECOND_HALF, root=False)
    graph.mark(x, "output")

    assert roots(graph) == [("output", (0, 1), False, False)]


@pytest.mark.parametrize("discard", [False, True])
def test_a_root_of_undefined_contents_is_refused(discard: bool) -> None:
    """Partly unwritten, or written and discarded: FG1004 with the region."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="undefined")
    x = step(graph, "A", writes=[x], region=None if discard else FIRST_HALF, store=not discard)
    graph.mark(x, "output")

    with pytest.raises(GraphError) as caught:
        graph.compile()

    assert (caught.value.code, caught.value.resource) == ("FG1004", "x")
    assert ("pass 'A' left undefined" if discard else "nobody wrote") in str(caught.value)


def test_a_discarded_import_is_no_output() -> None:
    """A render's depth buffer with store op discard keeps nobody alive by itself."""
    graph = FrameGraph()
    depth = graph.import_texture("d", output_texture(format="depth32float"), initial="undefined")
    graph.add("A", kind="render", execute=nothing).attach(depth, load_op="clear", store_op="discard")

    assert labels(graph.compile().passes) == []


def test_ordering_keeps_nobody() -> None:
    """A reader that is merely before a writer is not needed by it."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="defined")
    step(graph, "reader", reads=[x])
    step(graph, "writer", writes=[x])

    assert labels(graph.compile().passes) == ["writer"]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda g: g.create_texture("x", COLOR), "present"),
        (lambda g: g.import_buffer("x", output_buffer(), initial="defined"), "present"),
        (lambda g: g.create_buffer("x", BUFFER), "persistent-state"),
        (lambda g: g.create_buffer("x", BUFFER), "readback"),
        (lambda g: g.import_texture("x", output_texture(), initial="defined"), "readback"),
        (lambda g: g.create_texture("x", COLOR), "side-effect"),
        (lambda g: g.create_texture("x", COLOR), "because"),
    ],
)
def test_a_reason_must_fit_its_resource(make: Any, reason: Any) -> None:
    """FG1107 at the mark, saying what would fit."""
    graph = FrameGraph()
    handle = make(graph)

    with pytest.raises(GraphError, match="'x' cannot be marked") as caught:
        graph.mark(handle, reason)

    assert caught.value.code == "FG1107"


def test_a_mappable_buffer_can_be_read_back() -> None:
    """MAP_READ makes the difference."""
    graph = FrameGraph()
    native = output_buffer()
    native.usage = EVERY_BUFFER_USAGE | 1
    graph.mark(graph.import_buffer("x", native, initial="defined"), "readback")

    assert roots(graph) == [("readback", (), True, False)]


@pytest.mark.parametrize(
    ("region", "code"), [(BufferRegion(0, 0), "FG1103"), (BufferRegion(0, 512), "FG1103"), (TextureRegion(), "FG1104")]
)
def test_a_marked_region_is_not_empty_and_not_outside(region: Any, code: str) -> None:
    """Refused at the mark."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="defined")

    with pytest.raises(GraphError) as caught:
        graph.mark(x, "output", region=region)

    assert caught.value.code == code


def test_a_fan_of_mips_marked_one_by_one_needs_their_writers_alone() -> None:
    """Only the mip that is asked for has its writer kept."""
    graph = FrameGraph()
    x: Any = graph.create_texture("x", MIPPED)
    for mip in range(3):
        x = step(graph, f"mip {mip}", writes=[x], region=TextureRegion(mip, 1))
    graph.mark(x, "output", region=TextureRegion(1, 1))

    assert labels(graph.compile().passes) == ["mip 1"]


@pytest.mark.parametrize("region", [TextureRegion(3), TextureRegion(0, 1, 1, 1)])
def test_a_mark_outside_of_its_resource_names_both_places_and_no_pass(region: TextureRegion) -> None:
    """A mark belongs to no pass; where the resource was declared says what it has."""
    graph = FrameGraph()
    texture = graph.create_texture("x", MIPPED)

    with pytest.raises(GraphError) as caught:
        graph.mark(texture, "output", region=region)

    error = caught.value
    assert (error.code, error.pass_label, error.resource, error.region) == ("FG1104", None, "x", repr(region))
    assert len(error.declared_at) == 2

"""``explain``: why a pass runs or does not, who keeps a resource, and what both stand on in the plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, labels, nothing, output_buffer, output_texture, step, transient
from graph_programs import Program, record
from graph_strategies import holds_for, valid_programs

from framescope.shade.errors import GraphError
from framescope.shade.graph.explanation import EdgeFact, Lifeline, PassExplanation, ResourceExplanation
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.places import from_here
from framescope.shade.graph.plan import Plan
from framescope.shade.graph.regions import BufferRegion
from framescope.shade.graph.void import VoidCommandContext


def of_pass(explained: Any) -> PassExplanation:
    """An answer about a pass."""
    assert isinstance(explained, PassExplanation)
    return explained


def of_resource(explained: Any) -> ResourceExplanation:
    """An answer about a resource."""
    assert isinstance(explained, ResourceExplanation)
    return explained


def line() -> tuple[FrameGraph, dict[str, Any]]:
    """A fills x, B shades y with it, C presents y; D writes what nobody reads."""
    graph = FrameGraph()
    target = graph.import_texture("target", output_texture(), initial="undefined", origin="surface")
    builders = {label: graph.add(label, kind="render", execute=nothing, side_effect=False) for label in "A"}
    x = builders["A"].attach(builders["A"].create_texture("x", COLOR), load_op="clear")
    builders["B"] = graph.add("B", kind="render", execute=nothing)
    builders["B"].read(x, "texture-sampled")
    y = builders["B"].attach(builders["B"].create_texture("y", COLOR), load_op="clear")
    builders["C"] = graph.add("C", kind="render", execute=nothing)
    builders["C"].read(y, "texture-sampled")
    target = builders["C"].attach(target, load_op="clear", root=False)
    builders["D"] = graph.add("D", kind="compute", execute=nothing)
    unused = builders["D"].write(transient(graph, "unused"), "buffer-storage-write", contents="overwrite")
    graph.mark(target, "present")
    return graph, {**builders, "x": x, "y": y, "target": target, "unused": unused}


def test_why_a_pass_runs() -> None:
    """The shortest way along value edges, edge by edge, to what the frame is for."""
    graph, made = line()

    lifeline = of_pass(graph.compile().explain(made["A"])).alive_by

    assert lifeline is not None
    assert [(edge.source, edge.target, edge.resource) for edge in lifeline.edges] == [("A", "B", "x"), ("B", "C", "y")]
    assert (lifeline.root.reason, lifeline.root.resource, lifeline.root.pass_path) == ("present", "target", "C")
    assert lifeline.root.declared_at.startswith(f"{__file__}:")


def test_an_ordering_is_no_reason_to_run() -> None:
    """What comes after a pass does not need it: the way to a root goes along values, though another is shorter."""
    graph = FrameGraph()
    table = graph.import_buffer("table", output_buffer(), initial="defined")
    x = step(graph, "A", reads=[table], writes=[transient(graph, "x")])
    step(graph, "clears what A read", writes=[table], side_effect=True)
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    step(graph, "C", reads=[y], side_effect=True)

    lifeline = of_pass(graph.explain("A")).alive_by

    assert lifeline is not None
    assert [edge.target for edge in lifeline.edges] == ["B", "C"]
    assert lifeline.root.reason == "side-effect"


def test_why_a_pass_does_not_run() -> None:
    """The reason, and what would keep it."""
    graph, _ = line()

    answer = of_pass(graph.compile().explain("D"))

    assert (answer.order, answer.alive_by) == (None, None)
    assert answer.cull_reason is not None
    assert answer.would_keep == (
        "a pass that runs reads 'unused' version 1",
        "its region of 'unused' is marked: graph.mark(handle, 'output')",
        "it is a side effect: make_side_effect()",
    )


def test_a_pass_that_only_culled_ones_need() -> None:
    """It would run if they did."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    step(graph, "B", reads=[x])

    assert "pass 'B' runs, which needs 'x'" in of_pass(graph.compile().explain("A")).would_keep


def test_what_a_pass_waits_for() -> None:
    """Each edge with its hazard, both accesses, the region and both places of declaration."""
    graph = FrameGraph()
    x: Any = graph.import_buffer("x", output_buffer(), initial="defined")
    a = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    a.read(x, "buffer-uniform")
    b = graph.add("B", kind="clear-buffer", execute=nothing)
    b.write(x, "buffer-copy-dst", contents="overwrite", region=BufferRegion(0, 128))

    answer = of_pass(graph.explain("B"))

    ((edge,), (cause,)) = answer.waits_for, answer.waits_for[0].causes
    assert (edge.source, edge.kind, cause.hazard, cause.region) == ("A", "ordering", "war", "bytes 0–127")
    assert (cause.source.access, cause.target.access) == ("buffer-uniform", "buffer-copy-dst")
    lines = [int(place.rpartition(":")[2]) for place in (cause.source.declared_at, cause.target.declared_at)]
    assert lines[1] - lines[0] == 2
    assert of_pass(graph.explain("A")).waited_for_by == answer.waits_for


def test_who_wrote_each_region_last() -> None:
    """Region by region, with the part that nobody wrote, and whether the writer runs."""
    graph = FrameGraph()
    x: Any = graph.import_buffer("x", output_buffer(), initial="defined")
    x = step(graph, "A", writes=[x], region=BufferRegion(0, 128))
    x = step(graph, "B", writes=[x], region=BufferRegion(64, 64), root=False)

    answer = of_resource(graph.compile().explain(x))

    assert [(fact.region, fact.access.pass_path, fact.runs) for fact in answer.last_writes] == [
        ("bytes 0–63", "A", True),
        ("bytes 64–127", "B", True),
    ]
    assert answer.initial_region == "bytes 128–255"


def test_where_a_transient_lives() -> None:
    """Lifetime from first to last user, memory, and who else has it."""
    graph = FrameGraph()
    for label in "AB":
        x = step(graph, f"{label} writes", writes=[transient(graph)])
        step(graph, f"{label} reads", reads=[x], side_effect=True)

    answer = of_resource(graph.compile().explain("x#2"))

    assert (answer.first_use, answer.last_use) == ("B writes", "B reads")
    assert answer.allocation is not None
    assert (answer.allocation.index, answer.allocation.declared_bytes, answer.allocation.tenants) == (
        0,
        256,
        ("x", "x#2"),
    )


def test_a_resource_that_nothing_uses() -> None:
    """No lifetime, no memory, nobody to keep it: None, not zeros."""
    graph = FrameGraph()
    graph.create_buffer("x", BUFFER)

    answer = of_resource(graph.compile().explain("x"))

    assert (answer.alive_by, answer.first_use, answer.last_use, answer.allocation) == (None, None, None, None)


def test_explaining_does_not_end_recording() -> None:
    """Of the declarations so far; a pass that was culled then may run after all."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    assert of_pass(graph.explain("A")).order is None

    step(graph, "B", reads=[x], side_effect=True)

    assert of_pass(graph.explain("A")).order == 0
    assert labels(graph.compile().passes) == ["A", "B"]


def test_a_frame_can_be_explained_after_it_ran() -> None:
    """Its places and handles outlive the graph's clearing."""
    graph, made = line()
    compiled = graph.compile()
    compiled.execute(VoidCommandContext())

    for what in (made["A"], made["x"], compiled.passes[0], "B", "y"):
        assert from_here(__file__) in str(compiled.explain(what))


def refused(graph: FrameGraph, what: object) -> str:
    """The code with which a question is refused."""
    with pytest.raises(GraphError) as caught:
        graph.explain(what)
    return caught.value.code


def test_what_is_not_of_this_frame_is_refused() -> None:
    """A name that nothing has is FG2013, a builder, node or handle of another frame FG2001."""
    graph, _ = line()
    _, other = line()
    node = line()[0].compile().passes[0]

    assert [refused(graph, what) for what in ("nothing", other["A"], other["x"], node)] == [
        "FG2013",
        "FG2001",
        "FG2001",
        "FG2001",
    ]


def test_a_name_of_a_pass_and_of_a_resource() -> None:
    """FG2013 until ``kind`` says which."""
    graph = FrameGraph()
    step(graph, "x", writes=[transient(graph)])

    assert refused(graph, "x") == "FG2013"
    assert of_pass(graph.explain("x", kind="pass")).path == "x"
    assert of_resource(graph.explain("x", kind="resource")).name == "x"


def check_edge(fact: EdgeFact, plan: Plan, names: list[str]) -> None:
    """The edge is the plan's, and so is each of its causes."""
    edge = plan.edges[fact.index]
    paths = plan.nodes[edge.source].path, plan.nodes[edge.target].path
    assert (fact.source, fact.target, fact.kind) == (*paths, edge.kind)
    assert fact.resource == names[edge.resource]
    assert [cause.hazard for cause in fact.causes] == [cause.hazard for cause in edge.causes]
    for cause in fact.causes:
        assert (cause.source.pass_path, cause.target.pass_path) == paths
        assert {cause.source.resource, cause.target.resource} == {fact.resource}


def check_lifeline(lifeline: Lifeline, plan: Plan, names: list[str]) -> None:
    """A chain of value edges through passes that run, from its start to a root of the plan."""
    nodes = {node.path: node for node in plan.nodes}
    at = lifeline.start
    for edge in lifeline.edges:
        check_edge(edge, plan, names)
        assert (edge.kind, edge.source) == ("value", at)
        at = edge.target
    assert nodes[at].order is not None
    assert lifeline.root.pass_path == at
    if lifeline.root.resource is None:
        assert nodes[at].side_effect
    else:
        found = [root for root in plan.roots if names[root.resource] == lifeline.root.resource]
        assert any(root.reason == lifeline.root.reason and nodes[at].index in root.producers for root in found)


@holds_for(valid_programs(max_passes=12, max_resources=2), examples=60)
def test_every_edge_and_path_that_explain_names_is_in_the_plan(program: Program) -> None:
    """For every pass and resource of every frame: the edges are the plan's, all of them, and a way to a root is one."""
    compiled = record(program).compile()
    plan = compiled.plan
    names = [resource[0] for resource in plan.resources]  # the strategy's names are unique

    for node in plan.nodes:
        answer = of_pass(compiled.explain(node))
        assert (answer.path, answer.order, answer.cull_reason) == (node.path, node.order, node.cull_reason)
        assert [fact.index for fact in answer.waits_for] == [
            number for number, edge in enumerate(plan.edges) if edge.target == node.index
        ]
        assert [fact.index for fact in answer.waited_for_by] == [
            number for number, edge in enumerate(plan.edges) if edge.source == node.index
        ]
        for fact in (*answer.waits_for, *answer.waited_for_by):
            check_edge(fact, plan, names)
        assert (answer.alive_by is None) == (node.order is None) == bool(answer.would_keep)
        if answer.alive_by is not None:
            check_lifeline(answer.alive_by, plan, names)
        assert node.path in str(answer)
    for index, name in enumerate(names):
        told = of_resource(compiled.explain(name, kind="resource"))
        assert (told.index, told.alive_by is None) == (index, plan.lifetimes[index] is None)
        assert [fact.index for fact in told.edges] == [
            number for number, edge in enumerate(plan.edges) if edge.resource == index
        ]
        if told.alive_by is not None:
            check_lifeline(told.alive_by, plan, names)
        assert {fact.access.pass_path for fact in told.last_writes} == {
            plan.nodes[last.pass_index].path for last in plan.final_writes[index]
        }
        assert name in str(told)


@holds_for(valid_programs(), examples=40)
def test_a_side_effect_would_keep_any_culled_pass(program: Program) -> None:
    """The remedy that is always named always works."""
    compiled = record(program).compile()

    for node in compiled.plan.nodes:
        if node.order is None:
            kept = [replace(spec, side_effect=spec.side_effect or spec.label == node.label) for spec in program.passes]
            again = record(program.with_passes(kept)).compile()
            assert node.label in labels(again.passes)

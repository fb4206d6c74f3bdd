"""Lints: each rule has a graph that fires it and nothing else, and one beside it that is clean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, MIPPED, nothing, output_buffer, output_texture, step, transient
from graph_programs import Program, record
from graph_strategies import holds_for, valid_programs

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.lint import Lint
from framescope.shade.graph.regions import BufferRegion, TextureRegion
from framescope.shade.graph.switches import GraphSwitches

HALF = BufferRegion(0, 128)
STORAGE = 0x80


def dead_write(graph: FrameGraph) -> None:
    """A side effect fills a buffer that nobody reads."""
    step(graph, "A", writes=[transient(graph)], side_effect=True)


def partly_dead_write(graph: FrameGraph) -> None:
    """All mips are written, mip 0 alone is read."""
    x = step(graph, "A", writes=[graph.create_texture("x", MIPPED)])
    reader = graph.add("B", kind="compute", execute=nothing, side_effect=True)
    reader.read(x, "texture-sampled", region=TextureRegion(0, 1))


def replaced_write(graph: FrameGraph) -> None:
    """An import is overwritten twice, and nobody looked in between; the first writer has something else to do."""
    x = graph.import_buffer("x", output_buffer(), initial="undefined")
    x = step(graph, "A", writes=[x], side_effect=True)
    step(graph, "B", writes=[x])


def needless_preserve(graph: FrameGraph) -> None:
    """A pass adds to a buffer and then overwrites all of it, by its own declarations."""
    x = step(graph, "A", writes=[transient(graph)], region=HALF)
    builder = graph.add("B", kind="compute", execute=nothing)
    x = builder.write(x, "buffer-storage-write", contents="preserve", region=HALF)
    x = builder.write(x, "buffer-storage-write", contents="overwrite")
    step(graph, "C", reads=[x], side_effect=True)


def unused_import(graph: FrameGraph) -> None:
    """An import that no pass declares."""
    graph.import_texture("x", output_texture(), initial="defined")


def unused_transient(graph: FrameGraph) -> None:
    """A transient that no pass declares."""
    graph.create_buffer("x", BUFFER)


def wide_usage(graph: FrameGraph) -> None:
    """A transient asks to be copied from, and nobody does."""
    x = step(graph, "A", writes=[graph.create_buffer("x", BufferDescriptor(256, STORAGE | 0x04))])
    step(graph, "B", reads=[x], side_effect=True)


FIRING: list[tuple[str, Callable[[FrameGraph], None], list[tuple[Any, ...]]]] = [
    ("FL1001", dead_write, [("A", "x", "all")]),
    ("FL1001", partly_dead_write, [("A", "x", "mips 1–2")]),
    ("FL1001", replaced_write, [("A", "x", "all")]),
    ("FL1002", needless_preserve, [("B", "x", "bytes 0–127")]),
    ("FL1003", unused_import, [(None, "x", None)]),
    ("FL1004", unused_transient, [(None, "x", None)]),
    ("FL1005", wide_usage, [(None, "x", None)]),
]


@pytest.mark.parametrize(("code", "declare", "expected"), FIRING, ids=[case[1].__name__ for case in FIRING])
def test_each_lint_fires(code: str, declare: Callable[[FrameGraph], None], expected: list[tuple[Any, ...]]) -> None:
    """Once, with its code, pass, resource, region and places, and no other with it."""
    graph = FrameGraph()
    declare(graph)

    found = graph.compile().lints()

    assert [(lint.pass_path, lint.resource, lint.region) for lint in found] == expected
    assert {lint.code for lint in found} == {code}
    assert all(lint.declared_at and str(lint).startswith(lint.code) for lint in found)


def read_by_a_culled_pass(graph: FrameGraph) -> None:
    """A culled pass declares the import: it is no mistake that it does not run today."""
    step(graph, "A", reads=[graph.import_buffer("x", output_buffer(), initial="defined")])


def discarded(graph: FrameGraph) -> None:
    """What is not stored is not a value nobody uses."""
    step(graph, "A", writes=[transient(graph)], store=False, side_effect=True)


def only_standing(graph: FrameGraph) -> None:
    """An import that is no root outlives the frame all the same."""
    step(
        graph,
        "A",
        writes=[graph.import_buffer("x", output_buffer(), initial="undefined")],
        root=False,
        side_effect=True,
    )


def cleared_and_filled(graph: FrameGraph) -> None:
    """Overwrite, then add to it, in one pass: the pass depends on nobody, and its overwrite is used by itself."""
    builder = graph.add("A", kind="compute", execute=nothing)
    x = builder.write(transient(graph), "buffer-storage-write", contents="overwrite")
    x = builder.write(x, "buffer-storage-write", contents="preserve")
    step(graph, "B", reads=[x], side_effect=True)


def partly_used_preserve(graph: FrameGraph) -> None:
    """A preserving write need not have written what nobody reads."""
    x = step(graph, "A", writes=[transient(graph)])
    x = step(graph, "B", writes=[x], contents="preserve")
    reader = graph.add("C", kind="compute", execute=nothing, side_effect=True)
    reader.read(x, "buffer-storage-read", region=HALF)


def usage_of_another_tenant(graph: FrameGraph) -> None:
    """Two transients are given one usage so that they share memory, and each needs a bit of it."""
    both = BufferDescriptor(256, STORAGE | 0x10)
    x = step(graph, "A", writes=[graph.create_buffer("x", both)])
    draw = graph.add("B", kind="render", execute=nothing, side_effect=True)
    draw.read(x, "buffer-index")
    y = step(graph, "C", writes=[graph.create_buffer("y", both)])
    step(graph, "D", reads=[y], side_effect=True)


def read_back_by_its_own_pass(graph: FrameGraph) -> None:
    """Scratch that one pass fills and reads."""
    builder = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    x = builder.write(builder.create_texture("x", COLOR), "texture-storage-write", contents="overwrite")
    builder.read(x, "texture-sampled")


def for_a_culled_pass(graph: FrameGraph) -> None:
    """A side effect fills what a pass reads that does not run today."""
    step(graph, "B", reads=[step(graph, "A", writes=[transient(graph)], side_effect=True)])


@pytest.mark.parametrize(
    "declare",
    [
        read_by_a_culled_pass,
        for_a_culled_pass,
        discarded,
        only_standing,
        cleared_and_filled,
        partly_used_preserve,
        usage_of_another_tenant,
        read_back_by_its_own_pass,
    ],
)
def test_a_clean_graph_has_none(declare: Callable[[FrameGraph], None]) -> None:
    """What looks like one of them and is right."""
    graph = FrameGraph()
    declare(graph)

    assert graph.compile().lints() == ()


def with_switches(program: Program, switches: GraphSwitches) -> tuple[Lint, ...]:
    """The lints of a frame planned so."""
    graph = record(program)
    graph._declarations.switches = switches
    return graph.compile().lints()


@holds_for(valid_programs(), examples=40)
def test_lints_do_not_depend_on_culling(program: Program) -> None:
    """A pass that runs only because culling is off makes no finding, and none goes away; usage alone differs."""
    rules = ("FL1001", "FL1002", "FL1003", "FL1004")

    def findings(cull: bool) -> list[tuple[Any, ...]]:
        found = with_switches(program, GraphSwitches(cull=cull))
        return [(lint.code, lint.pass_path, lint.resource, lint.region) for lint in found if lint.code in rules]

    assert findings(cull=True) == findings(cull=False)


@holds_for(valid_programs(), examples=60)
def test_taking_a_dead_write_away_changes_nothing_that_is_kept(program: Program) -> None:
    """Without the stores that FL1001 names whole, the frame compiles and the same passes run."""
    compiled = record(program).compile()
    dead = {(lint.pass_path, lint.resource) for lint in compiled.lints() if lint.code == "FL1001"}
    whole = {pair for pair in dead if _all_dead(compiled, *pair)}

    def without(spec: Any) -> Any:
        path = "/".join((*spec.scope, spec.label))
        kept = tuple(
            access
            if access.contents is None or (path, access.resource) not in whole
            else type(access)(access.resource, access.access, access.region, access.contents, False, access.root)
            for access in spec.accesses
        )
        return type(spec)(spec.label, spec.kind, spec.side_effect, spec.scope, kept)

    again = record(program.with_passes(map(without, program.passes))).compile()

    assert [node.label for node in again.passes] == [node.label for node in compiled.passes]


def _all_dead(compiled: Any, path: str, resource: str) -> bool:
    """Whether every write of a pass to a resource is named, each to its end."""
    (node,) = (node for node in compiled.plan.nodes if node.path == path)
    writes = [
        w for w in compiled.plan.accesses[node.index].writes if compiled.plan.resources[w.resource][0] == resource
    ]
    lints = [lint for lint in compiled.lints() if (lint.pass_path, lint.resource) == (path, resource)]
    explained = compiled.explain(path, kind="pass").accesses
    regions = [fact.region for fact in explained if fact.resource == resource and fact.contents is not None]
    return len(writes) == len(lints) and sorted(regions) == sorted(str(lint.region) for lint in lints)

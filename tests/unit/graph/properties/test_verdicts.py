"""What a frame of random declarations must be told, worked out cell by cell beside the plan."""

from __future__ import annotations

from graph_oracle import Verdict, cells_of_boxes, judge
from graph_programs import Program, plan_of, record
from graph_strategies import holds_for, programs, valid_programs, wild_programs

from framescope.shade.errors import GraphError
from framescope.shade.graph.plan import Plan


def error_of(program: Program) -> GraphError | None:
    """What recording and compiling a program raises."""
    try:
        record(program).compile()
    except GraphError as error:
        return error
    return None


@holds_for(programs(), examples=150)
def test_missing_contents_are_found_cell_by_cell(program: Program) -> None:
    """FG1001 to FG1004 are raised exactly where a cell has no value, for the first use that is wrong."""
    fault, error = judge(program).fault, error_of(program)

    assert (fault is None) == (error is None)
    if fault is not None and error is not None:
        assert (error.code in fault.codes, error.phase) == (True, "compile")
        assert error.resource == fault.resource
        if fault.pass_label is not None:  # a root is nobody's fault, or that of whoever discarded it
            assert error.pass_label is not None
            assert error.pass_label.split("/")[-1] == fault.pass_label


@holds_for(wild_programs(), examples=60)
def test_whatever_is_declared_an_error_is_one_of_ours(program: Program) -> None:
    """Recording and compiling anything raises nothing but a GraphError that names phase and place."""
    error = error_of(program)

    if error is not None:
        assert error.phase in ("record", "compile")
        assert error.declared_at


def _named(plan: Plan, edge_kind: str) -> dict[tuple[str, str, str], set[object]]:
    found: dict[tuple[str, str, str], set[object]] = {}
    for edge in plan.edges:
        if edge.kind == edge_kind:
            key = (plan.nodes[edge.source].label, plan.nodes[edge.target].label, plan.resources[edge.resource][0])
            found.setdefault(key, set()).update(cells_of_boxes(edge.boxes, plan.resources[edge.resource][3]))
    return found


@holds_for(valid_programs(), examples=100)
def test_value_edges_are_the_values_that_pass_on(program: Program) -> None:
    """A value edge joins the pass that wrote a cell last to each pass that takes it, over exactly those cells."""
    assert _named(plan_of(program), "value") == dict(judge(program).values)


@holds_for(valid_programs(), examples=100)
def test_every_write_that_must_wait_has_an_edge(program: Program) -> None:
    """Writing over a cell comes after its writer and its readers, by an ordering edge that names hazard and cells.

    Where the two passes have a value edge over the resource that one says it all.
    """
    plan, verdict = plan_of(program), judge(program)
    found: dict[tuple[str, str, str, str], set[object]] = {}
    for edge in plan.edges:
        source, target, resource = plan.nodes[edge.source].label, plan.nodes[edge.target].label, edge.resource
        for cause in edge.causes if edge.kind == "ordering" else ():
            name, descriptor = plan.resources[resource][0], plan.resources[resource][3]
            found.setdefault((source, target, name, cause.hazard), set()).update(
                cells_of_boxes([cause.box], descriptor)
            )

    assert found == {key: over for key, over in verdict.orders.items() if key[:3] not in verdict.values}


@holds_for(valid_programs(), examples=100)
def test_roots_have_the_producers_of_their_cells(program: Program) -> None:
    """The passes behind the roots are those whose writes stand in the marked cells at the end."""
    plan, verdict = plan_of(program), judge(program)
    found = {frozenset(plan.nodes[index].label for index in root.producers) for root in plan.roots}

    assert found - {frozenset()} == set(verdict.producers) - {frozenset()}


@holds_for(valid_programs(), examples=100)
def test_survivors_are_whom_a_root_reaches(program: Program) -> None:
    """A pass runs if and only if a chain of values leads from it to a root or a side effect."""
    verdict: Verdict = judge(program)

    assert {node.label for node in plan_of(program).passes} == verdict.alive

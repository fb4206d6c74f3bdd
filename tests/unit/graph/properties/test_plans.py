"""What holds of every plan, whatever was declared."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from graph_programs import AccessSpec, PassSpec, Program, ResourceSpec, plan_of, record
from graph_strategies import holds_for, passes, repaired, valid_programs
from hypothesis import strategies as st

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.access import ACCESS_USAGE
from framescope.shade.graph.plan import Plan
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.void import VoidGraphics


def alive(plan: Plan) -> list[str]:
    """Labels of the survivors, in order of execution."""
    return [node.label for node in plan.passes]


def edges_of(plan: Plan) -> set[tuple[Any, ...]]:
    """The edges by label, which passes keep when others come and go."""
    return {
        (plan.nodes[e.source].label, plan.nodes[e.target].label, plan.resources[e.resource][0], e.kind, e.hazard)
        for e in plan.edges
    }


def memory_of(plan: Plan) -> set[tuple[str, ...]]:
    """Who shares memory with whom, by name."""
    return {tuple(plan.resources[resource][0] for resource in held.resources) for held in plan.allocations}


@holds_for(valid_programs(), examples=100)
def test_survivors_run_in_an_order_that_keeps_every_edge(program: Program) -> None:
    """Execution is the recording order without the culled, and no edge points backwards in it."""
    plan = plan_of(program)
    order = {node.index: node.order for node in plan.passes}

    assert [node.index for node in plan.passes] == sorted(order)
    assert list(order.values()) == list(range(len(order)))
    for edge in plan.edges:
        assert edge.source < edge.target
        assert edge.kind == "ordering" or edge.target not in order or edge.source in order


@holds_for(valid_programs(max_passes=12, max_resources=6), examples=100)
def test_tenants_of_one_allocation_are_never_in_use_together(program: Program) -> None:
    """From the first surviving pass that declares a transient to the last, nobody else has its memory."""
    plan = plan_of(program)
    uses: dict[int, list[int]] = {}
    for node in plan.passes:
        for resource in node.declared:
            uses.setdefault(resource, []).append(node.order or 0)

    for held in plan.allocations:
        for a, b in combinations(held.resources, 2):
            assert set(range(min(uses[a]), max(uses[a]) + 1)).isdisjoint(range(min(uses[b]), max(uses[b]) + 1))
    transients = {i for i in uses if plan.resources[i][1] == "transient"}
    assert transients == {resource for held in plan.allocations for resource in held.resources}


@holds_for(valid_programs(max_passes=12, max_resources=6), examples=60)
def test_two_transients_alive_at_once_are_two_resources(program: Program) -> None:
    """While a pass runs, no two resources that it can reach are one."""
    graphics = VoidGraphics()

    def look(resources: Any, context: Any) -> None:
        natives = [resources._execution.natives[index] for index in resources._node.declared]
        assert len({id(native) for native in natives}) == len(natives)
        assert None not in natives

    record(program, execute=look).compile().execute(graphics.create_command_context())


@holds_for(valid_programs(), examples=60)
def test_usage_comes_from_survivors_alone(program: Program) -> None:
    """A transient that was given no usage gets the bits of its surviving accesses, and no others."""
    plan = plan_of(program)
    wanted: dict[str, int] = {}
    for spec in program.passes:
        for access in spec.accesses if spec.label in alive(plan) else ():
            wanted[access.resource] = wanted.get(access.resource, 0) | ACCESS_USAGE[access.access]

    found = {
        plan.resources[resource][0]: held.descriptor.usage
        for held in plan.allocations
        for resource in held.resources
        if plan.resources[resource][3].usage is None
    }
    assert found == {name: wanted[name] for name in found}


@holds_for(valid_programs(), examples=60)
def test_culling_twice_is_culling_once(program: Program) -> None:
    """Recorded again without the passes that were culled, the frame loses nobody else and keeps its values.

    A culled pass may have made an import an output that a write with ``root=False`` then replaced. That root is gone
    without it, so such frames are left out.
    """
    plan = plan_of(program)
    roots = {root.resource for root in plan.roots if root.implicit}
    if any(
        write.root and write.resource in roots for node, _ in plan.culled for write in plan.accesses[node.index].writes
    ):
        return
    again = plan_of(program.with_passes(spec for spec in program.passes if spec.label in alive(plan)))

    assert alive(again) == alive(plan)
    kept = {edge for edge in edges_of(plan) if {edge[0], edge[1]} <= set(alive(plan)) and edge[3] == "value"}
    assert {edge for edge in edges_of(again) if edge[3] == "value"} == kept
    assert memory_of(again) == memory_of(plan)


SPARE = ResourceSpec("spare", BufferDescriptor(16))


@holds_for(valid_programs(), st.data(), examples=60)
def test_a_pass_that_nobody_reads_changes_nothing_else(program: Program, data: st.DataObject) -> None:
    """Inserted anywhere, it is culled; survivors, memory and all edges between the others stay."""
    extra = data.draw(passes("unread", program.resources))
    reads = tuple(access for access in extra.accesses if access.contents is None)
    unread = PassSpec("unread", extra.kind, accesses=reads)
    if extra.kind == "compute":
        unread = replace(unread, accesses=(*reads, AccessSpec("spare", "buffer-storage-write", contents="overwrite")))
    at = data.draw(st.integers(0, len(program.passes)))
    resources = (*program.resources, SPARE)
    longer = replace(program, resources=resources, passes=(*program.passes[:at], unread, *program.passes[at:]))

    before, after = plan_of(program), plan_of(repaired(longer))

    assert alive(after) == alive(before)
    assert memory_of(after) == memory_of(before)
    assert {edge for edge in edges_of(after) if "unread" not in edge[:2]} == edges_of(before)


@holds_for(valid_programs(max_resources=6), st.integers(0, 10), examples=100)
def test_passes_that_share_nothing_may_change_places(program: Program, at: int) -> None:
    """Two neighbours without a common resource swapped: the same survive, with the same edges."""
    specs = list(program.passes)
    swaps = [i for i, (a, b) in enumerate(pairwise(specs)) if not a.resources & b.resources]
    if not swaps:
        return
    i = swaps[at % len(swaps)]
    specs[i], specs[i + 1] = specs[i + 1], specs[i]

    before, after = plan_of(program), plan_of(program.with_passes(specs))

    assert set(alive(after)) == set(alive(before))
    assert edges_of(after) == edges_of(before)


@holds_for(valid_programs(), st.data(), examples=60)
def test_a_cached_plan_is_the_plan_that_would_be_made(program: Program, data: st.DataObject) -> None:
    """Frames that differ by one pass share a cache, and each gets what planning it afresh gives."""
    at = data.draw(st.integers(0, len(program.passes) - 1))
    other = repaired(program.with_passes((*program.passes[:at], *program.passes[at + 1 :])))
    cache = PlanCache()

    for frame in (program, other, program, other):
        plan, fresh = record(frame).compile(cache=cache).plan, plan_of(frame)
        assert (plan.model, plan.key) == (fresh.model, fresh.key)

    assert (cache.hits, cache.misses) == (2, 2)

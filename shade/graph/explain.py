"""Answers about a plan: why a pass runs or does not, what it waits for, who wrote a resource last.

A pure function of a plan and of the places where its frame made the declarations.
"""

from __future__ import annotations

from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.explain_target import find_target
from framescope.shade.graph.explanation import (
    AllocationFact,
    Lifeline,
    PassExplanation,
    ResourceExplanation,
    WriteFact,
)
from framescope.shade.graph.model_text import descriptor_text
from framescope.shade.graph.places import spell
from framescope.shade.graph.plan import Plan
from framescope.shade.graph.plan_facts import PlanFacts
from framescope.shade.graph.regions import Box, subtract_all, whole

__all__ = ["Explainer"]


class Explainer:
    """Explains the passes and resources of one frame.

    Args:
        plan: The plan.
        declarations: What the frame recorded: equal to what the plan was made of, with places of its own.
        frame: Number of the recording, which handles carry.
    """

    def __init__(self, plan: Plan, declarations: Declarations, frame: int) -> None:
        self._plan = plan
        self._declarations = declarations
        self._frame = frame
        self._facts = PlanFacts(plan, declarations)
        self._outgoing: dict[int, list[int]] = {}
        self._incoming: dict[int, list[int]] = {}
        for number, edge in enumerate(plan.edges):
            self._outgoing.setdefault(edge.source, []).append(number)
            self._incoming.setdefault(edge.target, []).append(number)

    def explain(self, what: object, kind: str | None = None) -> PassExplanation | ResourceExplanation:
        """The answer for a pass or a resource; see :meth:`CompiledGraph.explain`."""
        found, index = find_target(what, kind, self._plan, self._frame)
        return self._pass(index) if found == "pass" else self._resource(index)

    def _pass(self, index: int) -> PassExplanation:
        node, facts = self._plan.nodes[index], self._facts
        runs = node.order is not None
        return PassExplanation(
            path=node.path,
            kind=node.kind,
            index=index,
            order=node.order,
            declared_at=spell(self._declarations.pass_places[index]),
            alive_by=self._lifeline(index) if runs else None,
            cull_reason=node.cull_reason,
            would_keep=() if runs else self._would_keep(index),
            accesses=tuple(facts.access(access) for part in self._plan.accesses[index] for access in part),
            waits_for=tuple(map(facts.edge, self._incoming.get(index, ()))),
            waited_for_by=tuple(map(facts.edge, self._outgoing.get(index, ()))),
        )

    def _lifeline(self, start: int) -> Lifeline:
        """Breadth first along value edges; every survivor has one, by the rule that kept it, if culling is on."""
        plan, facts = self._plan, self._facts
        came_by: dict[int, int | None] = {start: None}
        for index in (queue := [start]):  # grows while it is walked
            root = facts.root_of(index)
            if root is not None:
                break
            for number in self._outgoing.get(index, ()):
                edge = plan.edges[number]
                if edge.kind == "value" and edge.target not in came_by:
                    came_by[edge.target] = number
                    queue.append(edge.target)
        if root is None:
            return Lifeline(plan.nodes[start].path, (), facts.culling_off(start))
        way: list[int] = []
        while (number_or_none := came_by[index]) is not None:
            way.append(number_or_none)
            index = plan.edges[number_or_none].source
        return Lifeline(plan.nodes[start].path, tuple(map(facts.edge, reversed(way))), root)

    def _would_keep(self, index: int) -> tuple[str, ...]:
        plan, facts = self._plan, self._facts
        remedies = []
        for number in self._outgoing.get(index, ()):
            edge = plan.edges[number]
            if edge.kind == "value":
                name = facts.names[edge.resource]
                remedies.append(f"pass {plan.nodes[edge.target].path!r} runs, which needs {name!r}")
        for write in plan.accesses[index].writes:
            name = facts.names[write.resource]
            if write.stores and write.boxes:
                remedies.append(f"a pass that runs reads {name!r} version {write.version}")
                if any(last.pass_index == index for last in plan.final_writes[write.resource]):
                    remedies.append(f"its region of {name!r} is marked: graph.mark(handle, 'output')")
        return (*dict.fromkeys(remedies), "it is a side effect: make_side_effect()")

    def _resource(self, index: int) -> ResourceExplanation:
        plan, facts = self._plan, self._facts
        declared = self._declarations.resources[index]
        fields = facts.resource(index)
        accesses = plan.accesses_of.get(index, [])
        span = plan.lifetimes[index]
        users = [plan.passes[order].index for order in span] if span is not None else []
        return ResourceExplanation(
            name=facts.names[index],
            index=index,
            kind=fields["kind"],
            origin=declared[1],
            initial=declared[2],
            descriptor=descriptor_text(fields["descriptor"]),
            declared_at=facts.resource_place(index),
            roots=facts.roots_of(index),
            alive_by=self._lifeline(users[0]) if users else None,
            accesses=tuple(map(facts.access, accesses)),
            edges=tuple(facts.edge(number) for number, edge in enumerate(plan.edges) if edge.resource == index),
            last_writes=self._last_writes(index),
            initial_region=self._initial_region(index),
            first_use=plan.nodes[users[0]].path if users else None,
            last_use=plan.nodes[users[1]].path if users else None,
            allocation=self._allocation(index),
        )

    def _last_writes(self, index: int) -> tuple[WriteFact, ...]:
        plan, facts = self._plan, self._facts
        boxes: dict[int, list[Box]] = {}
        for last in plan.final_writes[index]:
            boxes.setdefault(last.access, []).append(last.box)
        return tuple(
            WriteFact(
                facts.region(boxes[position], index),
                facts.access_at(position),
                plan.nodes[facts.accesses[position].pass_index].order is not None,
            )
            for position in sorted(boxes)
        )

    def _initial_region(self, index: int) -> str:
        written = [last.box for last in self._plan.final_writes[index]]
        left = subtract_all(whole(self._declarations.resources[index][3]), written)
        return self._facts.region(left, index)

    def _allocation(self, index: int) -> AllocationFact | None:
        slot = self._plan.allocation_of.get(index)
        if slot is None:
            return None
        tenants = tuple(self._facts.names[tenant] for tenant in self._plan.allocations[slot].resources)
        return AllocationFact(slot, self._facts.resource(index)["declared_bytes"], tenants)

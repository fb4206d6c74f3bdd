"""The least that planning a frame can cost in CPython: a yardstick beside the frame graph's own figures.

A graph as flat lists of integers, and one loop each for culling, lifetimes and first-fit slots. No recording, no
dependencies (they are given), no regions, no check, no message: what is left is the interpreter.
"""

from __future__ import annotations

from typing import NamedTuple

from framescope.shade.graph.plan import Plan

__all__ = ["FlatGraph", "plan_barely"]


class FlatGraph(NamedTuple):
    """A graph as lists of integers.

    Attributes:
        needs: By pass, the passes whose values it needs.
        kept: The passes that are kept for their own sake or for a root.
        uses: By pass, the transients it touches.
        transients: How many there are.
    """

    needs: list[list[int]]
    kept: list[int]
    uses: list[list[int]]
    transients: int

    @classmethod
    def of(cls, plan: Plan) -> FlatGraph:
        """The flat form of what was planned."""
        needs: list[list[int]] = [[] for _ in plan.nodes]
        for edge in plan.edges:
            if edge.kind == "value":
                needs[edge.target].append(edge.source)
        kept = [node.index for node in plan.nodes if node.side_effect]
        kept += [producer for root in plan.roots for producer in root.producers]
        transients = [index for index, declared in enumerate(plan.resources) if declared[1] == "transient"]
        number = {resource: place for place, resource in enumerate(transients)}
        uses = [sorted(number[r] for r in node.declared if r in number) for node in plan.nodes]
        return cls(needs, kept, uses, len(transients))


def plan_barely(graph: FlatGraph) -> list[int]:
    """The slot of each transient, -1 for one that no surviving pass uses."""
    needs, uses = graph.needs, graph.uses
    alive = [False] * len(needs)
    stack = list(graph.kept)
    while stack:
        index = stack.pop()
        if not alive[index]:
            alive[index] = True
            stack += needs[index]
    first = [-1] * graph.transients
    last = [-1] * graph.transients
    for index, touched in enumerate(uses):
        if alive[index]:
            for resource in touched:
                if first[resource] < 0:
                    first[resource] = index
                last[resource] = index
    slots = [-1] * graph.transients
    free: list[int] = []
    count = 0
    for index, touched in enumerate(uses):
        if alive[index]:
            for resource in touched:
                if first[resource] == index:
                    if free:
                        slots[resource] = free.pop()
                    else:
                        slots[resource] = count
                        count += 1
            for resource in touched:
                if last[resource] == index:
                    free.append(slots[resource])
    return slots

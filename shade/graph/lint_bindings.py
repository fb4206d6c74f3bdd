"""The rule that needs the frame to have run: a pass reads more than it bound."""

from __future__ import annotations

from collections.abc import Iterator

from framescope.shade.graph.accesses import Access
from framescope.shade.graph.bindings import Bindings, bound_boxes
from framescope.shade.graph.lint import Lint
from framescope.shade.graph.plan import Plan
from framescope.shade.graph.plan_facts import PlanFacts
from framescope.shade.graph.regions import Box, subtract_all

__all__ = ["unbound_reads"]

_BOUND_READS = {
    "texture-sampled",
    "texture-storage-read",
    "buffer-uniform",
    "buffer-storage-read",
    "buffer-vertex",
    "buffer-index",
    "buffer-indirect",
}
_SHADING = {"render", "compute"}


def unbound_reads(plan: Plan, facts: PlanFacts, bindings: Bindings) -> Iterator[Lint]:
    """FL2001: a pass declares a read of a region, and bound less than that.

    Passes that bound nothing, or something that cannot be looked into, are left out: how they reach what they read
    is not known.
    """
    seen = {index for index, _ in bindings.parts} - bindings.opaque
    for node in plan.passes:
        if node.kind in _SHADING and node.index in seen:
            for read in plan.accesses[node.index].reads:
                if read.kind in _BOUND_READS:
                    boxes = _unbound(read, plan, bindings)
                    if boxes:
                        yield _lint(read, boxes, node.path, facts)


def _unbound(read: Access, plan: Plan, bindings: Bindings) -> tuple[Box, ...]:
    descriptor = plan.descriptors[read.resource]
    parts = bindings.parts.get((read.pass_index, read.resource), ())
    return subtract_all(read.boxes, [box for part in parts for box in bound_boxes(part, descriptor)])


def _lint(read: Access, boxes: tuple[Box, ...], path: str, facts: PlanFacts) -> Lint:
    name, region = facts.names[read.resource], facts.region(boxes, read.resource)
    message = (
        f"pass {path!r} declares that it reads {name!r} ({read.kind}, {region}), and bound none of it when it ran; "
        "declare what is bound"
    )
    return Lint("FL2001", message, path, name, region, (facts.access(read).declared_at,))

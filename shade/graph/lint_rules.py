"""The rules that the plan alone decides. A pass counts only if it is needed, whether or not culling is on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.format_usages import usage_text
from framescope.shade.graph.accesses import Access
from framescope.shade.graph.culling import survivors
from framescope.shade.graph.edges import needs_of
from framescope.shade.graph.lint import Lint
from framescope.shade.graph.plan import Plan
from framescope.shade.graph.plan_facts import PlanFacts
from framescope.shade.graph.regions import Box, intersection, overlaps, subtract_all

__all__ = ["PlanLinter"]


class PlanLinter:
    """Looks at one plan.

    Args:
        plan: The plan.
        facts: The same plan, spelled.
    """

    def __init__(self, plan: Plan, facts: PlanFacts) -> None:
        self._plan = plan
        self._facts = facts
        producers = [producer for root in plan.roots for producer in root.producers]
        self._needed = survivors([node.side_effect for node in plan.nodes], needs_of(plan.notes), producers)
        self._used = self._used_boxes()

    def lints(self) -> Iterator[Lint]:
        """Every finding, rule by rule."""
        yield from self._dead_writes()
        yield from self._needless_preserves()
        yield from self._unused()
        yield from self._wide_usages()

    def _used_boxes(self) -> dict[int, list[Box]]:
        """By position of a write, what of it another pass, a root or its own pass uses.

        Culled passes count: one that is off today may be on tomorrow, and the value is for it. In its own pass a
        write is used by what reads or writes the same part of the version, since the graph does not see their order.
        """
        used: dict[int, list[Box]] = {}
        for edge in self._plan.edges:
            if edge.kind == "value":
                for cause in edge.causes:
                    used.setdefault(cause.source_access, []).append(cause.box)
        for root in self._plan.roots:
            for last in self._plan.final_writes[root.resource]:
                shared = [intersection(last.box, box) for box in root.boxes if overlaps(last.box, box)]
                used.setdefault(last.access, []).extend(shared)
        for reads, writes in self._plan.accesses:
            for number, write in enumerate(writes):
                uses = (*reads, *writes[number + 1 :])
                own = [box for use in uses if _same_version(use, write) for box in use.boxes]
                used.setdefault(write.position, []).extend(own)
        return used

    def _dead_writes(self) -> Iterator[Lint]:
        """FL1001: a value is written and stored, and nobody uses it, or not this part of it."""
        for index, (_, writes) in enumerate(self._plan.accesses):
            for write in writes if self._needed[index] else ():
                boxes = self._dead_boxes(write)
                if boxes:
                    path, name = self._plan.nodes[index].path, self._facts.names[write.resource]
                    region = self._facts.region(boxes, write.resource)
                    message = (
                        f"pass {path!r} writes {name!r} ({write.kind}, {region}), and nobody uses it; write less, or "
                        "do not store it (store=False, a store op of 'discard')"
                    )
                    yield Lint("FL1001", message, path, name, region, (self._facts.access(write).declared_at,))

    def _dead_boxes(self, write: Access) -> tuple[Box, ...]:
        if not write.stores:
            return ()
        used = self._used.get(write.position, [])
        if write.contents == "preserve" and used:
            return ()  # it need not have written all of its region, so an unused part proves nothing
        dead = subtract_all(write.boxes, used)
        if self._plan.resources[write.resource][1] != "transient":
            # what an import holds at the end outlives the frame, whatever its owner does with it
            standing = [last.box for last in self._plan.final_writes[write.resource] if last.access == write.position]
            dead = subtract_all(dead, standing)
        return dead

    def _needless_preserves(self) -> Iterator[Lint]:
        """FL1002: a pass keeps contents from before it in a region that it overwrites whole, by its own promise."""
        sources: dict[int, list[int]] = {}
        for edge in self._plan.edges:
            if edge.kind == "value":
                for cause in edge.causes:
                    sources.setdefault(cause.target_access, []).append(cause.source_access)
        for index, (_, writes) in enumerate(self._plan.accesses):
            for write in writes if self._needed[index] else ():
                kept = sources.get(write.position, [])
                if write.contents != "preserve" or not (kept or write.position in self._plan.initial_uses):
                    continue
                whole = [w for w in writes if w.resource == write.resource and w.contents == "overwrite"]
                if not subtract_all(write.boxes, [box for other in whole for box in other.boxes]):
                    yield self._needless_preserve(write, whole[0])

    def _needless_preserve(self, write: Access, whole: Access) -> Lint:
        path, name = self._plan.nodes[write.pass_index].path, self._facts.names[write.resource]
        region = self._facts.region(write.boxes, write.resource)
        message = (
            f"pass {path!r} preserves {name!r} ({region}) and overwrites all of that itself; declare the overwrite "
            "first, or contents='overwrite' alone: as it stands the pass waits for values it drops"
        )
        places = self._facts.access(write).declared_at, self._facts.access(whole).declared_at
        return Lint("FL1002", message, path, name, region, places)

    def _unused(self) -> Iterator[Lint]:
        """FL1003, FL1004: an import or a transient that no pass declares an access to and no root names."""
        named = {root.resource for root in self._plan.roots}
        for index, (_, origin, *_) in enumerate(self._plan.resources):
            if index not in self._plan.accesses_of and index not in named:
                name = self._facts.names[index]
                code, what = ("FL1004", "transient") if origin == "transient" else ("FL1003", "import")
                advice = "leave it out"
                if self._facts.is_history(index):
                    advice = "read what the last frame left and write the next, or do without the history"
                message = f"{what} {name!r} is declared, and no pass uses it; {advice}"
                yield Lint(code, message, None, name, None, (self._facts.resource_place(index),))

    def _wide_usages(self) -> Iterator[Lint]:
        """FL1005: a transient's given usage has bits that no surviving access to its memory needs."""
        for held in self._plan.allocations:
            needed = 0
            for tenant in held.resources:
                needed |= self._plan.usages[tenant]
            for tenant in held.resources:
                given = self._plan.resources[tenant][3].usage
                if given is not None and given & ~needed:
                    words = partial(usage_text, buffer=isinstance(held.descriptor, BufferDescriptor))
                    name, spare = self._facts.names[tenant], given & ~needed
                    message = (
                        f"transient {name!r} asks for usage {words(given)}, and what runs needs {words(needed)}: "
                        f"{words(spare)} is for nothing; leave usage out and it is inferred"
                    )
                    yield Lint("FL1005", message, None, name, None, (self._facts.resource_place(tenant),))


def _same_version(use: Access, write: Access) -> bool:
    return use.resource == write.resource and use.version == write.version

"""``Plan``: what follows from the declarations, and from nothing else.

Planning is a pure function: no device, no callbacks, no natives. So a plan serves every frame that declares the
same, and everything in it is computed once however many frames use it.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import Any

from framescope.shade.footprint import declared_bytes
from framescope.shade.graph.accesses import Access, PassAccesses, by_pass
from framescope.shade.graph.allocation import Allocation, allocate
from framescope.shade.graph.box_index import BoxIndex
from framescope.shade.graph.culling import CULL_REASON, cull_detail, survivors
from framescope.shade.graph.declarations import Declarations, Key, ResourceDeclaration
from framescope.shade.graph.dependencies import LastWrite, analyse
from framescope.shade.graph.edges import Edge, Note, edges_of, needs_of
from framescope.shade.graph.lifetimes import Lifetime, lifetimes, usages
from framescope.shade.graph.regions import Box
from framescope.shade.graph.roots import Root, find_roots
from framescope.shade.graph.scope_paths import ScopeDeclaration, spell_paths
from framescope.shade.graph.segments import Segment, cut_segments
from framescope.shade.graph.views import View

__all__ = ["PassNode", "Plan", "build_plan"]


class PassNode:
    """A pass as planned: what handlers of the graph's signals get.

    Attributes:
        index: Its place in recording order.
        label: Its name, not unique.
        path: Its scope path, unique in the frame.
        kind: Node kind.
        scope: Path of its scope, "" outside of scopes.
        side_effect: Whether it is kept for its own sake.
        order: Its place in the order of execution, None when culled.
        cull_reason: Why it does not run, None when it does.
    """

    __slots__ = (
        "cull_reason",
        "declared",
        "declared_views",
        "index",
        "kind",
        "label",
        "order",
        "path",
        "scope",
        "scope_index",
        "side_effect",
    )

    def __init__(self, index: int, label: str, kind: str, side_effect: bool, path: str, scope: str) -> None:
        self.index = index
        self.label = label
        self.kind = kind
        self.side_effect = side_effect
        self.path = path
        self.scope = scope
        self.scope_index = -1
        self.order: int | None = None
        self.cull_reason: str | None = None
        self.declared: frozenset[int] = frozenset()  # resources it declared
        self.declared_views: frozenset[int | None] = frozenset()  # views it declared; None stands for no view

    def __repr__(self) -> str:
        return f"<PassNode {self.path!r}>"


class Plan:
    """The compiled form of one set of declarations. Made by :func:`build_plan`; shared, so read only.

    Attributes:
        nodes: Every pass, in recording order.
        passes: The survivors, in order of execution.
        culled: The others, each with the reason.
        switches: How it was planned.
        resources: The declared resources, by index.
        scopes: The declared scopes with their paths.
        views: The declared views, by index.
        accesses: The accesses of each pass, by recording index.
        notes: Why one pass comes before another, culled ones included.
        edges: Dependencies between passes, culled ones included; made of the notes when first asked for.
        final_writes: By resource, the writes that stand at the end of the frame, culled ones included.
        initial_uses: By position of an access, the boxes it consumes that hold contents from before the frame.
        roots: What the frame is for.
        segments: The surviving passes, cut where one submits on its own.
        lifetimes: First and last use of each resource, or None.
        usages: Usage bits that surviving passes need of each resource.
        allocations: The physical resources to acquire.
        tenancies: (resource, allocation) of every transient in use.
        descriptors: The descriptor of each resource, with the usage resolved where it is allocated.
        last_used: Kept by the cache that holds the plan.
    """

    def __init__(self, declarations: Declarations) -> None:
        self.declarations_key: Key = declarations.key()
        self.switches = declarations.switches
        self.resources: tuple[ResourceDeclaration, ...] = tuple(declarations.resources)
        self.scopes: tuple[ScopeDeclaration, ...] = tuple(declarations.scopes)
        self.views: tuple[View, ...] = tuple(declarations.views)
        paths, self.scope_paths = spell_paths(declarations.passes, declarations.scopes)
        self.accesses: list[PassAccesses] = by_pass(declarations)
        dependencies = analyse(declarations, self.accesses)
        self.notes: list[Note] = dependencies.notes
        self.final_writes: list[BoxIndex[LastWrite]] = dependencies.final_writes
        self.initial_uses: dict[int, tuple[Box, ...]] = dependencies.initial_uses
        self.roots: list[Root] = find_roots(declarations, self.accesses, dependencies.final_writes)
        self.nodes = self._make_nodes(declarations, paths)
        self._cull()
        self.segments: tuple[Segment, ...] = cut_segments(self.passes)
        order = [node.index for node in self.passes]
        self.lifetimes: list[Lifetime | None] = lifetimes(self.accesses, order, len(self.resources))
        self.usages: list[int] = usages(declarations, self.accesses, order)
        self.allocations: list[Allocation] = allocate(declarations, self.lifetimes, self.usages)
        self.tenancies = [(r, slot) for slot, held in enumerate(self.allocations) for r in held.resources]
        self.descriptors = [resource[3] for resource in self.resources]
        for resource, slot in self.tenancies:
            self.descriptors[resource] = self.allocations[slot].descriptor
        self.last_used = 0

    @cached_property
    def key(self) -> bytes:
        """A digest that changes with the declarations; equal declarations give equal bytes in every process."""
        return blake2b(repr(self.declarations_key).encode("utf-8", "surrogatepass"), digest_size=16).digest()

    @cached_property
    def model(self) -> dict[str, Any]:
        """The plan as a JSON-able dict; see :mod:`framescope.shade.graph.model`."""
        from framescope.shade.graph.model import plan_model

        return plan_model(self)

    @cached_property
    def edges(self) -> list[Edge]:
        """Dependencies between passes, by source, target and resource."""
        return edges_of(self.notes)

    @cached_property
    def declared_bytes(self) -> int | None:
        """Declared bytes of everything the frame allocates, None when the size of any of it is unknown."""
        sizes = [declared_bytes(held.descriptor) for held in self.allocations]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    @cached_property
    def allocation_of(self) -> dict[int, int]:
        """The allocation of each transient in use."""
        return dict(self.tenancies)

    @cached_property
    def accesses_of(self) -> dict[int, list[Access]]:
        """The accesses of each resource, in the order in which they take effect."""
        found: dict[int, list[Access]] = {}
        for accesses in self.accesses:
            for part in accesses:
                for access in part:
                    found.setdefault(access.resource, []).append(access)
        return found

    def _make_nodes(self, declarations: Declarations, paths: list[str]) -> tuple[PassNode, ...]:
        nodes = []
        for index, (label, kind, side_effect, scope) in enumerate(declarations.passes):
            scope_path = self.scope_paths[scope] if scope >= 0 else ""
            node = PassNode(index, label, kind, side_effect, paths[index], scope_path)
            node.scope_index = scope
            reads, writes = self.accesses[index]
            node.declared = frozenset([access.resource for access in reads] + [access.resource for access in writes])
            if self.views:
                node.declared_views = frozenset(access.view for part in self.accesses[index] for access in part)
            nodes.append(node)
        return tuple(nodes)

    def _cull(self) -> None:
        producers = [producer for root in self.roots for producer in root.producers]
        kept = [node.side_effect or not self.switches.culls for node in self.nodes]
        alive = survivors(kept, needs_of(self.notes), producers)
        self.passes = tuple(node for node in self.nodes if alive[node.index])
        for order, node in enumerate(self.passes):
            node.order = order
        self.culled: list[tuple[PassNode, str]] = []
        if len(self.passes) < len(self.nodes):
            self._explain_culled()

    def _explain_culled(self) -> None:
        paths = [node.path for node in self.nodes]
        outgoing: dict[int, list[Edge]] = {}
        for edge in self.edges:
            outgoing.setdefault(edge.source, []).append(edge)
        for node in self.nodes:
            if node.order is None:
                written = [self.resources[write.resource][0] for write in self.accesses[node.index].writes]
                detail = cull_detail(written, outgoing.get(node.index, []), paths)
                node.cull_reason = f"{CULL_REASON}: {detail}"
                self.culled.append((node, node.cull_reason))


def build_plan(declarations: Declarations) -> Plan:
    """Plan a frame.

    Raises:
        GraphError: The declarations cannot be right; no plan is made.
    """
    return Plan(declarations)

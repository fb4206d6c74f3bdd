"""Parts of a plan as facts for a reader: accesses, edges and roots with names, regions in words, places spelled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from framescope.shade.graph.accesses import Access
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.explanation import AccessFact, CauseFact, EdgeFact, RootFact
from framescope.shade.graph.places import spell
from framescope.shade.graph.plan import Plan
from framescope.shade.graph.region_words import boxes_text
from framescope.shade.graph.regions import Box, overlaps, resolve
from framescope.shade.graph.roots import Root, normalised
from framescope.shade.graph.unique_names import unique_names

__all__ = ["PlanFacts"]


class PlanFacts:
    """Spells a plan.

    Args:
        plan: The plan.
        declarations: What its frame recorded, for the places.

    Attributes:
        names: Name of each resource, equal ones told apart.
        accesses: Each access by its position among the declarations.
    """

    def __init__(self, plan: Plan, declarations: Declarations) -> None:
        self._plan = plan
        self._declarations = declarations
        self.names = unique_names(resource[0] for resource in plan.resources)
        self.accesses: dict[int, Access] = {
            access.position: access for accesses in plan.accesses for part in accesses for access in part
        }

    def region(self, boxes: Sequence[Box], resource: int) -> str:
        """Boxes in words: ``"all"`` where they are the whole resource, "" where there are none."""
        return boxes_text(boxes, self._plan.descriptors[resource])

    def resource(self, index: int) -> dict[str, Any]:
        """The resource as the model tells it."""
        found: dict[str, Any] = self._plan.model["resources"][index]
        return found

    def resource_place(self, index: int) -> str:
        """Where a resource was declared."""
        return spell(self._declarations.resource_places[index])

    def is_history(self, index: int) -> bool:
        """Whether the resource is one half of a history."""
        return index in self._declarations.histories

    def access_at(self, position: int) -> AccessFact:
        """The access at a position of the declarations."""
        return self.access(self.accesses[position])

    def access(self, access: Access) -> AccessFact:
        """One access."""
        return AccessFact(
            pass_path=self._plan.nodes[access.pass_index].path,
            resource=self.names[access.resource],
            version=access.version,
            access=access.kind,
            contents=access.contents,
            stores=None if access.contents is None else access.stores,
            region=self.region(access.boxes, access.resource) or "nothing",
            declared_at=spell(self._declarations.access_places[access.position]),
        )

    def edge(self, number: int) -> EdgeFact:
        """The edge at a position of ``plan.edges``."""
        edge = self._plan.edges[number]
        causes = tuple(
            CauseFact(
                cause.hazard,
                self.region([cause.box], edge.resource),
                self.access(self.accesses[cause.source_access]),
                self.access(self.accesses[cause.target_access]),
            )
            for cause in edge.causes
        )
        source, target = self._plan.nodes[edge.source].path, self._plan.nodes[edge.target].path
        return EdgeFact(number, source, target, self.names[edge.resource], edge.kind, causes)

    def root_of(self, pass_index: int) -> RootFact | None:
        """The first root that a pass is part of, or its side effect; None when it is neither."""
        for root in self._plan.roots:
            if pass_index in root.producers:
                return self._root(root, pass_index)
        node = self._plan.nodes[pass_index]
        if not node.side_effect:
            return None
        place = spell(self._declarations.pass_places[pass_index])
        return RootFact("side-effect", None, None, False, node.path, place)

    def culling_off(self, pass_index: int) -> RootFact:
        """What stands for the root of a pass that runs because culling is off."""
        place = spell(self._declarations.pass_places[pass_index])
        return RootFact("culling-off", None, None, False, self._plan.nodes[pass_index].path, place)

    def roots_of(self, resource: int) -> tuple[RootFact, ...]:
        """What the frame keeps of a resource, once for each pass that is part of it."""
        return tuple(
            self._root(root, producer)
            for root in self._plan.roots
            if root.resource == resource
            for producer in (root.producers or (None,))
        )

    def _root(self, root: Root, producer: int | None) -> RootFact:
        path = None if producer is None else self._plan.nodes[producer].path
        text = self.region(root.boxes, root.resource)
        return RootFact(root.reason, self.names[root.resource], text, root.implicit, path, self._root_place(root))

    def _root_place(self, root: Root) -> str:
        declarations = self._declarations
        descriptor = self._plan.resources[root.resource][3]
        if not root.implicit:
            for (resource, reason, part), place in zip(declarations.roots, declarations.root_places, strict=True):
                same = resource == root.resource and reason == root.reason
                if same and normalised(resolve(part, descriptor)) == root.boxes:
                    return spell(place)
        write = next(
            write
            for write in self._plan.accesses_of[root.resource]
            if write.root and any(overlaps(box, kept) for box in write.boxes for kept in root.boxes)
        )
        return spell(declarations.access_places[write.position])

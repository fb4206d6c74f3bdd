"""What a frame declared: six flat lists of plain tuples, and apart from them the places of declaration.

The lists are the plan's key as they stand. Nothing else decides whether a plan may be reused, so nothing can be
forgotten: two frames share a plan exactly if they declared the same. Natives, callbacks and places are no part
of it. Tuples are written positionally while recording, where a named one would cost three times as much;
the layouts are the aliases below, and planning gives them names.
"""

from __future__ import annotations

from framescope.shade.descriptors import Descriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Region
from framescope.shade.graph.scope_paths import ScopeDeclaration, spell_paths
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graph.views import View, ViewPart

__all__ = ["Declarations", "Part"]


PassDeclaration = tuple[str, str, bool, int]
"""Label, node kind, side effect, scope index (-1 outside of scopes)."""

Part = Region | ViewPart | None
"""What of a resource is touched: a region, what a view shows, or all of it."""

ReadDeclaration = tuple[int, int, int, str, Part]
"""Pass, resource, version, access kind, part."""

WriteDeclaration = tuple[int, int, int, str, Part, str, bool, bool]
"""A read's fields, then contents, whether the value is stored, whether a write to an import is a root."""

ResourceDeclaration = tuple[str, str, str, Descriptor, int, int]
"""Name, origin, initial contents, descriptor, creating pass (-1 for none), scope index."""

RootDeclaration = tuple[int, str, Region | None]
"""Resource, reason, region."""

Key = tuple[tuple[object, ...] | GraphSwitches, ...]


class Declarations:
    """Everything recorded in one frame that a plan depends on, with the places for its errors.

    Attributes:
        passes: In recording order, which is the order of execution.
        accesses: In order of declaration.
        resources: Imports and transients, in order of declaration.
        scopes: In order of opening, so a parent comes before its children.
        views: Declared views, in order of declaration.
        roots: Explicit marks only; side effects are in ``passes``, writes to imports in ``accesses``.
        switches: How it is planned and run.
        histories: The imports that come in pairs, what the last frame left and what this one leaves; no plan depends
            on that.
    """

    __slots__ = (
        "access_places",
        "accesses",
        "histories",
        "pass_places",
        "passes",
        "resource_places",
        "resources",
        "root_places",
        "roots",
        "scopes",
        "switches",
        "views",
    )

    def __init__(self, switches: GraphSwitches = ORDINARY) -> None:
        self.switches = switches
        self.passes: list[PassDeclaration] = []
        self.accesses: list[ReadDeclaration | WriteDeclaration] = []
        self.resources: list[ResourceDeclaration] = []
        self.scopes: list[ScopeDeclaration] = []
        self.views: list[View] = []
        self.roots: list[RootDeclaration] = []
        self.pass_places: list[Place] = []
        self.access_places: list[Place] = []
        self.resource_places: list[Place] = []
        self.root_places: list[Place] = []
        self.histories: set[int] = set()

    def key(self) -> Key:
        """The declarations as one hashable value."""
        return (
            tuple(self.accesses),
            tuple(self.passes),
            tuple(self.resources),
            tuple(self.roots),
            tuple(self.scopes),
            tuple(self.views),
            self.switches,
        )

    def path_of(self, pass_index: int) -> str:
        """The scope path of a pass as far as recorded; for errors, since it spells every path."""
        return spell_paths(self.passes, self.scopes)[0][pass_index]

    def writer_of(self, resource: int, version: int, phase: str) -> int:
        """Position among the accesses of the first write that made a version; for errors.

        Raises:
            GraphError: FG9001 when there is none.
        """
        for position, declared in enumerate(self.accesses):
            if declared[1] == resource and declared[2] == version and len(declared) > 5:
                return position
        raise GraphError("FG9001", f"version {version} of resource {resource} has no writer", phase=phase)

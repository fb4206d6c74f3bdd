"""Edges between passes, each with the accesses and the region that cause it.

An edge joins two passes over one resource. Its causes are pairs of declared accesses that touch the same box, so a
report can point at the two declarations, and can tell a read after a write from a write after a read where one
edge stands for both.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from framescope.shade.graph.regions import Box

__all__ = ["Cause", "Edge", "EdgeSet", "Hazard"]

Hazard = Literal["raw", "war", "waw"]


class Cause(NamedTuple):
    """Two accesses of one box, the second after the first.

    Attributes:
        source_access: Position of the earlier access among the declarations.
        target_access: Position of the later one.
        hazard: ``"raw"`` where the later one needs the value of the earlier, ``"war"`` where it writes over what
            the earlier reads, ``"waw"`` where it writes over what the earlier wrote.
        box: What both touch.
    """

    source_access: int
    target_access: int
    hazard: Hazard
    box: Box


class Edge(NamedTuple):
    """One pass comes before another because of a resource.

    Attributes:
        source: The pass that comes first.
        target: The pass that comes after it.
        resource: The resource both touch.
        kind: ``"value"`` where the target needs what the source wrote, else ``"ordering"``.
        causes: Why, one entry for each pair of accesses and box; at least one.
    """

    source: int
    target: int
    resource: int
    kind: Literal["value", "ordering"]
    causes: tuple[Cause, ...]

    @property
    def hazard(self) -> Hazard:
        """The hazard of the first cause; an ordering edge may have both kinds."""
        return self.causes[0].hazard

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What both passes touch, a box for each cause."""
        return tuple(cause.box for cause in self.causes)


class EdgeSet:
    """Edges without duplicates; an ordering edge adds nothing to a pair that has a value edge over the resource.

    Attributes:
        initial_uses: By position of an access, the part of what it consumes that no pass made: contents from
            before the frame.
    """

    def __init__(self) -> None:
        self.initial_uses: dict[int, list[Box]] = {}
        self._values: dict[tuple[int, int, int], list[Cause]] = {}
        self._orders: dict[tuple[int, int, int], list[Cause]] = {}

    def value(self, key: tuple[int, int, int], cause: Cause) -> None:
        """Add a cause for the target to need the source; ``key`` is source, target and resource."""
        self._values.setdefault(key, []).append(cause)

    def order(self, key: tuple[int, int, int], cause: Cause) -> None:
        """Add a cause for the target to come after the source."""
        self._orders.setdefault(key, []).append(cause)

    def listed(self) -> list[Edge]:
        """Every edge, by target, then source, then resource."""
        edges = [Edge(*key, "value", tuple(causes)) for key, causes in self._values.items()]
        only_ordered = (item for item in self._orders.items() if item[0] not in self._values)
        edges += [Edge(*key, "ordering", tuple(causes)) for key, causes in only_ordered]
        return sorted(edges, key=lambda edge: edge[:4])

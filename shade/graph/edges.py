"""Edges between passes, each with the accesses and the region that cause it.

An edge joins two passes over one resource. Its causes are pairs of declared accesses that touch the same box, so a
report can point at the two declarations, and can tell a read after a write from a write after a read where one
edge stands for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from framescope.shade.graph.regions import Box

__all__ = ["Cause", "Edge", "Hazard", "Note", "edges_of", "needs_of"]

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


Note = tuple[int, int, int, int, int, Hazard, Box]
"""Source pass, target pass, resource, then the fields of a :class:`Cause`: how the walk over a frame writes causes
down. Most frames have no use for edges, only for who needs whom, so they are made of the notes when asked for."""


def needs_of(notes: Iterable[Note]) -> Iterator[tuple[int, int]]:
    """Source and target of every note that one pass needs what another wrote."""
    return ((note[0], note[1]) for note in notes if note[5] == "raw")


def edges_of(notes: Iterable[Note]) -> list[Edge]:
    """Edges without duplicates, by source, then target, then resource.

    An ordering adds nothing to a pair that has a value edge over the resource.
    """
    values: dict[tuple[int, int, int], list[Cause]] = {}
    orders: dict[tuple[int, int, int], list[Cause]] = {}
    for note in notes:
        found = values if note[5] == "raw" else orders
        found.setdefault(note[:3], []).append(Cause(*note[3:]))
    edges = [Edge(*key, "value", tuple(causes)) for key, causes in values.items()]
    edges += [Edge(*key, "ordering", tuple(causes)) for key, causes in orders.items() if key not in values]
    return sorted(edges, key=lambda edge: edge[:3])

"""Who depends on whom, region by region, and whether what is read was ever written.

Per resource the walk keeps the last writes, cut into boxes that do not overlap, and the readers since. A read or
a preserving write takes a *value* edge from every write it overlaps; an overwrite takes *ordering* edges from the
writes it replaces (WAW), and any write takes them from the readers it overlaps (WAR). Value edges alone decide
what is kept: an ordering edge says who comes first, not who is needed.

Contents are undefined until written; a write that does not store leaves its region undefined again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from framescope.shade.graph.accesses import Access, PassAccesses
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.plan_errors import discarded, out_of_order, undefined
from framescope.shade.graph.regions import Box, intersection, overlaps, subtract, subtract_all

__all__ = ["Dependencies", "Edge", "LastWrite", "analyse"]

Hazard = Literal["raw", "war", "waw"]


class Edge(NamedTuple):
    """One pass comes before another because of a resource."""

    source: int
    target: int
    resource: int
    kind: Literal["value", "ordering"]
    hazard: Hazard
    boxes: tuple[Box, ...]


class LastWrite(NamedTuple):
    """A box and the pass that wrote it last."""

    box: Box
    pass_index: int
    stores: bool


class _State:
    """What the walk knows of one resource."""

    __slots__ = ("defined", "readers", "version", "writes")

    def __init__(self, defined: bool) -> None:
        self.defined = defined
        self.version = 0
        self.writes: list[LastWrite] = []
        self.readers: list[tuple[Box, int]] = []


class Dependencies(NamedTuple):
    """Edges between passes, and by resource the writes that stand at the end of the frame."""

    edges: list[Edge]
    final_writes: list[list[LastWrite]]


class _Edges:
    """Edges without duplicates; an ordering edge adds nothing to a pair that has one."""

    def __init__(self) -> None:
        self._values: dict[tuple[int, int, int], tuple[Hazard, list[Box]]] = {}
        self._orders: dict[tuple[int, int, int], tuple[Hazard, list[Box]]] = {}

    def value(self, source: int, target: int, resource: int, box: Box) -> None:
        if source != target:
            self._values.setdefault((source, target, resource), ("raw", []))[1].append(box)

    def order(self, source: int, target: int, resource: int, hazard: Hazard, box: Box) -> None:
        key = (source, target, resource)
        if source != target and key not in self._values:
            self._orders.setdefault(key, (hazard, []))[1].append(box)

    def listed(self) -> list[Edge]:
        edges = [Edge(*key, "value", hazard, tuple(boxes)) for key, (hazard, boxes) in self._values.items()]
        edges += [Edge(*key, "ordering", hazard, tuple(boxes)) for key, (hazard, boxes) in self._orders.items()]
        return sorted(edges, key=lambda edge: (edge.target, edge.source, edge.resource, edge.kind))


def analyse(declarations: Declarations, passes: list[PassAccesses]) -> Dependencies:
    """Walk the passes in recording order.

    Raises:
        GraphError: FG1001 a read of undefined contents, FG1002 a preserving write over undefined or discarded
            ones, FG1003 a read of discarded ones, FG2002 versions used in an order in which they cannot exist.
    """
    states = [_State(resource[2] == "defined") for resource in declarations.resources]
    edges = _Edges()
    for reads, writes in passes:
        for read in reads:
            _read(read, states[read.resource], writes, edges, declarations)
        for write in writes:
            _write(write, states[write.resource], edges, declarations)
        for write in writes:
            states[write.resource].version = write.version
    return Dependencies(edges.listed(), [state.writes for state in states])


def _read(read: Access, state: _State, writes: list[Access], edges: _Edges, declarations: Declarations) -> None:
    boxes = read.boxes
    if read.version != state.version:  # then it must be the pass's own, which it reads as far as it wrote it
        own = [write.boxes for write in writes if write.resource == read.resource and write.version == read.version]
        if not own or read.version != state.version + 1:
            raise out_of_order(read, state.version, declarations)
        boxes = subtract_all(boxes, [box for written in own for box in written])
    _consume(read, boxes, state, edges, declarations)
    state.readers.extend((box, read.pass_index) for box in boxes)


def _write(write: Access, state: _State, edges: _Edges, declarations: Declarations) -> None:
    if write.version != state.version + 1:
        raise out_of_order(write, state.version, declarations)
    if write.contents == "preserve":
        _consume(write, write.boxes, state, edges, declarations)
    for box in write.boxes:
        for last in state.writes:
            if overlaps(box, last.box):
                shared = intersection(box, last.box)
                edges.order(last.pass_index, write.pass_index, write.resource, "waw", shared)
        for read_box, reader in state.readers:
            if overlaps(box, read_box):
                edges.order(reader, write.pass_index, write.resource, "war", intersection(box, read_box))
        state.writes = _cut_writes(state.writes, box)
        state.readers = [(piece, reader) for held, reader in state.readers for piece in subtract(held, box)]
        state.writes.append(LastWrite(box, write.pass_index, write.stores))


def _cut_writes(writes: Iterable[LastWrite], cut: Box) -> list[LastWrite]:
    return [last._replace(box=piece) for last in writes for piece in subtract(last.box, cut)]


def _consume(access: Access, boxes: tuple[Box, ...], state: _State, edges: _Edges, declarations: Declarations) -> None:
    for box in boxes:
        missing: tuple[Box, ...] = (box,)
        for last in state.writes:
            if not overlaps(box, last.box):
                continue
            shared = intersection(box, last.box)
            if not last.stores:
                raise discarded(access, last.pass_index, (shared,), declarations)
            edges.value(last.pass_index, access.pass_index, access.resource, shared)
            missing = subtract_all(missing, [last.box])
        if missing and not state.defined:
            raise undefined(access, missing, declarations)

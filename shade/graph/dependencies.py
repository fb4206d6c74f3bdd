"""Who depends on whom, region by region, and whether what is read was ever written.

Per resource the walk keeps the last writes, cut into boxes that do not overlap, and the readers since. A read or
a preserving write takes a *value* edge from every write it overlaps; an overwrite takes *ordering* edges from the
writes it replaces (WAW), and any write takes them from the readers it overlaps (WAR). Value edges alone decide
what is kept: an ordering edge says who comes first, not who is needed.

Contents are undefined until written; a write that does not store leaves its region undefined again.
"""

from __future__ import annotations

from typing import NamedTuple

from framescope.shade.graph.accesses import Access, PassAccesses
from framescope.shade.graph.box_index import BoxIndex, remainder
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.edges import Cause, Edge, EdgeSet
from framescope.shade.graph.plan_errors import discarded, out_of_order, undefined
from framescope.shade.graph.regions import Box, intersection, subtract_all

__all__ = ["Dependencies", "LastWrite", "analyse"]


class LastWrite(NamedTuple):
    """A box and the write that stands in it.

    Attributes:
        box: The box.
        pass_index: The pass that wrote it last.
        stores: Whether it left a value behind.
        access: Position of the write among the declarations.
    """

    box: Box
    pass_index: int
    stores: bool
    access: int


class Reader(NamedTuple):
    """A box, the pass that read it since it was written, and the position of the read among the declarations."""

    box: Box
    pass_index: int
    access: int


class _State:
    """What the walk knows of one resource."""

    __slots__ = ("defined", "readers", "version", "writes")

    def __init__(self, defined: bool) -> None:
        self.defined = defined
        self.version = 0
        self.writes: BoxIndex[LastWrite] = BoxIndex()
        self.readers: BoxIndex[Reader] = BoxIndex()


class Dependencies(NamedTuple):
    """What the walk finds.

    Attributes:
        edges: Between passes.
        final_writes: By resource, the writes that stand at the end of the frame.
        initial_uses: By position of an access, the part of what it consumes that is from before the frame.
    """

    edges: list[Edge]
    final_writes: list[BoxIndex[LastWrite]]
    initial_uses: dict[int, list[Box]]


def analyse(declarations: Declarations, passes: list[PassAccesses]) -> Dependencies:
    """Walk the passes in recording order.

    Raises:
        GraphError: FG1001 a read of undefined contents, FG1002 a preserving write over undefined or discarded
            ones, FG1003 a read of discarded ones, FG2002 versions used in an order in which they cannot exist.
    """
    states = [_State(resource[2] == "defined") for resource in declarations.resources]
    edges = EdgeSet()
    for reads, writes in passes:
        for read in reads:
            _read(read, states[read.resource], writes, edges, declarations)
        for write in writes:
            _write(write, states[write.resource], edges, declarations)
        for write in writes:
            states[write.resource].version = write.version
    return Dependencies(edges.listed(), [state.writes for state in states], edges.initial_uses)


def _read(read: Access, state: _State, writes: list[Access], edges: EdgeSet, declarations: Declarations) -> None:
    boxes = read.boxes
    if read.version != state.version:  # then it must be the pass's own, which it reads as far as it has written it
        own = [write for write in writes if write.resource == read.resource and write.version == read.version]
        if not own or read.version != state.version + 1:
            raise out_of_order(read, state.version, declarations)
        boxes = subtract_all(boxes, [box for write in own if write.position < read.position for box in write.boxes])
    _consume(read, boxes, state, edges, declarations)
    for box in boxes:
        state.readers.add(Reader(box, read.pass_index, read.position))


def _write(write: Access, state: _State, edges: EdgeSet, declarations: Declarations) -> None:
    if write.version != state.version + 1:
        raise out_of_order(write, state.version, declarations)
    if write.contents == "preserve":
        _consume(write, write.boxes, state, edges, declarations)
    for box in write.boxes:
        for last in state.writes.take(box):
            if last.pass_index != write.pass_index:
                cause = Cause(last.access, write.position, "waw", intersection(box, last.box))
                edges.order((last.pass_index, write.pass_index, write.resource), cause)
        for reader in state.readers.take(box):
            if reader.pass_index != write.pass_index:
                cause = Cause(reader.access, write.position, "war", intersection(box, reader.box))
                edges.order((reader.pass_index, write.pass_index, write.resource), cause)
        state.writes.add(LastWrite(box, write.pass_index, write.stores, write.position))


def _consume(access: Access, boxes: tuple[Box, ...], state: _State, edges: EdgeSet, declarations: Declarations) -> None:
    for box in boxes:
        found = state.writes.meeting(box)
        for last in found:
            shared = intersection(box, last.box)
            if not last.stores:
                raise discarded(access, last.access, (shared,), declarations)
            if last.pass_index != access.pass_index:
                cause = Cause(last.access, access.position, "raw", shared)
                edges.value((last.pass_index, access.pass_index, access.resource), cause)
        missing = remainder(box, [last.box for last in found])
        if missing:
            if not state.defined:
                raise undefined(access, missing, declarations)
            edges.initial_uses.setdefault(access.position, []).extend(missing)

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
from framescope.shade.graph.edges import Note
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
    """What the walk knows of one resource.

    Attributes:
        defined: Whether it holds contents before the frame.
        version: The version that is current.
        writes: The writes that stand.
        written: Whether there ever was one.
        sole: The only one of them, where there is one and it is of one box; what most resources have.
        was_read: Whether there ever was a read.
    """

    __slots__ = ("_readers", "_reads", "defined", "sole", "version", "was_read", "writes", "written")

    def __init__(self, defined: bool) -> None:
        self.defined = defined
        self.written = self.was_read = False
        self.version = 0
        self.sole: LastWrite | None = None
        self.writes: BoxIndex[LastWrite] = BoxIndex()
        self._reads: list[Access] = []  # since, not filed: most resources are never written again
        self._readers: BoxIndex[Reader] | None = None

    def note_read(self, read: Access) -> None:
        """Remember who read what."""
        self.was_read = True
        self._reads.append(read)

    def take_readers(self, box: Box) -> list[Reader]:
        """Who read any of ``box`` since it was written; they are forgotten, as far as the box goes."""
        if self._reads:
            if self._readers is None:
                self._readers = BoxIndex()
            for read in self._reads:
                for part in read.boxes:
                    self._readers.add(Reader(part, read.pass_index, read.position))
            self._reads.clear()
        return [] if self._readers is None else self._readers.take(box)


class Dependencies(NamedTuple):
    """What the walk finds.

    Attributes:
        notes: What :func:`~framescope.shade.graph.edges.edges_of` makes edges of, in the order of the walk.
        final_writes: By resource, the writes that stand at the end of the frame.
        initial_uses: By position of an access, the part of what it consumes that is from before the frame.
    """

    notes: list[Note]
    final_writes: list[BoxIndex[LastWrite]]
    initial_uses: dict[int, tuple[Box, ...]]


def analyse(declarations: Declarations, passes: list[PassAccesses]) -> Dependencies:
    """Walk the passes in recording order.

    Raises:
        GraphError: FG1001 a read of undefined contents, FG1002 a preserving write over undefined or discarded
            ones, FG1003 a read of discarded ones, FG2002 versions used in an order in which they cannot exist.
    """
    states = [_State(resource[2] == "defined") for resource in declarations.resources]
    found = Dependencies([], [state.writes for state in states], {})
    for reads, writes in passes:
        for read in reads:
            state = states[read.resource]
            if read.version != state.version:
                read = _own_rest(read, state, writes, declarations)
            _consume(read, state, found, declarations)
            state.note_read(read)
        for write in writes:
            _write(write, states[write.resource], found, declarations)
        for write in writes:
            states[write.resource].version = write.version
    return found


def _own_rest(read: Access, state: _State, writes: list[Access], declarations: Declarations) -> Access:
    """A read of a version that is not current: the pass's own, less what the pass had written of it before the read."""
    own = [write for write in writes if write.resource == read.resource and write.version == read.version]
    if not own or read.version != state.version + 1:
        raise out_of_order(read, state.version, declarations)
    made = [box for write in own if write.position < read.position for box in write.boxes]
    return read._replace(boxes=subtract_all(read.boxes, made))


def _write(write: Access, state: _State, found: Dependencies, declarations: Declarations) -> None:
    if write.version != state.version + 1:
        raise out_of_order(write, state.version, declarations)
    if write.contents == "preserve":
        _consume(write, state, found, declarations)
    pass_index, resource, position = write.pass_index, write.resource, write.position
    made = state.sole  # stays where the write touches nothing
    for box in write.boxes:
        if state.written:
            for last in state.writes.take(box):
                if last.pass_index != pass_index:
                    shared = intersection(box, last.box)
                    found.notes.append((last.pass_index, pass_index, resource, last.access, position, "waw", shared))
        if state.was_read:
            for reader in state.take_readers(box):
                if reader.pass_index != pass_index:
                    shared = intersection(box, reader.box)
                    note: Note = (reader.pass_index, pass_index, resource, reader.access, position, "war", shared)
                    found.notes.append(note)
        made = LastWrite(box, pass_index, write.stores, position)
        state.writes.add(made)
        state.written = True
    state.sole = made if len(state.writes) == 1 else None


def _consume(access: Access, state: _State, found: Dependencies, declarations: Declarations) -> None:
    """Note whose values an access needs, and see that all of it has contents."""
    boxes, sole = access.boxes, state.sole
    if sole is not None and len(boxes) == 1 and boxes[0] == sole.box:
        _need(access, sole, sole.box, found, declarations)
        return
    missing = boxes
    if state.written:
        missing = ()
        for box in boxes:
            standing = state.writes.meeting(box)
            for last in standing:
                _need(access, last, intersection(box, last.box), found, declarations)
            missing += remainder(box, [last.box for last in standing])
    if missing:
        if not state.defined:
            raise undefined(access, missing, declarations)
        found.initial_uses[access.position] = missing


def _need(access: Access, last: LastWrite, shared: Box, found: Dependencies, declarations: Declarations) -> None:
    _, source, stores, source_access = last
    if not stores:
        raise discarded(access, source_access, (shared,), declarations)
    target = access.pass_index
    if source != target:
        found.notes.append((source, target, access.resource, source_access, access.position, "raw", shared))

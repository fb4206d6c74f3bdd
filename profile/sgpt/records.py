"""What the records of an opened capture hold, read when asked for; what turns out to be damaged is noted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TypeVar

from framescope.profile.errors import CaptureDamaged, CaptureTruncated
from framescope.profile.sgpt.framing import NOTE, PLST, SYMS, TOPO, NeedMore, Readable, Record, read_record
from framescope.profile.sgpt.index import CaptureIndex
from framescope.profile.sgpt.model import PassList, Topology
from framescope.profile.sgpt.pass_lists import decode_pass_list
from framescope.profile.sgpt.read_ahead import ReadAhead
from framescope.profile.sgpt.scan import Lost
from framescope.profile.sgpt.source import Source
from framescope.profile.sgpt.symbols import decode_symbols
from framescope.profile.sgpt.texts import Note, decode_note
from framescope.profile.sgpt.topologies import decode_topology

__all__ = ["CaptureRecords", "numbered"]

_T = TypeVar("_T")
_CACHED = 64  # pass lists and topologies kept decoded; frames that share one are usually neighbours


def numbered(number: int, decoded: tuple[int, _T]) -> _T:
    """What was decoded, if it is what the index says lies there.

    Raises:
        ValueError: It is something else.
    """
    found, value = decoded
    if found != number:
        raise ValueError(f"number {found}, where the directory says {number}")
    return value


class CaptureRecords:
    """Names, pass lists, topologies and notes by number.

    Args:
        source: The capture.
        index: What is where in it.
    """

    def __init__(self, source: Source, index: CaptureIndex) -> None:
        self._source = source
        self._index = index
        self._lost_late: dict[int, Lost] = {}
        self._names: dict[int, list[str]] = {}
        self._last_names: tuple[int, list[str]] = (0, [])  # of the SYMS that was asked last
        self._pass_lists: dict[int, PassList | None] = {}  # by offset: a number may turn out to be another record's
        self._topologies: dict[int, Topology | None] = {}

    def read_ahead(self) -> ReadAhead:
        """What to read records through that are wanted one behind the other."""
        return ReadAhead(self._source)

    @property
    def lost(self) -> list[Lost]:
        """What could not be read so far."""
        tail = () if self._index.tail is None else (self._index.tail,)
        known = {place.offset for place in self._index.lost}
        late = (place for offset, place in self._lost_late.items() if offset not in known)
        return [*self._index.faults, *self._index.lost, *late, *tail]

    def lose(self, offset: int, reason: str) -> None:
        """The record at ``offset`` cannot be read after all."""
        if offset not in self._lost_late:
            record = read_record(self._source, offset)
            # of what is damaged no length is to be believed
            end = record.end if isinstance(record, Record) else self._index.next_offset(offset, self._source.size)
            self._lost_late[offset] = Lost(offset, end - offset, reason)

    def payload(self, offset: int, fourcc: bytes, source: Readable | None = None) -> bytes:
        """The payload of the record at ``offset``, read through ``source`` where that is given.

        Raises:
            CaptureTruncated: It is not all there.
            CaptureDamaged: It is damaged, or of another type.
        """
        answer = read_record(self._source if source is None else source, offset)
        if isinstance(answer, NeedMore):
            raise CaptureTruncated(f"at least {answer.missing} bytes of a record are not there", offset=offset)
        if isinstance(answer, Record):
            if answer.type == fourcc:
                return answer.payload
            raise CaptureDamaged("a wrong record", offset=offset, expected=repr(fourcc), found=repr(answer.type))
        raise CaptureDamaged("a damaged record", offset=offset, expected=answer.expected, found=answer.found)

    def decode_all(self) -> None:
        """Decode all names, pass lists, topologies and notes: what of them is malformed is in :attr:`lost` then."""
        for first, _ in self._index.symbols:
            self.name(first)
        for number in self._index.pass_lists:
            self.pass_list(number)
        for number in self._index.topologies:
            self.topology(number)
        self.notes()

    def notes(self) -> list[Note]:
        """What was written down, in the order it was."""
        read = (self._decode(offset, NOTE, decode_note) for offset in self._index.notes)
        return [note for note in read if note is not None]

    def pass_list(self, number: int) -> PassList | None:
        """The pass list with this number, or None when it was lost."""

        def decode(payload: bytes) -> PassList:
            return numbered(number, decode_pass_list(payload, self.name))

        return self._cached(self._pass_lists, number, self._index.pass_lists, PLST, decode)

    def topology(self, number: int) -> Topology | None:
        """The topology with this number, or None when it was lost."""

        def decode(payload: bytes) -> Topology:
            return numbered(number, decode_topology(payload))

        return self._cached(self._topologies, number, self._index.topologies, TOPO, decode)

    def name(self, number: int) -> str:
        """The name with this number; a lost one reads ``<lost name N>``."""
        first, names = self._last_names
        if not 0 <= number - first < len(names):
            first, names = self._last_names = self._names_of(number)
        if 0 <= number - first < len(names):
            return names[number - first]
        return f"<lost name {number}>"

    def _names_of(self, number: int) -> tuple[int, list[str]]:
        """The names of the SYMS that would hold this one, and the number of its first."""
        place = bisect_right(self._index.symbols, number, key=lambda block: block[0]) - 1
        if place < 0:
            return 0, []
        first, offset = self._index.symbols[place]
        names = self._names.get(offset)
        if names is None:
            decoded = self._decode(offset, SYMS, lambda payload: numbered(first, decode_symbols(payload)))
            names = self._names[offset] = [] if decoded is None else decoded
        return first, names

    def _decode(self, offset: int, fourcc: bytes, decode: Callable[[bytes], _T]) -> _T | None:
        try:
            return decode(self.payload(offset, fourcc))
        except (ValueError, IndexError) as error:
            self.lose(offset, str(error))
            return None

    def _cached(
        self,
        cache: dict[int, _T | None],
        number: int,
        places: dict[int, int],
        fourcc: bytes,
        decode: Callable[[bytes], _T],
    ) -> _T | None:
        offset = places.get(number)
        if offset is None:
            return None
        if offset not in cache:
            if len(cache) >= _CACHED:
                cache.pop(next(iter(cache)))
            cache[offset] = self._decode(offset, fourcc, decode)
        return cache[offset]

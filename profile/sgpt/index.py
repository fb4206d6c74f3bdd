"""What is where in a capture, filled from its directory or record by record, and again when the file has grown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.directory import decode_directory
from framescope.profile.sgpt.frame_layout import frame_number, frame_shape
from framescope.profile.sgpt.framing import DIRE, FRAM, META, NOTE, PLST, SYMS, TOPO, Readable, Record, read_record
from framescope.profile.sgpt.header import HEADER_SIZE
from framescope.profile.sgpt.pass_lists import decode_pass_list, pass_list_number
from framescope.profile.sgpt.scan import Lost, TornTail
from framescope.profile.sgpt.symbols import decode_symbols
from framescope.profile.sgpt.texts import decode_meta
from framescope.profile.sgpt.topologies import decode_topology, topology_number

__all__ = ["CaptureIndex", "CaptureState", "without_meta"]

CaptureState = Literal["closed", "not closed", "cut off"]
"""The writer reached its end; it did not, and the file ends with a whole record; the file ends inside a record."""


@dataclass(slots=True)
class CaptureIndex:
    """What is where.

    Attributes:
        stopped: The writer reached its end.
        cut: The file ends inside a record, or before a directory that its header promises.
        meta: What META holds, None while none was seen.
        numbers: Frame numbers, ascending, uint32; ``offsets`` says where their records lie.
        entries: The directory's entry of each frame, or None when the capture was scanned.
        symbols: ``(first number, offset)`` of each SYMS, ascending.
        pass_lists: Offset of each PLST by number; ``topologies`` is the same for TOPO.
        notes: Offsets of the notes.
        records: How many whole records there are, directory blocks left out.
        faults: What is wrong with the header or the directory, and that META is missing.
        lost: What could not be read, the end of the file left out.
        tail: What lies at the end and is no whole record, or not yet.
        end: Where the next record would begin.
    """

    stopped: bool = False
    cut: bool = False
    meta: dict[str, Any] | None = None
    numbers: npt.NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))
    offsets: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    entries: npt.NDArray[np.void] | None = None
    symbols: list[tuple[int, int]] = field(default_factory=list)
    pass_lists: dict[int, int] = field(default_factory=dict)
    topologies: dict[int, int] = field(default_factory=dict)
    notes: list[int] = field(default_factory=list)
    records: int = 0
    faults: list[Lost] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    tail: Lost | None = None
    end: int = HEADER_SIZE
    _places: list[int] = field(default_factory=list, repr=False)
    _next_symbol: int = 0

    @property
    def state(self) -> CaptureState:
        """How the file ends."""
        return "closed" if self.stopped else "cut off" if self.cut else "not closed"

    def add(self, fourcc: bytes, offset: int, number: int, count: int = 0) -> None:
        """A record other than a frame; types this reader does not know are counted and left alone.

        Args:
            fourcc: Its type.
            offset: Where it lies.
            number: Its number; for SYMS the first name's.
            count: How many names a SYMS has, where that is known.

        Raises:
            ValueError: The number was given before; what used it would mean two things.
        """
        if fourcc == SYMS:
            if number < self._next_symbol:
                raise ValueError(f"names from {number} on come after name {self._next_symbol - 1}")
            self._next_symbol = number + max(count, 1)
            self.symbols.append((number, offset))
        elif fourcc in (PLST, TOPO):
            table = self._table(fourcc)
            if number in table:
                raise ValueError(f"{fourcc.decode()} {number} was there before")
            table[number] = offset
        elif fourcc == NOTE:
            self.notes.append(offset)
        self.records += 1

    def sort_in(self, found: Iterable[Record | Lost | TornTail], source: Readable | None = None) -> None:
        """Take in what a scan from :attr:`end` on finds.

        Args:
            found: The scan.
            source: Where a record is read again whose number comes a second time: it may be malformed, and then has
                none. None where the scan holds nothing malformed.
        """
        numbers: list[int] = []
        offsets: list[int] = []
        self.tail, self.cut = None, False
        for item in found:
            if self.tail is not None:
                self.lost.append(self.tail)
                self.tail = None
            if isinstance(item, Record):
                self.end = item.end
                if source is not None and item.type in (PLST, TOPO):
                    self._take_back(source, item)
                self._sort_record(item, numbers, offsets)
            else:
                self.tail = item if isinstance(item, Lost) else _torn(item)
                self.cut = isinstance(item, TornTail)
        self.numbers = np.concatenate([self.numbers, np.array(numbers, np.uint32)])
        self.offsets = np.concatenate([self.offsets, np.array(offsets, np.uint64)])
        self._places = []

    def _table(self, fourcc: bytes) -> dict[int, int]:
        return self.pass_lists if fourcc == PLST else self.topologies

    def _take_back(self, source: Readable, record: Record) -> None:
        """Free the number of ``record`` where what claims it is malformed: that costs nothing but itself.

        Only then is what has the number decoded: a scan would take many times as long if it decoded every one.
        """
        table = self._table(record.type)
        number = int.from_bytes(record.payload[:4], "little")
        claimed = read_record(source, table[number]) if number in table else None
        fault = _content_fault(claimed) if isinstance(claimed, Record) else None
        if isinstance(claimed, Record) and fault is not None:
            del table[number]
            self.records -= 1
            self.lost.append(Lost(claimed.offset, claimed.end - claimed.offset, f"malformed: {fault}"))

    def _sort_record(self, record: Record, numbers: list[int], offsets: list[int]) -> None:
        if record.offset == HEADER_SIZE and record.type != META:
            self.faults.append(without_meta(record))
        try:
            if record.type == FRAM:
                frame_shape(record.payload)  # what cannot be read must not forbid the numbers behind it
                number = frame_number(record.payload)
                last = numbers[-1] if numbers else int(self.numbers[-1]) if self.numbers.size else -1
                if number <= last:
                    raise ValueError(f"frame {number} comes after frame {last}")
                numbers.append(number)
                offsets.append(record.offset)
                self.records += 1
            else:
                self._sort_other(record)
        except ValueError as error:
            self.lost.append(Lost(record.offset, record.end - record.offset, f"malformed: {error}"))

    def _sort_other(self, record: Record) -> None:
        if record.type == DIRE:
            self.stopped = decode_directory(record.payload).last or self.stopped
        elif record.type == META:
            if self.meta is not None:
                raise ValueError("a second META")
            if record.offset != HEADER_SIZE:
                raise ValueError(f"META is the first record, and not at byte {record.offset}")
            self.meta = decode_meta(record.payload)
            self.add(META, record.offset, 0)
        elif record.type == SYMS:
            first, names = decode_symbols(record.payload)  # a count that lies must not forbid the names behind it
            self.add(SYMS, record.offset, first, len(names))
        else:
            self.add(record.type, record.offset, _number(record))

    def is_lost(self, offset: int) -> bool:
        """Whether the byte at ``offset`` lies in what could not be read."""
        return bool(self.lost_among(np.array([offset], np.uint64))[0])

    def lost_among(self, offsets: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        """As :meth:`is_lost`, for many places."""
        lost = np.zeros(offsets.shape, bool)
        for place in self.lost if self.tail is None else (*self.lost, self.tail):
            lost |= (offsets >= place.offset) & (offsets < place.offset + place.length)
        return lost

    def next_offset(self, offset: int, size: int) -> int:
        """Where the record behind the one at ``offset`` begins, as far as the index knows; at most ``size``."""
        if not self._places:
            symbols = (place for _, place in self.symbols)
            others = (*symbols, *self.pass_lists.values(), *self.topologies.values(), *self.notes)
            self._places = sorted((*others, *self.offsets.tolist()))
        place = bisect_right(self._places, offset)
        return min(self._places[place], size) if place < len(self._places) else size


def without_meta(first: Record) -> Lost:
    """What is told of a capture that begins with another record: that one is not lost."""
    return Lost(first.offset, 0, f"malformed: META is missing, the first record is {first.type.decode('latin-1')!a}")


def _number(record: Record) -> int:
    reader = {PLST: pass_list_number, TOPO: topology_number}.get(record.type)
    return 0 if reader is None else reader(record.payload)


def _content_fault(record: Record) -> str | None:
    try:
        if record.type == PLST:
            decode_pass_list(record.payload, lambda _: "")
        else:
            decode_topology(record.payload)
    except ValueError as error:
        return str(error)
    return None


def _torn(tail: TornTail) -> Lost:
    reason = f"the file ends inside a record, at least {tail.missing} bytes are missing"
    return Lost(tail.offset, tail.length, reason)

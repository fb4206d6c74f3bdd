"""Where the records of a capture lie: from its directory when that can be trusted, by scanning when not."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.directory import ENTRY, DirectoryBlock, decode_directory
from framescope.profile.sgpt.frames import frame_number
from framescope.profile.sgpt.framing import DIRE, FRAM, META, NOTE, PLST, SYMS, TOPO, Readable, Record, read_record
from framescope.profile.sgpt.header import HEADER_SIZE, PATCH_OFFSET, Header
from framescope.profile.sgpt.pass_lists import pass_list_number
from framescope.profile.sgpt.scan import Lost, TornTail, scan_records
from framescope.profile.sgpt.symbols import first_symbol
from framescope.profile.sgpt.texts import decode_meta, topology_number

__all__ = ["CaptureIndex", "CaptureState", "index_capture"]

CaptureState = Literal["closed", "not closed", "cut off"]
"""The writer reached its end; it did not, and the file ends with a whole record; the file ends inside a record."""


@dataclass(slots=True)
class CaptureIndex:
    """What is where.

    Attributes:
        state: How the file ends.
        meta: What META holds, ``{}`` when it was lost.
        numbers: Frame numbers, ascending, uint32; ``offsets`` says where their records lie.
        entries: The directory's :data:`ENTRY` of each frame, or None when the capture was scanned.
        symbols: ``(first number, offset)`` of each SYMS, ascending.
        pass_lists: Offset of each PLST by number; ``topologies`` is the same for TOPO.
        notes: Offsets of the notes.
        records: How many whole records there are, directory blocks left out.
        lost: What could not be read.
    """

    state: CaptureState = "not closed"
    meta: dict[str, Any] = field(default_factory=dict)
    numbers: npt.NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))
    offsets: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    entries: npt.NDArray[np.void] | None = None
    symbols: list[tuple[int, int]] = field(default_factory=list)
    pass_lists: dict[int, int] = field(default_factory=dict)
    topologies: dict[int, int] = field(default_factory=dict)
    notes: list[int] = field(default_factory=list)
    records: int = 0
    lost: list[Lost] = field(default_factory=list)
    _places: list[int] = field(default_factory=list, repr=False)

    def add(self, fourcc: bytes, offset: int, number: int) -> None:
        """A record other than a frame; types this reader does not know are counted and left alone."""
        self.records += 1
        if fourcc == SYMS:
            self.symbols.append((number, offset))
        elif fourcc == PLST:
            self.pass_lists[number] = offset
        elif fourcc == TOPO:
            self.topologies[number] = offset
        elif fourcc == NOTE:
            self.notes.append(offset)

    def next_offset(self, offset: int, size: int) -> int:
        """Where the record behind the one at ``offset`` begins, as far as the index knows; at most ``size``."""
        if not self._places:
            symbols = (place for _, place in self.symbols)
            others = (*symbols, *self.pass_lists.values(), *self.topologies.values(), *self.notes)
            self._places = sorted((*others, *self.offsets.tolist()))
        place = bisect_right(self._places, offset)
        return min(self._places[place], size) if place < len(self._places) else size


class _Untrusted(Exception):
    """The directory cannot be used; the message says why."""


def index_capture(source: Readable, header: Header, *, check: bool) -> CaptureIndex:
    """Find the records of a capture.

    Args:
        source: The capture.
        header: Its header.
        check: Read every record and verify its checksum, whatever the directory says.
    """
    if not header.directory_offset:
        return _scan(source)
    try:
        blocks = _directory_chain(source, header)
        index = _from_directory(source, blocks)
    except _Untrusted as problem:
        return _without_directory(_scan(source), header, source.size, str(problem))
    return _scan(source) if check else index


def _without_directory(index: CaptureIndex, header: Header, size: int, problem: str) -> CaptureIndex:
    if index.state == "not closed" and header.directory_offset >= size:
        index.state = "cut off"  # at a record boundary: the header still points to where the end once was
    elif index.state != "cut off":
        index.lost.insert(0, Lost(PATCH_OFFSET, HEADER_SIZE - PATCH_OFFSET, f"directory not used: {problem}"))
    return index


def _directory_chain(source: Readable, header: Header) -> list[DirectoryBlock]:
    blocks: list[DirectoryBlock] = []
    offset, limit = header.directory_offset, source.size
    while offset:
        if not HEADER_SIZE <= offset < limit:
            raise _Untrusted(f"a block at byte {offset}, expected below {limit}")
        record = read_record(source, offset)
        if not isinstance(record, Record) or record.type != DIRE:
            raise _Untrusted(f"no directory record at byte {offset}")
        if not blocks and record.end != source.size:
            raise _Untrusted(f"the file goes on for {source.size - record.end} bytes behind its last block")
        try:
            block = decode_directory(record.payload)
        except ValueError as error:
            raise _Untrusted(str(error)) from error
        if blocks and block.first + len(block.frames) != blocks[-1].first:
            raise _Untrusted(f"the block at byte {offset} does not continue the one before")
        blocks.append(block)
        offset, limit = block.previous, offset
    if blocks[-1].first:
        raise _Untrusted("its first block is missing")
    return blocks[::-1]


def _from_directory(source: Readable, blocks: list[DirectoryBlock]) -> CaptureIndex:
    entries = np.concatenate([block.frames for block in blocks]) if blocks else np.zeros(0, ENTRY)
    numbers = entries["number"]
    if (numbers[1:] <= numbers[:-1]).any():
        raise _Untrusted("its frame numbers do not ascend")
    index = CaptureIndex("closed", numbers=numbers, offsets=entries["offset"], entries=entries, records=len(entries))
    for block in blocks:
        for offset, fourcc, number in block.others.tolist():
            index.add(fourcc, offset, number)
    _read_meta(source, index)
    return index


def _read_meta(source: Readable, index: CaptureIndex) -> None:
    record = read_record(source, HEADER_SIZE)
    if not isinstance(record, Record) or record.type != META:
        raise _Untrusted("META is not where it should be")
    try:
        index.meta = decode_meta(record.payload)
    except ValueError as error:
        raise _Untrusted(str(error)) from error


def _scan(source: Readable) -> CaptureIndex:
    index = CaptureIndex()
    numbers: list[int] = []
    offsets: list[int] = []
    for found in scan_records(source):
        if isinstance(found, TornTail):
            if index.state != "closed":
                index.state = "cut off"
            reason = f"the file ends inside a record, at least {found.missing} bytes are missing"
            index.lost.append(Lost(found.offset, found.length, reason))
        elif isinstance(found, Lost):
            index.lost.append(found)
        else:
            try:
                _sort_record(found, index, numbers, offsets)
            except ValueError as error:
                index.lost.append(Lost(found.offset, found.end - found.offset, f"malformed: {error}"))
    index.numbers, index.offsets = np.array(numbers, np.uint32), np.array(offsets, np.uint64)
    return index


def _sort_record(record: Record, index: CaptureIndex, numbers: list[int], offsets: list[int]) -> None:
    if record.type == FRAM:
        number = frame_number(record.payload)
        if numbers and number <= numbers[-1]:
            raise ValueError(f"frame {number} comes after frame {numbers[-1]}")
        numbers.append(number)
        offsets.append(record.offset)
        index.records += 1
    elif record.type == DIRE:
        if decode_directory(record.payload).last:
            index.state = "closed"
    elif record.type == META:
        index.meta = decode_meta(record.payload)
        index.add(META, record.offset, 0)
    else:
        index.add(record.type, record.offset, _number(record))


def _number(record: Record) -> int:
    reader = {SYMS: first_symbol, PLST: pass_list_number, TOPO: topology_number}.get(record.type)
    return 0 if reader is None else reader(record.payload)

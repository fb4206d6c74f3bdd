"""Finding the records of a capture: by its directory when that can be trusted, by scanning when not."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from framescope.profile.errors import CaptureDamaged, NotACapture
from framescope.profile.sgpt.directory import ENTRY, DirectoryBlock, decode_directory
from framescope.profile.sgpt.framing import DIRE, META, Readable, Record, read_record
from framescope.profile.sgpt.header import FORMAT_VERSION, HEADER_SIZE, PATCH_OFFSET, Header, decode_header
from framescope.profile.sgpt.index import CaptureIndex, without_meta
from framescope.profile.sgpt.scan import Lost, scan_records
from framescope.profile.sgpt.texts import decode_meta

__all__ = ["locate_records", "read_header"]

_PATCHED = HEADER_SIZE - PATCH_OFFSET


class _Untrusted(Exception):
    """The directory cannot be used; the message says why, the place what is wrong.

    Attributes:
        offset: Where that begins, ``length`` bytes long; the header's pointer unless something else is to blame.
        suspect: What would explain it, if it is damaged.
    """

    def __init__(
        self, message: str, offset: int = PATCH_OFFSET, length: int = _PATCHED, suspect: int | None = None
    ) -> None:
        super().__init__(message)
        self.offset = offset
        self.length = length
        self.suspect = offset if suspect is None else suspect


def read_header(source: Readable) -> tuple[Header, Lost | None]:
    """The header, and what is wrong with it.

    A damaged header in front of a whole META costs the header alone: the records need nothing of it.

    Raises:
        NotACapture: It is none.
        CaptureTooNew: It asks for a newer reader; CaptureTooOld: it is older than the promise.
        CaptureDamaged: The header is damaged, and so is META.
    """
    data = source.read_at(0, HEADER_SIZE)
    try:
        return decode_header(data), None
    except (NotACapture, CaptureDamaged) as error:
        first = read_record(source, HEADER_SIZE)
        if isinstance(first, Record) and first.type == META:
            return Header(), Lost(0, HEADER_SIZE, f"damaged: {error}")
        if isinstance(error, CaptureDamaged) and any(isinstance(found, Record) for found in scan_records(source)):
            message = "header and META are damaged; framescope recover saves the records that are whole"
            raise CaptureDamaged(message, offset=0, expected=error.expected, found=error.found) from error
        raise


def locate_records(source: Readable, header: Header, damage: Lost | None, *, check: bool) -> CaptureIndex:
    """Find the records of a capture.

    Args:
        source: The capture.
        header: Its header.
        damage: What :func:`read_header` says is wrong with that.
        check: Read every record and verify its checksum, whatever the directory says.
    """
    if damage is not None:
        return _scan(source, damage)
    try:
        _check_pointer(header)
        if not header.directory_offset:
            return _scan(source)
        index = _from_directory(source, _directory_chain(source, header))
    except _Untrusted as problem:
        return _without_directory(_scan(source), header, source.size, problem)
    return _scan(source) if check else index


def _check_pointer(header: Header) -> None:
    """No checksum covers what is patched at the end, but its parts must agree."""
    if header.closed != bool(header.directory_offset) or header.closed != bool(header.directory_length):
        raise _Untrusted("the header's flags and its pointer disagree")
    if header.format_version <= FORMAT_VERSION and header.reserved_flags:
        raise _Untrusted(f"the header has unknown flags {header.reserved_flags:#x}")


def _without_directory(index: CaptureIndex, header: Header, size: int, problem: _Untrusted) -> CaptureIndex:
    if index.state == "not closed" and header.closed and header.directory_offset >= size:
        index.cut = True  # at a record boundary: the header still points to where the end once was
    elif index.state != "cut off" and not index.is_lost(problem.suspect):
        index.faults.append(Lost(problem.offset, problem.length, f"directory not used: {problem}"))
    return index


def _directory_chain(source: Readable, header: Header) -> list[DirectoryBlock]:
    blocks: list[DirectoryBlock] = []
    offset, limit = header.directory_offset, source.size
    while offset:
        record, block = _directory_block(source, offset, limit)
        if not blocks:
            _check_last(record, block, header, source.size)
        elif block.first + len(block.frames) != blocks[-1].first:
            raise _blame(record, "it does not continue the one before")
        blocks.append(block)
        offset, limit = block.previous, offset
    if blocks[-1].first:
        raise _Untrusted("its first block is missing")
    return blocks[::-1]


def _directory_block(source: Readable, offset: int, limit: int) -> tuple[Record, DirectoryBlock]:
    if not HEADER_SIZE <= offset < limit:
        raise _Untrusted(f"a block at byte {offset}, expected below {limit}")
    record = read_record(source, offset)
    if not isinstance(record, Record) or record.type != DIRE:
        raise _Untrusted(f"no directory record at byte {offset}", suspect=offset)
    try:
        return record, decode_directory(record.payload)
    except ValueError as error:
        raise _blame(record, str(error)) from error


def _check_last(record: Record, block: DirectoryBlock, header: Header, size: int) -> None:
    if record.end != size:
        raise _Untrusted(f"the file goes on for {size - record.end} bytes behind its last block")
    if record.end - record.offset != header.directory_length:
        raise _Untrusted(f"a block of {record.end - record.offset} bytes, expected {header.directory_length}")
    if not block.last:
        raise _blame(record, "it is not the last one")


def _blame(record: Record, problem: str) -> _Untrusted:
    return _Untrusted(f"the block at byte {record.offset}: {problem}", record.offset, record.end - record.offset)


def _from_directory(source: Readable, blocks: list[DirectoryBlock]) -> CaptureIndex:
    entries = np.concatenate([block.frames for block in blocks]) if blocks else np.zeros(0, ENTRY)
    numbers = entries["number"]
    if (numbers[1:] <= numbers[:-1]).any():
        raise _Untrusted("its frame numbers do not ascend")
    _check_places(entries["offset"], source.size)
    index = CaptureIndex(stopped=True, numbers=numbers, offsets=entries["offset"], entries=entries)
    index.records, index.end = len(entries), source.size
    for block in blocks:
        _check_places(block.others["offset"], source.size)
        for offset, fourcc, number in block.others.tolist():
            _add(index, fourcc, offset, number)
    _read_meta(source, index)
    return index


def _check_places(offsets: npt.NDArray[np.uint64], size: int) -> None:
    if (offsets[1:] <= offsets[:-1]).any() or (offsets < HEADER_SIZE).any() or (offsets >= size).any():
        raise _Untrusted("its records do not lie in the file one behind the other")


def _add(index: CaptureIndex, fourcc: bytes, offset: int, number: int) -> None:
    try:
        index.add(fourcc, offset, number)
    except ValueError as error:
        raise _Untrusted(str(error)) from error


def _read_meta(source: Readable, index: CaptureIndex) -> None:
    record = read_record(source, HEADER_SIZE)
    if not isinstance(record, Record):
        raise _Untrusted("META is not where it should be", suspect=HEADER_SIZE)
    if record.type != META:
        index.faults.append(without_meta(record))
        return
    try:
        index.meta = decode_meta(record.payload)
    except ValueError as error:
        raise _Untrusted(str(error), suspect=HEADER_SIZE) from error


def _scan(source: Readable, *damage: Lost) -> CaptureIndex:
    index = CaptureIndex(faults=list(damage))
    index.sort_in(scan_records(source), source)
    return index

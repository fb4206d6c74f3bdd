"""Reading a capture to the last field: every record decoded, every checksum computed a second time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from framescope.profile.errors import CaptureDamaged, NotACapture
from framescope.profile.sgpt.directory import ENTRY, decode_directory, frame_entry
from framescope.profile.sgpt.frames import decode_frame
from framescope.profile.sgpt.framing import (
    CHECKSUM_OFFSET,
    DIRE,
    FRAM,
    META,
    NOTE,
    PLST,
    SYMS,
    TOPO,
    Readable,
    Record,
    checked_bytes,
)
from framescope.profile.sgpt.header import HEADER_SIZE, PATCH_OFFSET, Header
from framescope.profile.sgpt.index import CaptureIndex, CaptureState
from framescope.profile.sgpt.locate import locate_records, read_header
from framescope.profile.sgpt.pass_lists import decode_pass_list
from framescope.profile.sgpt.references import References
from framescope.profile.sgpt.scan import Lost, TornTail, scan_records
from framescope.profile.sgpt.symbols import decode_symbols
from framescope.profile.sgpt.texts import decode_meta, decode_note
from framescope.profile.sgpt.topologies import decode_topology

__all__ = ["Audit", "audit_capture"]

Crc32 = Callable[[bytes], int]


@dataclass(slots=True)
class Audit:
    """What reading everything came to.

    Attributes:
        state: How the file ends.
        frames: Frames that can be read; ``records`` counts whole records, directory blocks left out.
        offsets: Where those records lie, ascending; whole, well-formed, and META first if it is there.
        lost: What cannot be read or is malformed, ascending.
        references: What leads nowhere. That is no fault of the file: what it named was lost before.
    """

    state: CaptureState
    frames: int
    records: int
    offsets: array[int]
    lost: list[Lost]
    references: References = field(default_factory=References)


def audit_capture(source: Readable, crc32: Crc32 | None = None, *, insist: bool = False) -> Audit:
    """Read every record.

    Args:
        source: The capture.
        crc32: A CRC-32 to compute every checksum with a second time, or None.
        insist: Look for records even where neither header nor META says that this is a capture.

    Raises:
        CaptureError: It is no capture, or not one for this reader.
    """
    header, damage = _header(source, insist=insist)
    auditor = _Auditor(source, crc32)
    index = CaptureIndex()
    index.sort_in(auditor.well_formed())
    located = locate_records(source, header, damage, check=False)
    index.lost += auditor.malformed
    lost = {place.offset: place for place in index.lost}
    missing = [place for place in located.faults if not place.length]  # nothing lies there, so no record is lost
    if crc32 is not None and damage is None and not _header_agrees(source, crc32):
        lost[0] = Lost(0, HEADER_SIZE, "an independent CRC-32 of the header is another")
    if index.tail is not None:
        lost[index.tail.offset] = index.tail
    lost |= {place.offset: place for place in located.faults if place.length and place.offset not in lost}
    lost |= _directory_lies(located, index, auditor, header)
    state = "cut off" if located.state == "cut off" else index.state
    offsets = array("Q", (offset for offset in auditor.offsets if offset not in lost))
    places = sorted([*missing, *lost.values()], key=lambda place: place.offset)
    return Audit(state, len(index.numbers), index.records, offsets, places, auditor.references)


def _header(source: Readable, *, insist: bool) -> tuple[Header, Lost | None]:
    try:
        return read_header(source)
    except (NotACapture, CaptureDamaged) as error:
        if insist and any(isinstance(found, Record) for found in scan_records(source)):
            return Header(), Lost(0, HEADER_SIZE, f"damaged: {error.__cause__ or error}")  # META's loss is told apart
        raise


def _header_agrees(source: Readable, crc32: Crc32) -> bool:
    data = source.read_at(0, HEADER_SIZE)
    return crc32(data[:PATCH_OFFSET]) == int.from_bytes(data[CHECKSUM_OFFSET:][:4], "little")


def _directory_lies(located: CaptureIndex, index: CaptureIndex, auditor: _Auditor, header: Header) -> dict[int, Lost]:
    """What a directory that is whole says and the records do not."""
    if located.entries is None:
        return {}
    frames = located.entries[~index.lost_among(located.offsets)]
    others = {*located.notes, *located.pass_lists.values(), *located.topologies.values()}
    others |= {offset for _, offset in located.symbols}
    strange = others - set(auditor.offsets)
    if np.array_equal(np.frombuffer(bytes(auditor.entries), ENTRY), frames) and all(map(index.is_lost, strange)):
        return {}
    offset, length = header.directory_offset, header.directory_length
    return {offset: Lost(offset, length, "malformed: the directory says what the records do not")}


class _Auditor:
    def __init__(self, source: Readable, crc32: Crc32 | None) -> None:
        self._source = source
        self._crc32 = crc32
        self.references = References()
        self.offsets = array("Q")
        self.entries = bytearray()
        self.malformed: list[Lost] = []

    def well_formed(self) -> Iterator[Record | Lost | TornTail]:
        """The scan, without the records that are malformed, which are kept apart."""
        for found in scan_records(self._source):
            if isinstance(found, Record):
                try:
                    self._examine(found)
                except (ValueError, IndexError) as error:
                    length = found.end - found.offset
                    self.malformed.append(Lost(found.offset, length, f"malformed: {error}"))
                    continue
                if found.type != DIRE:
                    self.offsets.append(found.offset)
            yield found

    def _examine(self, record: Record) -> None:
        if self._crc32 is not None:
            stored = int.from_bytes(self._source.read_at(record.offset + CHECKSUM_OFFSET, 4), "little")
            computed = self._crc32(checked_bytes(record.offset, record.type, record.payload))
            if computed != stored:
                raise ValueError(f"an independent CRC-32 gives {computed:#010x}, the record has {stored:#010x}")
        decode = _DECODERS.get(record.type)
        if decode is not None:
            decode(self, record)

    def _symbols(self, record: Record) -> None:
        first, names = decode_symbols(record.payload)
        self.references.give_names(first, len(names))

    def _pass_list(self, record: Record) -> None:
        self.references.give_pass_list(*decode_pass_list(record.payload, self.references.name))

    def _topology(self, record: Record) -> None:
        self.references.give_topology(decode_topology(record.payload)[0])

    def _frame(self, record: Record) -> None:
        frame = decode_frame(record.payload)
        self.references.use(frame)
        self.entries += frame_entry(frame, record.offset, frame.begin, frame.end, frame.timed).pack()


_DECODERS: dict[bytes, Callable[[_Auditor, Record], object]] = {
    META: lambda _, record: decode_meta(record.payload),
    NOTE: lambda _, record: decode_note(record.payload),
    DIRE: lambda _, record: decode_directory(record.payload),
    SYMS: _Auditor._symbols,
    PLST: _Auditor._pass_list,
    TOPO: _Auditor._topology,
    FRAM: _Auditor._frame,
}

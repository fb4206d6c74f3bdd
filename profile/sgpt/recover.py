"""Making a whole capture of one that is not: every whole record again, behind a new header, with a new directory.

A record's checksum covers its own offset, so what moves gets a new one; its payload stays byte for byte. Of a capture
that is whole already this makes the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from framescope.profile.errors import CaptureDamaged
from framescope.profile.sgpt.audit import Audit, audit_capture
from framescope.profile.sgpt.directory import DirectoryBuilder, frame_entry
from framescope.profile.sgpt.frames import decode_frame
from framescope.profile.sgpt.framing import (
    DIRE,
    FRAM,
    META,
    NOTE,
    PLST,
    RECORD_HEAD_SIZE,
    SYMS,
    TOPO,
    Readable,
    Record,
    encode_record,
    leading_u32,
    read_record,
)
from framescope.profile.sgpt.header import CLOSED, HEADER_SIZE, PATCH_OFFSET, Header
from framescope.profile.sgpt.scan import Lost
from framescope.profile.sgpt.sink import Sink
from framescope.profile.sgpt.texts import Note, encode_meta, encode_note

__all__ = ["Recovery", "recover_capture"]

_NO_META = encode_meta({"recovered": "META was lost"})
_LISTED = 20
"""Losses that the note in a recovered capture lists; a file may have thousands."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was saved: ``frames`` of ``records``, in ``bytes_written`` bytes; and what was ``lost`` of the source."""

    frames: int
    records: int
    bytes_written: int
    lost: tuple[Lost, ...]


def recover_capture(source: Readable, sink: Sink) -> Recovery:
    """Write all whole records of ``source`` to ``sink``.

    Where anything was lost, a note says what; where META was, a META says that.

    Raises:
        CaptureError: The source is no capture, or not one for this reader.
        OSError: The sink failed.
    """
    audit = audit_capture(source, insist=True)
    copy = _Copy(sink)
    for offset in audit.offsets:
        record = read_record(source, offset)
        if not isinstance(record, Record):
            raise CaptureDamaged("the file changes", offset=offset, expected="a record read before", found="none")
        copy.add(record.type, record.payload)
    if audit.lost:
        copy.add(NOTE, encode_note(Note(_told(audit), None)))
    return Recovery(audit.frames, audit.records, copy.end(), tuple(audit.lost))


def _told(audit: Audit) -> str:
    places = [f"{lost.length} bytes at {lost.offset}: {lost.reason}" for lost in audit.lost[:_LISTED]]
    more = len(audit.lost) - len(places)
    return "recovered; what was lost: " + "; ".join([*places, *([f"and {more} places more"] if more else [])])


class _Copy:
    """The new capture, record by record."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._directory = DirectoryBuilder()
        self._offset = 0

    def add(self, fourcc: bytes, payload: bytes) -> None:
        """Append a record, and list it; META comes first or not at all."""
        if fourcc == META:
            self._begin(payload)
            return
        self._begin(_NO_META)
        offset = self._append(fourcc, payload)
        if fourcc == FRAM:
            frame = decode_frame(payload)
            self._directory.add_frame(frame_entry(frame, offset, frame.begin, frame.end, frame.timed))
        else:
            self._directory.add_record(offset, fourcc, leading_u32(payload) if fourcc in (SYMS, PLST, TOPO) else 0)
        if self._directory.full:
            self._append(DIRE, self._directory.take_payload(self._offset))

    def end(self) -> int:
        """Close the capture; returns its size."""
        self._begin(_NO_META)
        offset = self._offset
        self._append(DIRE, self._directory.take_payload(offset, last=True))
        if self._sink.can_patch:
            header = Header(flags=CLOSED, directory_offset=offset, directory_length=self._offset - offset)
            self._sink.patch(PATCH_OFFSET, header.encode_patch())
        return self._offset

    def _begin(self, meta: bytes) -> None:
        if self._offset:
            return
        first = Header().encode() + encode_record(HEADER_SIZE, META, meta)
        self._sink.open(first)
        self._directory.add_record(HEADER_SIZE, META, 0)
        self._offset = len(first)

    def _append(self, fourcc: bytes, payload: bytes) -> int:
        offset = self._offset
        self._sink.write(encode_record(offset, fourcc, payload))
        self._offset += RECORD_HEAD_SIZE + len(payload)
        return offset

"""Records of one capture written into another: payloads byte for byte, checksums and directory made anew."""

from __future__ import annotations

from framescope.profile.errors import CaptureDamaged
from framescope.profile.sgpt.directory import DirectoryBuilder, frame_entry
from framescope.profile.sgpt.frames import decode_frame
from framescope.profile.sgpt.framing import (
    DIRE,
    FRAM,
    META,
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
from framescope.profile.sgpt.sink import Sink
from framescope.profile.sgpt.texts import encode_meta

__all__ = ["RecordCopy", "record_at"]

_NO_META = encode_meta({"recovered": "META was lost"})


def record_at(source: Readable, offset: int) -> Record:
    """A record that was whole when the file was looked through.

    Raises:
        CaptureDamaged: It is not there any more.
    """
    record = read_record(source, offset)
    if not isinstance(record, Record):
        raise CaptureDamaged("the file changes", offset=offset, expected="a record read before", found="none")
    return record


class RecordCopy:
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

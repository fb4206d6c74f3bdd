"""Captures whose records are whole and do not say what they must, each record's checksum right."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from capture_builders import offset_of, record_offsets
from golden_captures import WHOLE, payload_at, put

from framescope.profile.sgpt.directory import DirectoryBuilder
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import CLOSED, HEADER_SIZE, Header

__all__ = [
    "impostor_before",
    "malformed_captures",
    "meta_behind_a_note",
    "note_before_an_unknown_record",
    "without_meta",
]

NOTE = b'{"frame":null,"text":"x"}       '


def malformed_captures() -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each."""
    for kind in (b"PLST", b"TOPO", b"SYMS"):
        yield f"a {kind.decode()} that claims the number of the next", impostor_before(kind)[0]
    yield "a note that is none before a record of an unknown type", note_before_an_unknown_record()
    yield "META behind a note", meta_behind_a_note()
    yield "no META, streamed", without_meta(streamed=True)
    yield "no META", without_meta(streamed=False)


def impostor_before(kind: bytes) -> tuple[bytes, tuple[int, int]]:
    """A capture that has a malformed record in front of its first of ``kind``, with the same number.

    Returns:
        The capture, which was never stopped, and offset and length of that record.
    """
    place = offset_of(WHOLE, kind)
    true = payload_at(WHOLE, place)
    false = put(true, 4, struct.pack("<I", 1 << 20)) if kind == b"SYMS" else put(true, 6, b"\xff\xff")
    data = Header().encode() + WHOLE[HEADER_SIZE:place] + encode_record(place, kind, false)
    length = len(data) - place
    for offset, fourcc in record_offsets(WHOLE):
        if offset >= place and fourcc != b"DIRE":
            data += encode_record(len(data), fourcc, payload_at(WHOLE, offset))
    return data, (place, length)


def note_before_an_unknown_record() -> bytes:
    """A capture that was never stopped; the malformed note ends where no record begins that an index lists."""
    data = Header().encode() + WHOLE[HEADER_SIZE : offset_of(WHOLE, b"DIRE")]
    for kind, payload in ((b"NOTE", b"[]      "), (b"user", b"whatever"), (b"NOTE", NOTE)):
        data += encode_record(len(data), kind, payload)
    return data


def meta_behind_a_note() -> bytes:
    """A capture that was never stopped."""
    data = Header().encode() + encode_record(HEADER_SIZE, b"NOTE", NOTE)
    return data + encode_record(len(data), b"META", b'{"ns_per_tick":3.0}     ')


def without_meta(*, streamed: bool) -> bytes:
    """A note and a directory; unless ``streamed``, the header points to that."""
    note = encode_record(HEADER_SIZE, b"NOTE", NOTE)
    directory = DirectoryBuilder()
    directory.add_record(HEADER_SIZE, b"NOTE", 0)
    offset = HEADER_SIZE + len(note)
    last = encode_record(offset, b"DIRE", directory.take_payload(0, last=True))
    pointer = Header(flags=CLOSED, directory_offset=offset, directory_length=len(last))
    return (Header() if streamed else pointer).encode() + note + last

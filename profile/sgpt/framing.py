"""Records: ``SREC | fourcc | length | crc32 | payload``, and the three answers to reading one.

The checksum covers the record's own file offset, its type and its length besides the payload: a flipped type is
damage, and a whole record that happens to lie inside a payload is none, since it was written for another offset.
Every payload is padded to a multiple of 8 bytes, so every record begins at one and typed arrays can view it.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from framescope.profile.errors import SessionError

__all__ = [
    "ALIGNMENT",
    "MAX_PAYLOAD",
    "Damage",
    "NeedMore",
    "Readable",
    "Record",
    "check_head_size",
    "checked_bytes",
    "encode_record",
    "leading_number",
    "leading_u32",
    "read_record",
]

SYNC = b"SREC"
ALIGNMENT = 8
MAX_PAYLOAD = 1 << 28
"""A length above this is damage. Records describe control flow: the largest seen are kilobytes."""

META, SYMS, PLST, TOPO, FRAM, NOTE, DIRE = (b"META", b"SYMS", b"PLST", b"TOPO", b"FRAM", b"NOTE", b"DIRE")

_HEAD = struct.Struct("<4s4sII")
_BOUND = struct.Struct("<Q4sI")
RECORD_HEAD_SIZE = _HEAD.size
LENGTH_OFFSET, CHECKSUM_OFFSET = 8, 12
_PIECE = 1 << 20


class Readable(Protocol):
    """Bytes that can be read at any offset."""

    @property
    def size(self) -> int:
        """How many bytes there are now."""

    def read_at(self, offset: int, length: int) -> bytes:
        """``length`` bytes from ``offset``, fewer only at the end."""

    def data_from(self, offset: int) -> int:
        """The first offset from ``offset`` on that is not known to lie in a hole of the file; at most ``size``."""


class Record(NamedTuple):
    """A whole record whose checksum is right. ``offset`` is where its sync marker lies in the capture."""

    offset: int
    type: bytes
    payload: bytes

    @property
    def end(self) -> int:
        """Offset of the first byte behind it."""
        return self.offset + RECORD_HEAD_SIZE + len(self.payload)


@dataclass(frozen=True, slots=True)
class NeedMore:
    """The file ends inside the record at ``offset``: it may go on later. ``missing`` bytes are known to be absent."""

    offset: int
    missing: int


@dataclass(frozen=True, slots=True)
class Damage:
    """The bytes at ``offset`` are no whole record."""

    offset: int
    expected: str
    found: str


def checked_bytes(offset: int, fourcc: bytes, payload: bytes) -> bytes:
    """What the checksum covers, in one piece."""
    return _BOUND.pack(offset, fourcc, len(payload)) + payload


def checksum(offset: int, fourcc: bytes, payload: bytes) -> int:
    """CRC-32 (ISO-HDLC) over offset (u64), type, length (u32) and payload."""
    return zlib.crc32(payload, zlib.crc32(_BOUND.pack(offset, fourcc, len(payload))))


def padding(length: int) -> int:
    """How many bytes bring ``length`` to the next multiple of :data:`ALIGNMENT`."""
    return -length % ALIGNMENT


def leading_number(payload: bytes, head: struct.Struct, fourcc: bytes) -> int:
    """The first field of a payload's fixed head: the number of what it holds.

    Raises:
        ValueError: The payload is too short for its head.
    """
    if len(payload) < head.size:
        raise ValueError(f"a {fourcc.decode()} payload of {len(payload)} bytes")
    number: int = head.unpack_from(payload)[0]
    return number


def leading_u32(payload: bytes) -> int:
    """The first field of a payload that is known to begin with a number."""
    return int.from_bytes(payload[:4], "little")


def check_head_size(head_size: int, head: struct.Struct, fourcc: bytes) -> None:
    """What follows a head begins where the head says, at a multiple of 8: heads grow in later versions.

    Raises:
        ValueError: The head calls itself shorter than it is, or misaligned.
    """
    if head_size < head.size or head_size % ALIGNMENT:
        raise ValueError(f"a {fourcc.decode()} head of {head_size} bytes")


def encode_record(offset: int, fourcc: bytes, payload: bytes) -> bytes:
    """The record's bytes for this offset of the capture; ``payload`` must be padded already.

    Raises:
        SessionError: The payload is larger than :data:`MAX_PAYLOAD`.
    """
    assert len(payload) % ALIGNMENT == 0, f"a {fourcc.decode()} payload of {len(payload)} bytes is not padded"
    if len(payload) > MAX_PAYLOAD:
        raise SessionError(f"a {fourcc.decode()} record of {len(payload)} bytes is larger than {MAX_PAYLOAD}")
    return _HEAD.pack(SYNC, fourcc, len(payload), checksum(offset, fourcc, payload)) + payload


def read_record(source: Readable, offset: int) -> Record | NeedMore | Damage:
    """Read the record at ``offset``. Nothing is allocated from a length that was not checked."""
    available = source.size - offset
    if available <= 0:
        return NeedMore(offset, RECORD_HEAD_SIZE - available)
    head = source.read_at(offset, min(available, RECORD_HEAD_SIZE))
    if head[:4] != SYNC[: len(head)]:
        return Damage(offset, f"sync marker {SYNC!r}", repr(head[:4]))
    if len(head) < RECORD_HEAD_SIZE:
        return NeedMore(offset, RECORD_HEAD_SIZE - len(head))
    _, fourcc, length, stored = _HEAD.unpack(head)
    if length > MAX_PAYLOAD or length % ALIGNMENT:
        return Damage(offset, f"a length of at most {MAX_PAYLOAD}, a multiple of {ALIGNMENT}", str(length))
    if RECORD_HEAD_SIZE + length > available:
        return NeedMore(offset, RECORD_HEAD_SIZE + length - available)
    computed = None if length <= _PIECE else _checksum_in_pieces(source, offset, fourcc, length)
    if computed in (None, stored):  # of what is large and damaged nothing is kept in memory
        payload = source.read_at(offset + RECORD_HEAD_SIZE, length)
        if len(payload) < length:  # the file shrank between the two reads
            return NeedMore(offset, length - len(payload))
        computed = checksum(offset, fourcc, payload)
        if computed == stored:
            return Record(offset, fourcc, payload)
    return Damage(offset, f"checksum {computed:#010x} of a {fourcc.decode('latin-1')!a} record", f"{stored:#010x}")


def _checksum_in_pieces(source: Readable, offset: int, fourcc: bytes, length: int) -> int:
    computed, start = zlib.crc32(_BOUND.pack(offset, fourcc, length)), offset + RECORD_HEAD_SIZE
    for place in range(start, start + length, _PIECE):
        computed = zlib.crc32(source.read_at(place, min(_PIECE, start + length - place)), computed)
    return computed

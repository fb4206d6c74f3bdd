"""DIRE: an index of the records before it, written every 4096 frames, each naming the one before.

It is a convenience, not a dependency: a capture without one is read by scanning. A frame's entry holds what a
strip of all frames needs, so that nothing else has to be read to draw it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.intervals import Mask, Ticks, extent_ticks, union_ticks

__all__ = [
    "ENTRY",
    "FRAMES_PER_BLOCK",
    "UNKNOWN",
    "DirectoryBlock",
    "DirectoryBuilder",
    "cpu_frame_ns",
    "decode_directory",
    "frame_entry",
]

FRAMES_PER_BLOCK = 4096
RECORDS_PER_BLOCK = 16384
UNKNOWN = 0xFFFFFFFFFFFFFFFF

ENTRY = np.dtype(
    {
        "names": [
            *("offset", "extent_ticks", "union_ticks", "cpu_frame_ns", "cpu_submit_ns"),
            *("number", "spans", "untimed", "status"),
        ],
        "formats": [*["<u8"] * 5, *["<u4"] * 3, "u1"],
        "itemsize": 56,
    }
)
OTHER = np.dtype([("offset", "<u8"), ("type", "S4"), ("id", "<u4")])
_HEAD = struct.Struct("<QQIIIHH")
LAST = 1
_PACK_ENTRY = struct.Struct("<QQQQQIIIB3x")
_PACK_OTHER = struct.Struct("<Q4sI")


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """One frame in the directory; None is unknown."""

    offset: int
    extent_ticks: int | None
    union_ticks: int | None
    cpu_frame_ns: int | None
    cpu_submit_ns: int | None
    number: int
    spans: int
    untimed: int
    status: int

    def row(self) -> tuple[int, ...]:
        """The entry as a row of :data:`ENTRY`."""
        figures = (self.extent_ticks, self.union_ticks, self.cpu_frame_ns, self.cpu_submit_ns)
        known = (UNKNOWN if figure is None else figure for figure in figures)
        return (self.offset, *known, self.number, self.spans, self.untimed, self.status)

    def pack(self) -> bytes:
        """The 56 bytes of the entry."""
        return _PACK_ENTRY.pack(*self.row())


class Listed(Protocol):
    """What the directory wants to know of a frame, written or read."""

    @property
    def number(self) -> int:
        """Its number in the capture."""

    @property
    def status(self) -> int:
        """How it ended."""

    @property
    def cpu_begin_ns(self) -> int | None:
        """When it began on the CPU, None = unknown."""

    @property
    def cpu_submit_ns(self) -> int | None:
        """Its last submit, None = unknown."""


def frame_entry(frame: Listed, offset: int, begin: Ticks, end: Ticks, timed: Mask) -> FrameEntry:
    """What the directory says of a frame whose record lies at ``offset``."""
    extent = extent_ticks(begin, end, timed)
    return FrameEntry(
        offset=offset,
        extent_ticks=extent,
        union_ticks=None if extent is None else int(union_ticks(begin, end, timed)),
        cpu_frame_ns=cpu_frame_ns(frame.cpu_begin_ns, frame.cpu_submit_ns),
        cpu_submit_ns=frame.cpu_submit_ns,
        number=frame.number,
        spans=len(timed),
        untimed=len(timed) - int(timed.sum()),
        status=frame.status,
    )


def cpu_frame_ns(begin_ns: int | None, submit_ns: int | None) -> int | None:
    """The CPU's share of a frame, from its begin to its last submit; None when that is unknown or impossible."""
    if begin_ns is None or submit_ns is None or submit_ns < begin_ns:
        return None
    return submit_ns - begin_ns


class DirectoryBuilder:
    """The block being filled, and nothing of the blocks before it but the last one's offset.

    The entries' memory is taken, and touched, once: a recording then holds as much at its last frame as at its first.
    """

    __slots__ = ("_entries", "_first", "_frames", "_others", "_previous", "_records")

    def __init__(self) -> None:
        self._previous = 0
        self._first = 0
        self._entries = bytearray(b"\xff" * (FRAMES_PER_BLOCK * ENTRY.itemsize))
        self._clear()

    def _clear(self) -> None:
        self._frames = 0
        self._others, self._records = bytearray(), 0

    @property
    def full(self) -> bool:
        """True when the block should be written now."""
        return self._frames >= FRAMES_PER_BLOCK or self._records >= RECORDS_PER_BLOCK

    def add_frame(self, entry: FrameEntry) -> None:
        """A FRAM record was written."""
        at = self._frames * ENTRY.itemsize
        self._entries[at : at + ENTRY.itemsize] = entry.pack()
        self._frames += 1

    def add_record(self, offset: int, fourcc: bytes, number: int) -> None:
        """Another record was written; ``number`` is its id, or the first of its symbols."""
        self._others += _PACK_OTHER.pack(offset, fourcc, number)
        self._records += 1

    def take_payload(self, offset: int, *, last: bool = False) -> bytes:
        """The payload of the block, which will lie at ``offset``; the next block is begun."""
        flags = LAST if last else 0
        head = _HEAD.pack(
            self._previous, self._first, self._frames, self._records, flags, ENTRY.itemsize, OTHER.itemsize
        )
        payload = head + bytes(self._entries[: self._frames * ENTRY.itemsize]) + bytes(self._others)
        self._previous, self._first = offset, self._first + self._frames
        self._clear()
        return payload


@dataclass(frozen=True, slots=True)
class DirectoryBlock:
    """A decoded block.

    Attributes:
        previous: Offset of the block before, 0 when this is the first.
        first: How many frames the blocks before it list.
        last: The writer reached its end and wrote this block there.
        frames: One :data:`ENTRY` a frame.
        others: One :data:`OTHER` a record that is neither frame nor directory.
    """

    previous: int
    first: int
    last: bool
    frames: npt.NDArray[np.void]
    others: npt.NDArray[np.void]


def decode_directory(payload: bytes) -> DirectoryBlock:
    """The block.

    Raises:
        ValueError: The payload is not what DIRE says.
    """
    if len(payload) < _HEAD.size:
        raise ValueError(f"a DIRE payload of {len(payload)} bytes")
    previous, first, frames, others, flags, entry_size, other_size = _HEAD.unpack_from(payload)
    if entry_size < ENTRY.itemsize or other_size < OTHER.itemsize:
        raise ValueError(f"DIRE has entries of {entry_size} and {other_size} bytes")
    others_at = _HEAD.size + frames * entry_size
    if others_at + others * other_size > len(payload):
        raise ValueError(f"DIRE announces {frames} frames and {others} records in {len(payload)} bytes")
    return DirectoryBlock(
        previous,
        first,
        bool(flags & LAST),
        _rows(ENTRY, payload, frames, entry_size, _HEAD.size),
        _rows(OTHER, payload, others, other_size, others_at),
    )


def _rows(dtype: np.dtype[np.void], payload: bytes, count: int, stride: int, offset: int) -> npt.NDArray[np.void]:
    """The part of each entry that this reader knows; a newer writer's entries are longer."""
    return np.ndarray((count,), dtype, payload, offset, (stride,))

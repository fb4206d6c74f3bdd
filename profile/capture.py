"""A capture that was opened: lazy, and honest about what it could not read.

Imports numpy and the standard library only, so a machine without wgpu reads captures too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
import numpy.typing as npt

from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.errors import CaptureDamaged, CaptureError
from framescope.profile.sgpt.directory import ENTRY
from framescope.profile.sgpt.frames import decode_frame
from framescope.profile.sgpt.framing import FRAM
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.index import CaptureIndex, CaptureState
from framescope.profile.sgpt.locate import locate_records, read_header
from framescope.profile.sgpt.model import PassList, Topology
from framescope.profile.sgpt.records import CaptureRecords, numbered
from framescope.profile.sgpt.scan import Lost, scan_records
from framescope.profile.sgpt.source import Source, open_source
from framescope.profile.sgpt.texts import Note

__all__ = ["Capture", "open_capture"]

_LONGEST_TICK_NS = 1e12  # no clock ticks once in a quarter of an hour; a larger number is no unit


def open_capture(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes],
    *,
    check: bool = False,
    lazy: bool = False,
) -> Capture:
    """Open a capture by its directory, or by scanning it where that is missing or wrong.

    Args:
        source: A path, the bytes, or a binary file object (read from where it stands).
        check: Read every record and verify its checksum now. Otherwise damage to a frame shows when it is read.
        lazy: Find the records when they are first asked for; for a file that nobody writes any more.

    Raises:
        NotACapture: It is none.
        CaptureTooNew: It asks for a newer reader.
        CaptureTooOld: It was recorded before the format was settled.
        CaptureDamaged: Its header is damaged, and so is its first record.
        OSError: The path cannot be read.
    """
    opened = open_source(source)
    try:
        header, damage = read_header(opened)
        locate = partial(locate_records, opened, header, damage, check=check)
        return Capture(opened, header, locate if lazy else locate())
    except CaptureError:
        opened.close()
        raise


class Capture:
    """An opened capture; see :func:`open_capture`.

    Attributes:
        header: The decoded header; a made-up one when it was damaged.
    """

    def __init__(self, source: Source, header: Header, index: CaptureIndex | Callable[[], CaptureIndex]) -> None:
        self._source = source
        self._found = index
        self._entries = np.zeros(0, ENTRY)
        self._entered = 0
        self.header = header

    @cached_property
    def _index(self) -> CaptureIndex:
        return self._found if isinstance(self._found, CaptureIndex) else self._found()

    @cached_property
    def _records(self) -> CaptureRecords:
        return CaptureRecords(self._source, self._index)

    @property
    def meta(self) -> dict[str, Any]:
        """What META holds; ``{}`` when it was lost."""
        return {} if self._index.meta is None else self._index.meta

    @property
    def state(self) -> CaptureState:
        """``"closed"``, ``"not closed"`` or ``"cut off"``.

        Not closed: no stop, but it ends with a whole record; it may be growing still. Cut off: it ends inside a record,
        or before a directory that its header promises.
        """
        return self._index.state

    @property
    def lost(self) -> list[Lost]:
        """What could not be read; more of it when something read later turns out to be damaged."""
        return self._records.lost

    @property
    def ns_per_tick(self) -> float | None:
        """Nanoseconds a tick of the GPU's clock lasts, or None when that is unknown."""
        value = self.meta.get("ns_per_tick")
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return float(value) if 0 < value < _LONGEST_TICK_NS else None

    @property
    def frame_count(self) -> int:
        """How many frames are there."""
        return len(self._index.numbers)

    @property
    def frame_numbers(self) -> list[int]:
        """Their numbers, ascending; a gap is a lost frame."""
        numbers: list[int] = self._index.numbers.tolist()
        return numbers

    @property
    def record_count(self) -> int:
        """How many whole records the index lists, directory blocks left out."""
        return self._index.records

    @property
    def pass_list_count(self) -> int:
        """How many PLST records there are."""
        return len(self._index.pass_lists)

    @property
    def topology_count(self) -> int:
        """How many TOPO records there are."""
        return len(self._index.topologies)

    @property
    def size_bytes(self) -> int:
        """Size of the capture now."""
        return self._source.size

    @property
    def whole_bytes(self) -> int:
        """How far its whole records reach; behind that a growing file goes on."""
        return self._index.end

    def frame(self, number: int) -> CapturedFrame:
        """The frame with this number.

        Raises:
            IndexError: There is none.
            CaptureDamaged: Its record is damaged.
            CaptureTruncated: Its record is not all there.
        """
        numbers = self._index.numbers
        place = int(np.searchsorted(numbers, number)) if number >= 0 else len(numbers)
        if place == len(numbers) or numbers[place] != number:
            raise IndexError(f"no frame {number} among the {len(numbers)} frames of the capture")
        offset = int(self._index.offsets[place])
        return self._decode_frame(offset, self._records.payload(offset, FRAM), number)

    def frames(self, start: int | None = None, stop: int | None = None) -> Iterator[CapturedFrame]:
        """Frames with ``start <= number < stop``. A damaged one is left out and listed in :attr:`lost`."""
        for number, offset in self._places(start, stop):
            try:
                yield self._decode_frame(offset, self._records.payload(offset, FRAM), number)
            except CaptureError as error:
                self.lose(offset, str(error))

    def frame_payloads(self, start: int | None = None, stop: int | None = None) -> Iterator[tuple[int, int, bytes]]:
        """Number, offset and payload of the frames with ``start <= number < stop``, to be decoded by the hundred.

        A damaged one is left out and listed in :attr:`lost`.
        """
        ahead = self._records.read_ahead()
        for number, offset in self._places(start, stop):
            try:
                yield number, offset, self._records.payload(offset, FRAM, ahead)
            except CaptureError as error:
                self.lose(offset, str(error))

    def lose(self, offset: int, reason: str) -> None:
        """List the record at ``offset`` as lost: its content is not what the format says."""
        self._records.lose(offset, reason)

    def decode_all(self) -> None:
        """Decode what frames refer to, and the notes, so that :attr:`lost` lists what of it is malformed."""
        self._records.decode_all()

    def refresh(self) -> list[int]:
        """Take in what was appended since; returns the numbers of the frames that are new."""
        if self._index.stopped:
            return []
        before = self.frame_count
        self._index.sort_in(scan_records(self._source, self._index.end), self._source)
        numbers: list[int] = self._index.numbers[before:].tolist()
        return numbers

    @property
    def entries(self) -> npt.NDArray[np.void]:
        """One directory entry a frame (see ``SGPT_FORMAT.md``, DIRE); worked out from the frames if there is none."""
        if self._index.entries is not None:
            return self._index.entries
        if self._entered < self.frame_count:
            start = int(self._index.numbers[self._entered])
            self._entered = self.frame_count
            rows = np.array([frame.entry() for frame in self.frames(start)], dtype=ENTRY)
            self._entries = np.concatenate([self._entries, rows])
        return self._entries

    @property
    def notes(self) -> list[Note]:
        """What was written down, in the order it was."""
        return self._records.notes()

    @property
    def pass_lists(self) -> dict[int, PassList]:
        """Every pass list that can be read, by number."""
        read = {number: self.pass_list(number) for number in self._index.pass_lists}
        return {number: passes for number, passes in read.items() if passes is not None}

    @property
    def topologies(self) -> dict[int, Topology]:
        """Every topology that can be read, by number."""
        read = {number: self.topology(number) for number in self._index.topologies}
        return {number: topology for number, topology in read.items() if topology is not None}

    def pass_list(self, number: int) -> PassList | None:
        """The pass list with this number, or None when it was lost."""
        return self._records.pass_list(number)

    def topology(self, number: int) -> Topology | None:
        """The topology with this number, or None when it was lost."""
        return self._records.topology(number)

    def name(self, number: int) -> str:
        """The name with this number; a lost one reads ``<lost name N>``."""
        return self._records.name(number)

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the file, whatever its path leads to by now; None for what is no file of ours."""
        return self._source.identity()

    def read_at(self, offset: int, length: int) -> bytes:
        """Bytes of the capture as they are now, fewer only at its end."""
        return self._source.read_at(offset, length)

    def to_bytes(self) -> bytes:
        """The capture as it stands."""
        return self._source.read_at(0, self._source.size)

    def close(self) -> None:
        """Close the file, if :func:`open_capture` opened it."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _places(self, start: int | None, stop: int | None) -> Iterator[tuple[int, int]]:
        numbers = self._index.numbers
        first = 0 if start is None else int(np.searchsorted(numbers, max(start, 0)))
        last = len(numbers) if stop is None else int(np.searchsorted(numbers, max(stop, 0)))
        return zip(numbers[first:last].tolist(), self._index.offsets[first:last].tolist(), strict=True)

    def _decode_frame(self, offset: int, payload: bytes, number: int) -> CapturedFrame:
        try:
            decoded = decode_frame(payload)
            return CapturedFrame(self, offset, numbered(number, (decoded.number, decoded)))
        except ValueError as error:
            raise CaptureDamaged(
                "a malformed frame", offset=offset, expected="a FRAM payload", found=str(error)
            ) from error

"""A capture that was opened: lazy, and honest about what it could not read.

Imports numpy and the standard library only, so a machine without wgpu reads captures too.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from types import TracebackType
from typing import IO, Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.errors import CaptureDamaged, CaptureError, CaptureTruncated
from framescope.profile.sgpt.directory import ENTRY
from framescope.profile.sgpt.frames import decode_frame
from framescope.profile.sgpt.framing import FRAM, NOTE, PLST, SYMS, TOPO, NeedMore, Record, read_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.index import CaptureIndex, CaptureState
from framescope.profile.sgpt.locate import locate_records, read_header
from framescope.profile.sgpt.model import PassList, Topology
from framescope.profile.sgpt.pass_lists import decode_pass_list
from framescope.profile.sgpt.scan import Lost
from framescope.profile.sgpt.source import Source, open_source
from framescope.profile.sgpt.symbols import decode_symbols
from framescope.profile.sgpt.texts import Note, decode_note
from framescope.profile.sgpt.topologies import decode_topology

__all__ = ["Capture", "open_capture"]

_T = TypeVar("_T")
_LONGEST_TICK_NS = 1e12  # no clock ticks once in a quarter of an hour; a larger number is no unit
_CACHED = 64  # pass lists and topologies kept decoded; frames that share one are usually neighbours


def open_capture(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes], *, check: bool = False
) -> Capture:
    """Open a capture by its directory, or by scanning it where that is missing or wrong.

    Args:
        source: A path, the bytes, or a binary file object (read from where it stands).
        check: Read every record and verify its checksum now. Otherwise damage to a frame shows when it is read.

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
        return Capture(opened, header, locate_records(opened, header, damage, check=check))
    except CaptureError:
        opened.close()
        raise


class Capture:
    """An opened capture; see :func:`open_capture`.

    Attributes:
        header: The decoded header; a made-up one when it was damaged.
    """

    def __init__(self, source: Source, header: Header, index: CaptureIndex) -> None:
        self._source = source
        self._index = index
        self.header = header
        self._lost_late: dict[int, Lost] = {}
        self._names: dict[int, list[str]] = {}
        self._pass_lists: dict[int, PassList | None] = {}
        self._topologies: dict[int, Topology | None] = {}

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
        tail = () if self._index.tail is None else (self._index.tail,)
        return [*self._index.lost, *self._lost_late.values(), *tail]

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
        return self._read_frame(int(self._index.offsets[place]), number)

    def frames(self, start: int | None = None, stop: int | None = None) -> Iterator[CapturedFrame]:
        """Frames with ``start <= number < stop``. A damaged one is left out and listed in :attr:`lost`."""
        numbers = self._index.numbers
        first = 0 if start is None else int(np.searchsorted(numbers, max(start, 0)))
        last = len(numbers) if stop is None else int(np.searchsorted(numbers, max(stop, 0)))
        for offset, number in zip(self._index.offsets[first:last].tolist(), numbers[first:last].tolist(), strict=True):
            try:
                yield self._read_frame(offset, number)
            except CaptureError as error:
                self._lose(offset, str(error))

    @cached_property
    def entries(self) -> npt.NDArray[np.void]:
        """One directory entry a frame (see ``SGPT_FORMAT.md``, DIRE); worked out from the frames if there is none."""
        if self._index.entries is not None:
            return self._index.entries
        return np.array([frame.entry() for frame in self.frames()], dtype=ENTRY)

    @property
    def notes(self) -> list[Note]:
        """What was written down, in the order it was."""
        read = (self._decode(offset, NOTE, decode_note) for offset in self._index.notes)
        return [note for note in read if note is not None]

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

        def decode(payload: bytes) -> PassList:
            return _numbered(number, decode_pass_list(payload, self.name))

        return self._cached(self._pass_lists, number, self._index.pass_lists, PLST, decode)

    def topology(self, number: int) -> Topology | None:
        """The topology with this number, or None when it was lost."""

        def decode(payload: bytes) -> Topology:
            return _numbered(number, decode_topology(payload))

        return self._cached(self._topologies, number, self._index.topologies, TOPO, decode)

    def name(self, number: int) -> str:
        """The name with this number; a lost one reads ``<lost name N>``."""
        place = bisect_right(self._index.symbols, number, key=lambda block: block[0]) - 1
        if place >= 0:
            first, offset = self._index.symbols[place]
            names = self._names.get(offset)
            if names is None:
                decoded = self._decode(offset, SYMS, lambda payload: _numbered(first, decode_symbols(payload)))
                names = self._names[offset] = [] if decoded is None else decoded
            if number - first < len(names):
                return names[number - first]
        return f"<lost name {number}>"

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

    def _read_frame(self, offset: int, number: int) -> CapturedFrame:
        payload = self._payload(offset, FRAM)
        try:
            decoded = decode_frame(payload)
            return CapturedFrame(self, offset, _numbered(number, (decoded.number, decoded)))
        except ValueError as error:
            raise CaptureDamaged(
                "a malformed frame", offset=offset, expected="a FRAM payload", found=str(error)
            ) from error

    def _payload(self, offset: int, fourcc: bytes) -> bytes:
        answer = read_record(self._source, offset)
        if isinstance(answer, NeedMore):
            raise CaptureTruncated(f"at least {answer.missing} bytes of a record are not there", offset=offset)
        if isinstance(answer, Record):
            if answer.type == fourcc:
                return answer.payload
            raise CaptureDamaged("a wrong record", offset=offset, expected=repr(fourcc), found=repr(answer.type))
        raise CaptureDamaged("a damaged record", offset=offset, expected=answer.expected, found=answer.found)

    def _decode(self, offset: int, fourcc: bytes, decode: Callable[[bytes], _T]) -> _T | None:
        try:
            return decode(self._payload(offset, fourcc))
        except (ValueError, IndexError) as error:
            self._lose(offset, str(error))
            return None

    def _cached(
        self,
        cache: dict[int, _T | None],
        number: int,
        places: dict[int, int],
        fourcc: bytes,
        decode: Callable[[bytes], _T],
    ) -> _T | None:
        if number not in cache:
            if len(cache) >= _CACHED:
                cache.pop(next(iter(cache)))
            offset = places.get(number)
            cache[number] = None if offset is None else self._decode(offset, fourcc, decode)
        return cache[number]

    def _lose(self, offset: int, reason: str) -> None:
        if offset not in self._lost_late:
            length = self._index.next_offset(offset, self._source.size) - offset
            self._lost_late[offset] = Lost(offset, length, reason)


def _numbered(number: int, decoded: tuple[int, _T]) -> _T:
    """What was decoded, if it is what the directory says lies there."""
    found, value = decoded
    if found != number:
        raise ValueError(f"number {found}, where the directory says {number}")
    return value

"""Every record of a capture in order, past whatever is damaged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from framescope.profile.sgpt.framing import (
    ALIGNMENT,
    LENGTH_OFFSET,
    SYNC,
    Damage,
    NeedMore,
    Readable,
    Record,
    read_record,
)
from framescope.profile.sgpt.header import HEADER_SIZE
from framescope.profile.sgpt.read_ahead import ReadAhead

__all__ = ["Lost", "TornTail", "scan_records"]

_FIRST_CHUNK, _CHUNK = 1 << 9, 1 << 20  # damage is short as a rule, and a file may have it everywhere
_CHEAP = 4096  # a candidate this small is checked whatever the effort so far
_EFFORT = 4  # checksums over larger candidates may read this many times the file


@dataclass(frozen=True, slots=True)
class Lost:
    """``length`` bytes from ``offset`` on that hold no whole record, and why."""

    offset: int
    length: int
    reason: str

    def to_dict(self) -> dict[str, int | str]:
        """As every ``--json`` lists it."""
        return {"offset": self.offset, "length": self.length, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class TornTail:
    """The file ends inside a record: ``length`` bytes of it are there, at least ``missing`` are not."""

    offset: int
    length: int
    missing: int


def scan_records(source: Readable, offset: int = HEADER_SIZE) -> Iterator[Record | Lost | TornTail]:
    """Records from ``offset`` to the end of what is there now.

    Damage is skipped to the next record that is whole, checksum included: four bytes that spell the marker are
    not enough. Records begin at multiples of 8, and a record that was moved is none, so only those are looked at.

    Yields:
        Records, what was skipped between them, and at last the torn tail if there is one.
    """
    source = ReadAhead(source)
    size = source.size
    search = _Search(source, size)
    while offset < size:
        answer = read_record(source, offset)
        if isinstance(answer, Record):
            yield answer
            offset = answer.end
            continue
        following = search.next_record(offset + ALIGNMENT)
        if following is None:
            yield _tail(answer, size)
            return
        yield Lost(offset, following - offset, _reason(answer))
        offset = following


class _Search:
    """Looks for whole records, with an effort bounded by the file's size.

    A file made of sync markers whose lengths all reach far would otherwise cost a checksum over half of it for
    each of them. Once the effort is spent, only small candidates are looked at.
    """

    def __init__(self, source: Readable, size: int) -> None:
        self._source = source
        self._size = size
        self._effort = _EFFORT * size

    def next_record(self, offset: int) -> int | None:
        """Offset of the first whole record at ``offset`` or behind it, or None."""
        length = _FIRST_CHUNK
        while (offset := self._source.data_from(offset) & -ALIGNMENT) < self._size:
            chunk = self._source.read_at(offset, min(length, self._size - offset))
            place = chunk.find(SYNC)
            while place >= 0:
                if place % ALIGNMENT == 0 and self._is_record(offset + place):
                    return offset + place
                place = chunk.find(SYNC, place + 1)
            offset += length
            length = min(2 * length, _CHUNK)
        return None

    def _is_record(self, offset: int) -> bool:
        length = int.from_bytes(self._source.read_at(offset + LENGTH_OFFSET, 4), "little")
        if length > self._size - offset:
            return False
        if length > _CHEAP:
            if length > self._effort:
                return False
            self._effort -= length
        return isinstance(read_record(self._source, offset), Record)


def _tail(answer: NeedMore | Damage, size: int) -> Lost | TornTail:
    if isinstance(answer, NeedMore):
        return TornTail(answer.offset, size - answer.offset, answer.missing)
    return Lost(answer.offset, size - answer.offset, _reason(answer))


def _reason(answer: NeedMore | Damage) -> str:
    if isinstance(answer, NeedMore):
        return f"damaged: the record's length reaches {answer.missing} bytes past the end of the file"
    return f"damaged: expected {answer.expected}, found {answer.found}"

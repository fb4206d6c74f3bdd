"""Every record of a capture in order, past whatever is damaged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from framescope.profile.sgpt.framing import ALIGNMENT, SYNC, Damage, NeedMore, Readable, Record, read_record
from framescope.profile.sgpt.header import HEADER_SIZE

__all__ = ["Lost", "TornTail", "scan_records"]

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Lost:
    """``length`` bytes from ``offset`` on that hold no whole record, and why."""

    offset: int
    length: int
    reason: str


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
    size = source.size
    while offset < size:
        answer = read_record(source, offset)
        if isinstance(answer, Record):
            yield answer
            offset = answer.end
            continue
        following = _find_record(source, offset + ALIGNMENT, size)
        if following is None:
            yield _tail(answer, size)
            return
        yield Lost(offset, following - offset, _reason(answer))
        offset = following


def _find_record(source: Readable, offset: int, size: int) -> int | None:
    while offset < size:
        chunk = source.read_at(offset, min(_CHUNK, size - offset))
        place = chunk.find(SYNC)
        while place >= 0:
            if place % ALIGNMENT == 0 and isinstance(read_record(source, offset + place), Record):
                return offset + place
            place = chunk.find(SYNC, place + 1)
        offset += _CHUNK
    return None


def _tail(answer: NeedMore | Damage, size: int) -> Lost | TornTail:
    if isinstance(answer, NeedMore):
        return TornTail(answer.offset, size - answer.offset, answer.missing)
    return Lost(answer.offset, size - answer.offset, _reason(answer))


def _reason(answer: NeedMore | Damage) -> str:
    if isinstance(answer, NeedMore):
        return f"damaged: the record's length reaches {answer.missing} bytes past the end of the file"
    return f"damaged: expected {answer.expected}, found {answer.found}"

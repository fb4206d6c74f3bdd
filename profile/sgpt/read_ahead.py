"""Records that lie one behind the other, read many at a time instead of by two calls of the system each."""

from __future__ import annotations

from framescope.profile.sgpt.framing import Readable

__all__ = ["ReadAhead"]

_PIECE = 1 << 16  # small enough that its memory is used again and again, and cheap to come by


class ReadAhead:
    """A :class:`Readable` in front of another, for one walk over records that are all there already.

    Its size is that of the beginning of the walk; what is appended meanwhile belongs to the next one.

    Args:
        source: Where the bytes come from.
    """

    __slots__ = ("_data", "_first", "_source", "size")

    def __init__(self, source: Readable) -> None:
        self._source = source
        self._data = b""
        self._first = 0
        self.size = source.size

    def read_at(self, offset: int, length: int) -> bytes:
        """See :class:`Readable`; a read that is longer than a piece is passed on."""
        start = offset - self._first
        if start < 0 or start + length > len(self._data):
            if length > _PIECE:
                return self._source.read_at(offset, length)
            self._data, self._first, start = self._source.read_at(offset, _PIECE), offset, 0
        return self._data[start : start + length]

    def data_from(self, offset: int) -> int:
        """See :class:`Readable`."""
        return self._source.data_from(offset)

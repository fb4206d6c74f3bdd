"""How many bytes an element of a frame's column takes: 0, 1, 2, 4 or 8, as many as the largest one needs.

Most counts of work are zeros and small numbers in columns that must be able to hold any.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.columns import Column

__all__ = ["WIDTHS", "SettledWidths", "encode_narrow", "full_columns", "width_type", "widest_first"]

WIDTHS = (8, 4, 2, 1, 0)
"""In the order in which the columns lie; of width 0 is a column whose elements all are 0."""

_OF_BITS = bytes(min(width for width in WIDTHS if 8 * width >= bits) for bits in range(65))
_TYPES = {width: np.dtype(f"<u{width}") for width in WIDTHS if width}

Full = list[npt.NDArray[np.generic] | None]


def width_type(width: int) -> np.dtype[np.generic]:
    """The type of elements of so many bytes, above 0."""
    return _TYPES[width]


@lru_cache(256)
def widest_first(widths: bytes) -> tuple[int, ...]:
    """The numbers of the columns in the order in which they lie: those of one width as in the text."""
    return tuple(sorted(range(len(widths)), key=lambda number: -widths[number]))


class SettledWidths:
    """The widths that the frames of each pass list had last; the next one keeps them or widens them.

    Frames whose columns lie alike are read together: since no width shrinks, a pass list has few layouts.

    Args:
        capacity: How many pass lists it remembers; beyond that the least recently used one is forgotten.
    """

    __slots__ = ("_capacity", "_widths")

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._widths: OrderedDict[int, bytes] = OrderedDict()

    def widened(self, pass_list: int, full: Full, least: bytes) -> bytes:
        """The widths for a frame of ``pass_list`` with these columns: at least those before, and at least ``least``."""
        widths = _holding(full, self._widths.get(pass_list, least))
        self._widths[pass_list] = widths
        self._widths.move_to_end(pass_list)
        if len(self._widths) > self._capacity:
            self._widths.popitem(last=False)
        return widths


def _holding(full: Full, least: bytes) -> bytes:
    return bytes(
        width if array is None or width == array.itemsize else max(width, _needed(array))
        for array, width in zip(full, least, strict=True)
    )


def _needed(array: npt.NDArray[np.generic]) -> int:
    if array.tobytes() == bytes(array.nbytes):  # most are zeros: this costs a quarter of looking for the largest
        return 0
    return _OF_BITS[int(np.maximum.reduce(array)).bit_length()]


def full_columns(layout: Iterable[Column], arrays: Mapping[str, npt.ArrayLike], counts: Mapping[str, int]) -> Full:
    """The columns as arrays of their widest types; None for a column of count 0, which may be missing from ``arrays``.

    Raises:
        SessionError: A column is not as long as its count.
    """
    full: Full = []
    for column in layout:
        expected = counts[column.count]
        array = np.asarray(arrays[column.name], dtype=column.dtype) if expected else None
        if array is not None and array.shape != (expected,):
            raise SessionError(f"column {column.name} has shape {array.shape}, expected ({expected},)")
        full.append(array)
    return full


def encode_narrow(full: Sequence[npt.NDArray[np.generic] | None], widths: bytes) -> bytes:
    """The columns in these widths, one directly behind the other."""
    parts = []
    for number in widest_first(widths):
        array, width = full[number], widths[number]
        if array is not None and width:
            parts.append(array.astype(_TYPES[width]).tobytes())
    return b"".join(parts)

"""Little-endian columns behind a fixed head: written with one join, read as views without a loop over elements.

Columns come widest element first, each tightly behind the one before, so every column is aligned to its own
element size as long as the head is a multiple of 8 bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.framing import padding

__all__ = ["Column", "decode_columns", "encode_columns"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, its little-endian element type, and the name of the count that gives its length."""

    name: str
    dtype: np.dtype[np.generic]
    count: str


def columns(*specs: tuple[str, str, str]) -> tuple[Column, ...]:
    """Columns from ``(name, numpy type, count name)``."""
    return tuple(Column(name, np.dtype(dtype), count) for name, dtype, count in specs)


def encode_columns(
    layout: Iterable[Column], arrays: Mapping[str, npt.ArrayLike], counts: Mapping[str, int], head: bytes
) -> bytes:
    """``head`` and the columns of ``layout`` as one padded payload; a column of count 0 may be missing from ``arrays``.

    Raises:
        SessionError: A column is not as long as its count.
    """
    parts = [head]
    for column in layout:
        expected = counts[column.count]
        if not expected:
            continue
        array = np.asarray(arrays[column.name], dtype=column.dtype)
        if array.shape != (expected,):
            raise SessionError(f"column {column.name} has shape {array.shape}, expected ({expected},)")
        parts.append(array.tobytes())
    payload = b"".join(parts)
    return payload + bytes(padding(len(payload)))


def decode_columns(
    layout: Sequence[Column], payload: bytes, offset: int, counts: Mapping[str, int]
) -> dict[str, npt.NDArray[np.generic]]:
    """Read-only views of the columns that begin at ``offset``. Bytes behind the last known column are left alone.

    Raises:
        ValueError: The counts ask for more bytes than there are.
    """
    needed = sum(column.dtype.itemsize * counts[column.count] for column in layout)
    if offset + needed > len(payload):
        raise ValueError(f"columns of {needed} bytes announced, {len(payload) - offset} there")
    views = {}
    for column in layout:
        count = counts[column.count]
        views[column.name] = np.frombuffer(payload, column.dtype, count, offset)
        offset += column.dtype.itemsize * count
    return views

"""Timestamps as a frame stores them: 8 bytes a span after the frame's epoch, and raw where that does not fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.sgpt.intervals import Mask, Ticks
from framescope.profile.sgpt.model import SpanState

__all__ = ["PackedTicks", "flag_impossible", "pack_ticks", "scale_ticks", "ticks_to_ns", "unpack_ticks", "valid_ticks"]

MARK = 0xFFFFFFFF
"""In the begin column: this span's raw ticks stand in the exceptions columns."""

_MARK = np.uint64(MARK)
_LATEST = np.uint64(0xFFFFFFFFFFFFFFFF)
_NO_EXCEPTIONS = np.zeros(0, np.intp)
_TIMED = np.uint8(SpanState.TIMED)
_INVALID = np.uint8(SpanState.INVALID_TICKS)


@dataclass(slots=True)
class PackedTicks:
    """The tick columns of one frame.

    Attributes:
        epoch: The earliest valid begin, 0 when there is none.
        begin: uint32 ticks after ``epoch``, :data:`MARK` for an exception, 0 for a span without ticks.
        duration: uint32 ticks, :data:`MARK` for an exception, 0 for a span without ticks.
        state: uint8; a span called timed whose ticks are impossible has become INVALID_TICKS.
        timed: Which spans have a valid time.
        exceptions: Indices of the spans whose raw ticks are kept apart.
    """

    epoch: int
    begin: npt.NDArray[np.uint32]
    duration: npt.NDArray[np.uint32]
    state: npt.NDArray[np.uint8]
    timed: Mask
    exceptions: npt.NDArray[np.intp]


def valid_ticks(begin: Ticks, end: Ticks) -> Mask:
    """Neither tick is 0 and the end is not before the begin; equal ticks are a measured zero."""
    valid: Mask = (begin != 0) & (end != 0) & (end >= begin)
    return valid


def flag_impossible(begin: Ticks, end: Ticks, state: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """``state``, where a span that calls itself timed and cannot be has become INVALID_TICKS."""
    impossible = (state == _TIMED) & ~valid_ticks(begin, end)
    return np.where(impossible, _INVALID, state) if impossible.any() else state


def pack_ticks(begin: Ticks, end: Ticks, state: npt.NDArray[np.uint8]) -> PackedTicks:
    """Split raw ticks into columns; nothing is clamped and nothing is lost."""
    timed = (state == _TIMED) & valid_ticks(begin, end)
    epoch = begin.min(where=timed, initial=_LATEST) if timed.any() else np.uint64(0)
    after, duration = begin - epoch, end - begin
    fits = timed & (after < _MARK) & (duration < _MARK)
    if fits.all():  # the ordinary frame
        columns = after.astype(np.uint32), duration.astype(np.uint32)
        return PackedTicks(int(epoch), *columns, state, timed, _NO_EXCEPTIONS)
    state = flag_impossible(begin, end, state)
    kept_raw = ~fits & ((begin | end) != 0)
    fill = np.where(kept_raw, _MARK, np.uint64(0))
    return PackedTicks(
        int(epoch),
        np.where(fits, after, fill).astype(np.uint32),
        np.where(fits, duration, fill).astype(np.uint32),
        state,
        timed,
        np.flatnonzero(kept_raw),
    )


def unpack_ticks(
    epoch: int,
    begin: npt.NDArray[np.uint32],
    duration: npt.NDArray[np.uint32],
    exceptions: npt.NDArray[np.uint32],
    raw_begin: Ticks,
    raw_end: Ticks,
    timed: Mask,
) -> tuple[Ticks, Ticks]:
    """Raw begin and end of each span, 0 where it has none.

    Raises:
        ValueError: An exception names a span that is not there.
    """
    first = np.where(timed, begin + np.uint64(epoch), np.uint64(0))
    last = np.where(timed, first + duration, np.uint64(0))
    if exceptions.size:
        if int(exceptions.max()) >= begin.size:
            raise ValueError(f"an exception for span {int(exceptions.max())} of {begin.size}")
        first[exceptions], last[exceptions] = raw_begin, raw_end
    return first, last


def scale_ticks(ticks: int, ns_per_tick: float) -> int:
    """Ticks as whole nanoseconds: one IEEE double product, rounded half to even."""
    return round(ticks * ns_per_tick)


def ticks_to_ns(ticks: int | None, ns_per_tick: float | None) -> int | None:
    """As :func:`scale_ticks`; None when either is unknown."""
    return None if ticks is None or ns_per_tick is None else scale_ticks(ticks, ns_per_tick)

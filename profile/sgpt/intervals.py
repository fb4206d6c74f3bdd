"""Extent and union of tick intervals, on unsigned integers, without a loop over spans."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["extent_ticks", "union_ticks"]

Ticks = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]

_LATEST = np.uint64(0xFFFFFFFFFFFFFFFF)
_NONE = np.uint64(0)


def union_ticks(begin: Ticks, end: Ticks, timed: Mask) -> npt.NDArray[np.uint64]:
    """How many ticks are covered by at least one timed span.

    Args:
        begin: uint64 of shape ``(..., n)``.
        end: As ``begin``; not before it where ``timed`` holds.
        timed: Which spans count, same shape.

    Returns:
        uint64 of shape ``(...)``; 0 where no span is timed, which the caller tells from a measured 0 by ``timed``.
    """
    if begin.shape[-1] == 0:
        return np.zeros(begin.shape[:-1], dtype=np.uint64)
    every = timed.all()
    starts = begin if every else np.where(timed, begin, _LATEST)
    stops = end if every else np.where(timed, end, _NONE)
    if every and (starts[..., 1:] >= stops[..., :-1]).all():  # the ordinary frame: one span behind the other
        return np.asarray((stops - starts).sum(axis=-1, dtype=np.uint64))
    order = np.argsort(starts, axis=-1, kind="stable")
    if begin.ndim == 1:  # take_along_axis costs as much as all the rest
        starts, stops = starts[order], stops[order]
    else:
        starts, stops = np.take_along_axis(starts, order, axis=-1), np.take_along_axis(stops, order, axis=-1)
    reached = np.maximum.accumulate(stops, axis=-1)
    starts[..., 1:] = np.maximum(starts[..., 1:], reached[..., :-1])  # what earlier spans cover counts once
    covered = np.where(reached > starts, reached - starts, _NONE)
    return np.asarray(covered.sum(axis=-1, dtype=np.uint64))


def extent_ticks(begin: Ticks, end: Ticks, timed: Mask) -> int | None:
    """Latest end minus earliest begin of one frame's timed spans; None when there is none."""
    if not timed.any():
        return None
    return int(end.max(where=timed, initial=_NONE)) - int(begin.min(where=timed, initial=_LATEST))

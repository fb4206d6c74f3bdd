"""The times of every pass, frame by frame, in the order in which the frames were rendered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from framescope.profile.analysis.grouping import FrameStack, PassKey, stack_frames
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.sgpt.intervals import union_ticks

__all__ = ["FrameSamples", "Samples", "gather_samples"]


@dataclass(frozen=True, slots=True)
class Samples:
    """A time in each frame that has one.

    Attributes:
        frames: Frame numbers, ascending, int64.
        ticks: The time in each of them, uint64.
    """

    frames: npt.NDArray[np.int64]
    ticks: npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class FrameSamples:
    """What a range of frames holds of times.

    Attributes:
        passes: The union of its timed spans, of every pass that any frame lists; no frame where it is never timed.
        union: The union of all timed spans of the frame, of the frames that have one.
    """

    passes: dict[PassKey, Samples]
    union: Samples


def gather_samples(frames: Iterable[CapturedFrame]) -> FrameSamples:
    """The times of every pass in these frames."""
    passes: dict[PassKey, list[Samples]] = {}
    unions: list[Samples] = []
    for stack in stack_frames(frames):
        unions.append(_times(stack, np.arange(stack.timed.shape[1])))
        for group in stack.groups:
            passes.setdefault(group.key, []).append(_times(stack, group.columns))
    return FrameSamples({key: _in_order(parts) for key, parts in passes.items()}, _in_order(unions))


def _times(stack: FrameStack, columns: npt.NDArray[np.intp]) -> Samples:
    timed = stack.timed[:, columns]
    has_time = timed.any(axis=1)
    ticks = union_ticks(stack.begin[:, columns], stack.end[:, columns], timed)
    return Samples(stack.numbers[has_time], ticks[has_time])


def _in_order(parts: list[Samples]) -> Samples:
    if not parts:
        return Samples(np.zeros(0, np.int64), np.zeros(0, np.uint64))
    frames = np.concatenate([part.frames for part in parts])
    order = np.argsort(frames, kind="stable")
    return Samples(frames[order], np.concatenate([part.ticks for part in parts])[order])
